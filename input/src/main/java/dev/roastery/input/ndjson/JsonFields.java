package dev.roastery.input.ndjson;

import dev.roastery.input.csv.column.CsvLayout;
import dev.roastery.input.csv.column.CsvLayout.Content;
import dev.roastery.input.csv.column.CsvLayout.Field;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The fields of a part's lines.
 *
 * @param wanted their values are
 * @param known and others that may be there
 */
record JsonFields(List<String> wanted, List<String> known, Strangers strangers, Flawed flawed) {

  /** What becomes of fields that are not known. */
  enum Strangers {
    IGNORED,
    /** They are listed behind the wanted values. */
    NAMED,
    /** A line with one is wrong. */
    REFUSED
  }

  /** What becomes of wanted fields that are objects or lists, or that a line has twice. */
  enum Flawed {
    /** An object or list is a value like others; a field that is there twice has none. */
    TAKEN,
    /** A line with one is wrong. */
    REFUSED
  }

  static JsonFields of(CsvLayout layout) {
    List<String> wanted = new ArrayList<>(layout.names());
    boolean named = wanted.remove(Field.STRANGERS.name());
    Set<String> known = new LinkedHashSet<>(layout.known());
    wanted.forEach(known::remove);
    boolean shapes = layout.fields().stream().anyMatch(each -> each.content() == Content.SHAPES);
    return new JsonFields(
        List.copyOf(wanted), List.copyOf(known), strangers(layout, named), flawed(shapes));
  }

  private static Strangers strangers(CsvLayout layout, boolean named) {
    if (named) {
      return Strangers.NAMED;
    }
    return layout.known().isEmpty() ? Strangers.IGNORED : Strangers.REFUSED;
  }

  private static Flawed flawed(boolean shapes) {
    return shapes ? Flawed.TAKEN : Flawed.REFUSED;
  }

  /** The columns that they become. */
  int columns() {
    return wanted.size() + (strangers == Strangers.NAMED ? 1 : 0);
  }
}
