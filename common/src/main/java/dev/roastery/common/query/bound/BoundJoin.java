package dev.roastery.common.query.bound;

import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.value.ResultColumn;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Look up the row of {@code table} whose key equals column {@code on}, counted in what {@link
 * BoundQuery#passed} and the joins before have made, and append its {@code take}. Where there is no
 * such row (a null key has none) all that is taken is null; no row is lost.
 */
public record BoundJoin(TableSpec table, int on, ColumnSpec key, List<Taken> take) {

  /** A column of the table, and its name in the result. */
  public record Taken(ColumnSpec column, String as) {}

  public BoundJoin {
    take = List.copyOf(take);
  }

  public List<ResultColumn> taken() {
    return take.stream().map(t -> new ResultColumn(t.as(), t.column().format())).toList();
  }

  /** What is read of the table: the key first, then each taken column once. */
  public List<ColumnSpec> reads() {
    Set<ColumnSpec> reads = new LinkedHashSet<>();
    reads.add(key);
    take.forEach(taken -> reads.add(taken.column()));
    return new ArrayList<>(reads);
  }
}
