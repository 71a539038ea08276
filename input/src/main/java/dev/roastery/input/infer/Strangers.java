package dev.roastery.input.infer;

import dev.roastery.common.message.rows.Column;
import dev.roastery.input.csv.column.CsvLayout.Field;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The names of fields that are not known, as {@link Field#STRANGERS} lists them row by row. */
final class Strangers {

  private Strangers() {}

  /** Those that a column can have. */
  static List<String> usable(Column.Texts listed) {
    return all(listed).stream().filter(name -> !name.isEmpty()).toList();
  }

  /** Each once, and an empty one for all that no column can have. */
  static Set<String> all(Column.Texts listed) {
    Set<String> names = new LinkedHashSet<>();
    String before = "";
    for (int row = 0; row < listed.count(); row++) {
      if (listed.length(row) > 0) {
        String lines = listed.text(row);
        if (!lines.equals(before)) {
          lines.lines().forEach(names::add);
          before = lines;
        }
      }
    }
    return names;
  }
}
