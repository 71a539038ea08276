package dev.roastery.input.csv.column;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.ColumnForm;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.value.ValueShape;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The wanted columns of a table, and how its parts are written; a part's header may have more, in
 * any order.
 *
 * @param places all columns of a part that has no header, in their order; otherwise empty
 */
public record CsvLayout(List<Field> fields, Dialect dialect, List<String> places) {

  /** Whether a row may leave the field empty. */
  public enum Presence {
    REQUIRED,
    NULLABLE
  }

  /** What is wanted of a column. */
  public enum Content {
    VALUES,
    /** Not the values but their shapes ({@link ValueShape}), as whole numbers. */
    SHAPES
  }

  /** One wanted column. */
  public record Field(
      String name, ColumnType type, Presence presence, ColumnForm form, Content content) {

    public Field(String name, ColumnType type, Presence presence, ColumnForm form) {
      this(name, type, presence, form, Content.VALUES);
    }

    public Field(String name, ColumnType type, Presence presence) {
      this(name, type, presence, ColumnForm.STANDARD);
    }

    /** The shapes of a column's values. */
    public static Field shapes(String name) {
      return new Field(
          name, new ColumnType.Whole(), Presence.NULLABLE, ColumnForm.STANDARD, Content.SHAPES);
    }

    /** Whether every row must be looked at: its values may contradict its type. */
    boolean isCheckedOnEveryRow() {
      return form.isStrict() && form.format().isEmpty() && !(type instanceof ColumnType.Text);
    }
  }

  public CsvLayout {
    fields = List.copyOf(fields);
    places = List.copyOf(places);
    Set<String> names = new HashSet<>();
    for (Field field : fields) {
      if (!names.add(field.name())) {
        throw new IllegalArgumentException("column " + field.name() + " is wanted twice");
      }
    }
  }

  /** Of parts that are written as is usual. */
  public CsvLayout(List<Field> fields) {
    this(fields, Dialect.STANDARD, List.of());
  }

  public CsvLayout withDialect(Dialect other) {
    return new CsvLayout(fields, other, places);
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
