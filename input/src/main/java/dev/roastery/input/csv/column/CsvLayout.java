package dev.roastery.input.csv.column;

import dev.roastery.common.message.rows.ColumnType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The wanted columns of a CSV table; a part's header may have more, in any order. */
public record CsvLayout(List<Field> fields) {

  /** Whether a row may leave the field empty. */
  public enum Presence {
    REQUIRED,
    NULLABLE
  }

  /** One wanted column. */
  public record Field(String name, ColumnType type, Presence presence) {}

  public CsvLayout {
    fields = List.copyOf(fields);
    Set<String> names = new HashSet<>();
    for (Field field : fields) {
      if (!names.add(field.name())) {
        throw new IllegalArgumentException("column " + field.name() + " is wanted twice");
      }
    }
  }

  public List<String> names() {
    return fields.stream().map(Field::name).toList();
  }

  /** The place of a wanted column; a name that is not wanted is a mistake of the caller's. */
  int place(String name) {
    int place = names().indexOf(name);
    if (place < 0) {
      throw new IllegalArgumentException("no column " + name + " among the wanted " + names());
    }
    return place;
  }
}
