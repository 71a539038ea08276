package dev.roastery.input;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What table a file or folder is when nobody has said. */
public final class TableNames {

  private static final Pattern ENDING =
      Pattern.compile("(?s)(.+)\\.(csv|tsv|jsonl|ndjson)(\\.gz|\\.zst)?", Pattern.CASE_INSENSITIVE);
  private static final Pattern OTHERS = Pattern.compile("[^A-Za-z0-9_-]");

  private TableNames() {}

  /** A file's name without its ending, each character that no table's name can have as '_'. */
  public static String ofFile(String file) {
    Matcher matcher = ENDING.matcher(file);
    return ofFolder(matcher.matches() ? matcher.group(1) : file);
  }

  /** A folder's name, each character that no table's name can have as '_'. */
  public static String ofFolder(String folder) {
    return OTHERS.matcher(folder).replaceAll("_");
  }
}
