package dev.roastery.common.kernel.group;

import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.expression.Evaluation;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.BoundExpr;
import dev.roastery.common.query.bound.Tail;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Groups rows, each of which may stand for many: the groups that a query has found first, or what
 * has been looked up for them. Its result is a function of the set of those rows.
 */
public final class Regrouping {

  private final String query;
  private final Tail.Regroup regroup;
  private final List<KeyColumn> keyColumns;
  private final GroupIndex keys;
  private final List<Part> parts = new ArrayList<>();

  /** What adds up one measure: one of the two. */
  private record Part(
      Tail.Measure measure, @Nullable Accumulator sums, @Nullable DistinctValues values) {}

  public Regrouping(String query, Tail.Regroup regroup) {
    this.query = query;
    this.regroup = regroup;
    this.keyColumns =
        regroup.keys().stream().map(key -> KeyColumn.of(key.expr().format().type())).toList();
    this.keys = new GroupIndex(keyColumns);
    regroup.measures().forEach(measure -> parts.add(part(measure)));
  }

  private Part part(Tail.Measure measure) {
    String name = measure.result().name();
    String sum = "query %s: the sum for \"%s\" of some group".formatted(query, name);
    return switch (measure.kind()) {
      case SUM, SUM_OF_SUMS, TOTAL -> new Part(measure, new Sums(sum), null);
      case COUNT ->
          new Part(measure, measure.weight() == null ? new Counts() : new Sums(sum), null);
      case MIN, MAX -> {
        int direction = measure.kind() == Tail.Kind.MIN ? -1 : 1;
        yield new Part(measure, Accumulator.extremes(direction, measure.result().type()), null);
      }
      case DISTINCT -> new Part(measure, new DistinctCounts(measure.of().format().type()), null);
      case QUANTILE, MEDIAN ->
          new Part(measure, null, new DistinctValues(query, measure.of().format().type()));
    };
  }

  /** Takes rows in; their columns are those that the regroup names by position. */
  public void add(Rows joined) {
    Rows rows = withoutEmpty(joined);
    if (rows.count() == 0) {
      return;
    }
    Evaluation evaluation = new Evaluation(query, rows);
    Column[] inputs =
        regroup.keys().stream().map(key -> evaluation.all(key.expr())).toArray(Column[]::new);
    int[] all = Selection.all(rows.count()).rows();
    int[] groups = new int[rows.count()];
    int[] block = new int[GroupIndex.BLOCK];
    for (int at = 0; at < all.length; at += GroupIndex.BLOCK) {
      int count = Math.min(GroupIndex.BLOCK, all.length - at);
      keys.number(inputs, all, at, count, block);
      System.arraycopy(block, 0, groups, at, count);
    }
    for (Part part : parts) {
      add(part, evaluation, rows, all, groups);
    }
  }

  /** A group without rows, which a table without rows has, stands for none. */
  private Rows withoutEmpty(Rows rows) {
    Integer weight =
        regroup.measures().stream()
            .map(Tail.Measure::weight)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    if (weight == null) {
      return rows;
    }
    long[] weights = ((Column.Longs) rows.columns().get(weight)).values();
    boolean any = false;
    for (int row = 0; row < rows.count(); row++) {
      any |= weights[row] == 0;
    }
    return any
        ? RowGather.rows(
            rows, IntStream.range(0, rows.count()).filter(row -> weights[row] != 0).toArray())
        : rows;
  }

  private void add(Part part, Evaluation evaluation, Rows rows, int[] all, int[] groups) {
    Tail.Measure measure = part.measure();
    Column column = evaluation.all(measure.of());
    Integer at = measure.weight();
    Column.@Nullable Longs weight = at == null ? null : (Column.Longs) rows.columns().get(at);
    if (part.values() != null) {
      part.values().add(column, weight, groups);
    } else if (part.sums() != null) {
      part.sums().grow(keys.count());
      if (measure.kind() == Tail.Kind.SUM_OF_SUMS && measure.of() instanceof BoundExpr.Input sum) {
        List<Column> both = rows.columns().subList(sum.column(), sum.column() + 2);
        part.sums().merge(both, all, 0, all.length, groups);
      } else if (part.sums() instanceof Sums sums
          && weight != null
          && measure.kind() == Tail.Kind.SUM) {
        sums.addTimes((Column.Longs) column, weight, groups);
      } else {
        part.sums().add(weighted(measure, column, weight), all, 0, all.length, groups);
      }
    }
  }

  /** A row that stands for many counts as many. */
  private static Column weighted(
      Tail.Measure measure, Column column, Column.@Nullable Longs weight) {
    return weight != null && measure.kind() == Tail.Kind.COUNT
        ? new Column.Longs(weight.type(), weight.count(), weight.values(), column.nulls())
        : column;
  }

  public int count() {
    return keys.count();
  }

  /** What reads a key of the rows. */
  public KeyColumn key(int key) {
    return keyColumns.get(key);
  }

  /** The memory that grows with the groups, and with what must be known of each. */
  public long bytes() {
    long bytes = keys.bytes();
    for (Part part : parts) {
      bytes += part.sums() == null ? 0 : part.sums().bytes();
      bytes += part.values() == null ? 0 : part.values().bytes();
    }
    return bytes;
  }

  /** The columns of {@link Tail.Regroup#columns}, a row for each group, in no order. */
  public Rows rows() {
    return rows(measures(), 0, count());
  }

  /**
   * The same some at a time: the keys of some take at most so many bytes, if there is more than one
   * of them. In memory a text is kept once, but here each group has a copy of its own.
   */
  public Iterator<Rows> rows(long keyBytesMax) {
    long rowBytes = Math.max(1, keyColumns.stream().mapToLong(KeyColumn::rowBytesMax).sum());
    int some = Math.clamp(keyBytesMax / rowBytes, 1, Math.max(1, count()));
    List<Column> measures = measures();
    return IntStream.range(0, Math.ceilDiv(count(), some))
        .map(at -> at * some)
        .mapToObj(at -> rows(measures, at, at + Math.min(some, count() - at)))
        .iterator();
  }

  private List<Column> measures() {
    return parts.stream().map(this::result).toList();
  }

  private Rows rows(List<Column> measures, int from, int to) {
    List<Column> columns = new ArrayList<>();
    for (int key = 0; key < keyColumns.size(); key++) {
      columns.add(keys.column(key, from, to));
    }
    int[] numbers = IntStream.range(from, to).toArray();
    measures.forEach(column ->
        columns.add(
            to - from == count() ? column : RowGather.column(column, numbers, 0, numbers.length)));
    return Batches.rows(to - from, columns);
  }

  private Column result(Part part) {
    Tail.Measure measure = part.measure();
    if (part.values() != null) {
      return part.values().values(measure, count());
    }
    Accumulator sums = Objects.requireNonNull(part.sums());
    sums.grow(count());
    Column column = sums.result(measure.result().type(), count());
    boolean isNeverNull = measure.kind() == Tail.Kind.COUNT || measure.kind() == Tail.Kind.TOTAL;
    return isNeverNull && column instanceof Column.Longs longs
        ? new Column.Longs(longs.type(), longs.count(), longs.values(), null)
        : column;
  }
}
