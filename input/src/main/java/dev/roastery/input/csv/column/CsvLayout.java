package dev.roastery.input.csv.column;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.ColumnForm;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.value.ValueShape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The wanted columns of a table, and how its parts are written; a part's header may have more, in
 * any order.
 *
 * @param places all columns of a part that has no header, in their order; otherwise empty
 * @param known all fields that the lines of a part without columns of its own may have, or empty if
 *     they may have any: another one that could be a column contradicts this, unless the layout
 *     wants {@link Field#STRANGERS}
 */
public record CsvLayout(
    List<Field> fields, Dialect dialect, List<String> places, List<String> known) {

  /** Whether a row may leave the field empty. */
  public enum Presence {
    REQUIRED,
    NULLABLE
  }

  /** What is wanted of a column. */
  public enum Content {
    VALUES,
    /** Not the values but their shapes ({@link ValueShape}), as whole numbers. */
    SHAPES,
    /** No field's values, but the names of the fields that are not known. */
    STRANGERS
  }

  /** One wanted column. */
  public record Field(
      String name, ColumnType type, Presence presence, ColumnForm form, Content content) {

    /**
     * The names of a row's fields that are not known, each with a line feed behind it; nothing but
     * that of each that no column can have. No column has a name like this one's.
     */
    public static final Field STRANGERS =
        new Field(
            "", new ColumnType.Text(), Presence.NULLABLE, ColumnForm.STANDARD, Content.STRANGERS);

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

    private Field withoutNumberForm() {
      return new Field(name, type, presence, form.withNumbers("", ""), content);
    }

    /** Whether every row must be looked at: its values may contradict its type. */
    boolean isCheckedOnEveryRow() {
      return form.isStrict() && form.format().isEmpty() && !(type instanceof ColumnType.Text);
    }
  }

  public CsvLayout {
    fields = List.copyOf(fields);
    places = List.copyOf(places);
    known = List.copyOf(known);
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

  public CsvLayout(List<Field> fields, Dialect dialect, List<String> places) {
    this(fields, dialect, places, List.of());
  }

  public CsvLayout withDialect(Dialect other) {
    return new CsvLayout(fields, other, places, known);
  }

  public CsvLayout knowing(List<String> all) {
    return new CsvLayout(fields, dialect, places, all);
  }

  /** The same, of a part of which not even the columns are certain. */
  public CsvLayout withStrangers() {
    List<Field> more = new ArrayList<>(fields);
    more.add(Field.STRANGERS);
    return new CsvLayout(more, dialect, places, known);
  }

  /** The same of a format that says itself how numbers are written. */
  public CsvLayout withoutNumberForms() {
    return new CsvLayout(
        fields.stream().map(Field::withoutNumberForm).toList(), dialect, places, known);
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
