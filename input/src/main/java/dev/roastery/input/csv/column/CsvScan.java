package dev.roastery.input.csv.column;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.Dialect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to read from the parts of a table. Rows that {@code rows} does not select are skipped. Where
 * an {@code only} does not select a row, its column is null in that row and is not even parsed.
 *
 * <p>An invalid value that is not parsed is not found: in an unwanted column, or, outside the
 * columns that {@code rows} reads, in a skipped row; but a strict column, whose type was only
 * inferred, is checked on every row. The shape of a row is always checked.
 */
public record CsvScan(
    CsvLayout layout, @Nullable RowFilter rows, List<Only> only, CsvLimits limits) {

  /** Column {@code name} is wanted only in the rows that {@code where} chooses. */
  public record Only(String name, RowFilter where) {}

  public CsvScan {
    only = List.copyOf(only);
    for (Only each : only) {
      if (layout.fields().get(layout.place(each.name())).isCheckedOnEveryRow()) {
        throw new IllegalArgumentException(each.name() + " is checked on every row");
      }
      checkReadable(layout, only, each.where());
    }
    if (rows != null) {
      checkReadable(layout, only, rows);
    }
  }

  private static void checkReadable(CsvLayout layout, List<Only> only, RowFilter filter) {
    filter.reads().forEach(name -> checkReadable(layout, only, name));
  }

  private static void checkReadable(CsvLayout layout, List<Only> only, String name) {
    if (layout.fields().get(layout.place(name)).type() instanceof ColumnType.Text) {
      throw new IllegalArgumentException("a filter cannot read " + name + ": it is text");
    }
    if (only.stream().anyMatch(each -> each.name().equals(name))) {
      throw new IllegalArgumentException("a filter reads " + name + ", which is itself filtered");
    }
  }

  /** All rows, with all their wanted columns, under the default limits. */
  public static CsvScan of(CsvLayout layout) {
    return new CsvScan(layout, null, List.of(), CsvLimits.DEFAULT);
  }

  public CsvScan where(RowFilter chosen) {
    return new CsvScan(layout, chosen, only, limits);
  }

  public CsvScan only(String name, RowFilter where) {
    List<Only> all = new ArrayList<>(only);
    all.add(new Only(name, where));
    return new CsvScan(layout, rows, all, limits);
  }

  /** The same of parts that are written otherwise. */
  public CsvScan withDialect(Dialect other) {
    return with(layout.withDialect(other));
  }

  /** The same columns, otherwise. */
  public CsvScan with(CsvLayout other) {
    return new CsvScan(other, rows, only, limits);
  }

  public CsvScan within(CsvLimits other) {
    return new CsvScan(layout, rows, only, other);
  }
}
