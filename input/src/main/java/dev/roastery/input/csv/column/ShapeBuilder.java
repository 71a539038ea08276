package dev.roastery.input.csv.column;

import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.scan.RowErrorSpan;
import dev.roastery.input.csv.scan.RowIndex;
import dev.roastery.input.csv.value.ShapeReader;
import dev.roastery.input.csv.value.ValueShape;
import java.util.List;

/** Not the values of a field but their shapes: {@link ValueShape}. */
final class ShapeBuilder extends LongsColumnBuilder {

  private final ShapeReader shapes;

  ShapeBuilder(CsvLayout.Field wanted, Dialect dialect, int field, List<RowErrorSpan> flaws) {
    super(wanted, dialect, field, flaws);
    shapes = new ShapeReader(dialect);
  }

  @Override
  void readAll(RowIndex index, int[] rows, int count, int at, int field) {
    byte[] bytes = index.bytes;
    int[] marks = index.marks;
    for (int i = 0; i < count; i++) {
      int mark = rows[i] + field;
      values[at + i] = shapes.read(bytes, marks[mark] + 1, marks[mark + 1]);
    }
  }

  @Override
  void heedKinds(RowIndex index, int[] rows, int count, int at, int field) {
    for (int i = 0; i < count; i++) {
      values[at + i] = ValueShape.of(index.kind(rows[i], field), values[at + i]);
    }
  }
}
