package dev.roastery.common.kernel.group;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.NullBits;
import dev.roastery.common.query.bound.BoundMeasure;
import dev.roastery.common.query.language.Aggregate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One column of a partial result, of all groups by number. Row {@code rows[from + i]} belongs to
 * group {@code groups[i]}.
 */
interface Accumulator {

  /** The memory that it takes. */
  long bytes();

  /** Makes room for this many groups. */
  void grow(int groupCount);

  /** Takes rows of the table in; {@code column} is null where rows are counted. */
  void add(@Nullable Column column, int[] rows, int from, int count, int[] groups);

  /** Takes in what another one of its kind gave as {@link #state}. */
  void merge(List<Column> other, int[] rows, int from, int count, int[] groups);

  /** The given number of groups, from the first on, when all of their rows have come. */
  Column result(ColumnType type, int groupCount);

  /** The same of some of their rows, for a snapshot or the next stage. */
  default List<Column> state(ColumnType type, int groupCount) {
    return List.of(result(type, groupCount));
  }

  /** How many columns {@link #state} has. */
  default int stateColumns() {
    return 1;
  }

  /** Those of a measure, in the order of {@link BoundMeasure#partial}. */
  static List<Accumulator> of(String query, BoundMeasure measure) {
    String sum =
        "query %s: the sum for measure \"%s\" of some group".formatted(query, measure.name());
    return switch (measure.aggregate()) {
      case COUNT -> List.of(new Counts());
      case SUM -> List.of(new Sums(sum));
      case AVG -> List.of(new Sums(sum), new Counts());
      case MIN, MAX ->
          List.of(extremes(measure.aggregate() == Aggregate.MIN ? -1 : 1, measure.columnType()));
    };
  }

  /** The lowest (direction -1) or highest (1) value. */
  static Accumulator extremes(int direction, ColumnType type) {
    return type instanceof ColumnType.Text ? new TextExtremes(direction) : new Extremes(direction);
  }

  /** The bitmap of the groups without a value; null when all have one. */
  static long @Nullable [] nulls(boolean[] present, int count) {
    long @Nullable [] nulls = null;
    for (int group = 0; group < count; group++) {
      if (!present[group]) {
        nulls = NullBits.with(nulls, count, group);
      }
    }
    return nulls;
  }
}
