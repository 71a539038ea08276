package dev.roastery.common.query.bound;

import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Select.Duplicates;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.value.ResultColumn;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Look up the row of {@code table} whose keys equal the columns {@code on}, counted in what {@link
 * BoundQuery#passed} and the joins before have made, and append its {@code take}. Where there is no
 * such row (a null key has none) all that is taken is null, or, if {@code inner}, the row that
 * looked for it is lost.
 */
public record BoundJoin(
    TableSpec table,
    List<Integer> on,
    List<ColumnSpec> keys,
    List<Taken> take,
    boolean inner,
    Duplicates duplicates) {

  /** A column of the table, and its name in the result. */
  public record Taken(ColumnSpec column, String as) {}

  public BoundJoin {
    on = List.copyOf(on);
    keys = List.copyOf(keys);
    take = List.copyOf(take);
  }

  /** On one column; no row is lost, and of several the first is taken. */
  public BoundJoin(TableSpec table, int on, ColumnSpec key, List<Taken> take) {
    this(table, List.of(on), List.of(key), take, false, Duplicates.FIRST);
  }

  public List<ResultColumn> taken() {
    return take.stream().map(t -> new ResultColumn(t.as(), t.column().format())).toList();
  }

  /** What is read of the table: the keys first, then each taken column once. */
  public List<ColumnSpec> reads() {
    Set<ColumnSpec> reads = new LinkedHashSet<>(keys);
    take.forEach(taken -> reads.add(taken.column()));
    return new ArrayList<>(reads);
  }
}
