package dev.roastery.common.query.language;

import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.JsonReader;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.document.Problems;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables that queries can name. */
public record Tables(List<TableSpec> all) {

  public Tables {
    all = List.copyOf(all);
  }

  /** Reads a document; {@code document} is how problems call it, a file's name perhaps. */
  public static Parsed<Tables> read(String document, byte[] bytes) {
    Problems problems = new Problems(document);
    Json json = JsonReader.read(bytes, Limits.DOCUMENT_BYTES_MAX, problems);
    Tables tables = json == null ? null : new TablesReader(problems).read(json);
    return tables != null && problems.none()
        ? new Parsed.Valid<>(tables)
        : new Parsed.Invalid<>(problems.all());
  }

  public @Nullable TableSpec find(String name) {
    for (TableSpec table : all) {
      if (table.name().equals(name)) {
        return table;
      }
    }
    return null;
  }

  /** The table of that name; an unknown name is an error of the caller. */
  public TableSpec table(String name) {
    TableSpec table = find(name);
    if (table == null) {
      throw new IllegalArgumentException("no table " + name + " among " + names());
    }
    return table;
  }

  public List<String> names() {
    return all.stream().map(TableSpec::name).toList();
  }

  /** Those of the given names, in the order of their names. */
  public Tables only(Set<String> names) {
    return new Tables(names.stream().sorted().map(this::table).toList());
  }
}
