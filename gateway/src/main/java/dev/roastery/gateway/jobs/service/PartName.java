package dev.roastery.gateway.jobs.service;

import dev.roastery.common.query.language.TablesReader;
import java.util.regex.Pattern;

/** A client's name for a part: its table, and a name that cannot form a path. */
public record PartName(String table, String name) implements Comparable<PartName> {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}");

  public PartName {
    if (!TablesReader.isName(table)) {
      throw new Refusal(Refusal.Kind.INVALID, "\"" + shown(table) + "\" is not a table name");
    }
    if (!NAME.matcher(name).matches()) {
      throw new Refusal(
          Refusal.Kind.INVALID,
          "\""
              + shown(name)
              + "\" is not a part name: 1 to 255 letters, digits, points, hyphens and"
              + " underscores, no point first");
    }
  }

  private static String shown(String text) {
    String start = text.length() > 40 ? text.substring(0, 40) + "…" : text;
    return start
        .codePoints()
        .map(each -> Character.isISOControl(each) || each == '"' ? '?' : each)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  @Override
  public int compareTo(PartName other) {
    int byTable = table.compareTo(other.table);
    return byTable == 0 ? name.compareTo(other.name) : byTable;
  }

  /** The path of the part in the folder of a dataset. */
  @Override
  public String toString() {
    return table + "/" + name;
  }
}
