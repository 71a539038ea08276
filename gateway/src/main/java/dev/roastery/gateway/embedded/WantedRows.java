package dev.roastery.gateway.embedded;

import dev.roastery.common.plan.BoundCondition;
import dev.roastery.common.plan.BoundCondition.IsNotNull;
import dev.roastery.common.plan.BoundCondition.IsNull;
import dev.roastery.common.plan.BoundCondition.Numbers;
import dev.roastery.common.plan.BoundCondition.Range;
import dev.roastery.common.plan.BoundCondition.Texts;
import dev.roastery.common.plan.BoundQuery;
import dev.roastery.common.plan.ColumnSpec;
import dev.roastery.common.wire.ColumnType;
import dev.roastery.gateway.ingest.RowFilter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the rows that some query may want, as far as numbers, dates and timestamps tell. A row
 * too many does no harm, for the aggregators apply every condition themselves; a row too few would.
 */
final class WantedRows implements RowFilter {

  /** A condition on the values of column {@code column} of {@link #reads}. */
  private record Test(int column, BoundCondition condition) {}

  private final List<String> reads = new ArrayList<>();

  /** These hold for every row that any query wants. */
  private final List<Test> common;

  /** And of these lists, all of one; none when the common ones are all that can be said. */
  private final List<List<Test>> either;

  private WantedRows(List<Set<Named>> queries) {
    Set<Named> shared = new LinkedHashSet<>(queries.getFirst());
    queries.forEach(shared::retainAll);
    this.common = shared.stream().map(this::test).toList();
    List<Set<Named>> rest = new ArrayList<>();
    for (Set<Named> query : queries) {
      Set<Named> own = new LinkedHashSet<>(query);
      own.removeAll(shared);
      rest.add(own);
    }
    this.either =
        rest.stream().anyMatch(Set::isEmpty)
            ? List.of()
            : rest.stream()
                .filter(own -> rest.stream().noneMatch(other -> impliesOther(own, other)))
                .distinct()
                .map(own -> own.stream().map(this::test).toList())
                .toList();
  }

  /** Who passes the longer list has passed the shorter one. */
  private static boolean impliesOther(Set<Named> own, Set<Named> other) {
    return own.size() > other.size() && own.containsAll(other);
  }

  /** A condition with the name of its column in place of a query's number for it. */
  private record Named(String column, BoundCondition condition) {}

  /** The filter for these queries of one table; null when it would let all rows through. */
  static @Nullable WantedRows of(List<BoundQuery> queries) {
    WantedRows filter = new WantedRows(queries.stream().map(WantedRows::conditions).toList());
    return filter.common.isEmpty() && filter.either.isEmpty() ? null : filter;
  }

  private static Set<Named> conditions(BoundQuery query) {
    Set<Named> named = new LinkedHashSet<>();
    for (BoundCondition condition : query.where()) {
      ColumnSpec column = query.reads().get(condition.column());
      if (!(column.type() instanceof ColumnType.Text)) {
        named.add(new Named(column.name(), atAnyPlace(condition)));
      }
    }
    return named;
  }

  /** Queries number their columns each in its own way; equal conditions are to be equal. */
  private static BoundCondition atAnyPlace(BoundCondition condition) {
    return switch (condition) {
      case Numbers numbers -> new Numbers(0, numbers.reading(), numbers.ranges());
      case Texts texts -> new Texts(0, texts.ranges());
      case IsNull _ -> new IsNull(0);
      case IsNotNull _ -> new IsNotNull(0);
    };
  }

  private Test test(Named named) {
    if (!reads.contains(named.column())) {
      reads.add(named.column());
    }
    return new Test(reads.indexOf(named.column()), named.condition());
  }

  @Override
  public List<String> reads() {
    return reads;
  }

  @Override
  public int choose(Block block, int[] rows, int count) {
    int left = count;
    for (Test test : common) {
      left = keep(block, test, rows, left);
    }
    return either.isEmpty() ? left : keepEither(block, rows, left);
  }

  private static int keep(Block block, Test test, int[] rows, int count) {
    if (test.condition() instanceof Numbers numbers
        && numbers.reading() == BoundCondition.Reading.VALUE
        && numbers.ranges().size() == 1) {
      return keepInRange(block, test.column(), numbers.ranges().getFirst(), rows, count);
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (holds(block, test, rows[i])) {
        rows[kept++] = rows[i];
      }
    }
    return kept;
  }

  private static int keepInRange(Block block, int column, Range range, int[] rows, int count) {
    long[] values = block.values(column);
    long low = range.low();
    long high = range.high();
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      long value = values[row];
      if (value >= low && value <= high && (value != 0 || !block.isNull(column, row))) {
        rows[kept++] = row;
      }
    }
    return kept;
  }

  private int keepEither(Block block, int[] rows, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      for (List<Test> tests : either) {
        if (allHold(block, tests, rows[i])) {
          rows[kept++] = rows[i];
          break;
        }
      }
    }
    return kept;
  }

  private static boolean allHold(Block block, List<Test> tests, int row) {
    for (int i = 0; i < tests.size(); i++) {
      if (!holds(block, tests.get(i), row)) {
        return false;
      }
    }
    return true;
  }

  private static boolean holds(Block block, Test test, int row) {
    long value = block.values(test.column())[row];
    boolean missing = value == 0 && block.isNull(test.column(), row);
    return switch (test.condition()) {
      case Numbers numbers -> !missing && inSome(numbers, value);
      case IsNull _ -> missing;
      case IsNotNull _ -> !missing;
      case Texts _ -> throw new IllegalStateException("texts are not looked at here");
    };
  }

  private static boolean inSome(Numbers numbers, long value) {
    long read = numbers.reading().of(value);
    for (Range range : numbers.ranges()) {
      if (read >= range.low() && read <= range.high()) {
        return true;
      }
    }
    return false;
  }
}
