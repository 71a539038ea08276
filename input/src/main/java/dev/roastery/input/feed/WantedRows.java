package dev.roastery.input.feed;

import dev.roastery.common.kernel.ValueTest;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.bound.BoundCondition;
import dev.roastery.common.query.bound.BoundCondition.Holds;
import dev.roastery.common.query.bound.BoundCondition.IsNotNull;
import dev.roastery.common.query.bound.BoundCondition.IsNull;
import dev.roastery.common.query.bound.BoundCondition.Numbers;
import dev.roastery.common.query.bound.BoundCondition.Texts;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.input.csv.column.RowFilter;
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

  private final List<String> reads = new ArrayList<>();

  /** These hold for every row that any query wants; they count columns as {@link #reads} does. */
  private final List<Test> common;

  /** And of these lists, all of one; none when the common ones are all that can be said. */
  private final List<List<Test>> either;

  /** A condition on one of the columns that are read. */
  private record Test(int column, ValueTest.OfNumbers test) {

    /** Moves those of the first {@code count} rows that pass to the front; returns how many. */
    int keep(Block block, int[] rows, int count) {
      return test.select(block.values(column), block.nulls(column), rows, count, rows);
    }
  }

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

  /** A row that passes the longer list has passed the shorter one. */
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
      if (condition instanceof Holds) {
        continue; // looked at when the row has been read
      }
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
      case Holds _ -> throw new IllegalArgumentException("a condition on more than one column");
    };
  }

  private Test test(Named named) {
    if (!reads.contains(named.column())) {
      reads.add(named.column());
    }
    return new Test(reads.indexOf(named.column()), ValueTest.ofNumbers(named.condition()));
  }

  @Override
  public List<String> reads() {
    return reads;
  }

  @Override
  public int choose(Block block, int[] rows, int count) {
    int left = count;
    for (Test test : common) {
      left = test.keep(block, rows, left);
    }
    return either.isEmpty() ? left : keepEither(block, rows, left);
  }

  /** List by list, each test over all rows: a loop for each kind of test costs the least. */
  private int keepEither(Block block, int[] rows, int count) {
    if (count == 0) {
      return 0;
    }
    int first = rows[0];
    boolean[] wanted = new boolean[rows[count - 1] - first + 1];
    int[] some = new int[count];
    for (List<Test> tests : either) {
      System.arraycopy(rows, 0, some, 0, count);
      int left = count;
      for (Test test : tests) {
        left = test.keep(block, some, left);
      }
      for (int i = 0; i < left; i++) {
        wanted[some[i] - first] = true;
      }
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      rows[kept] = row;
      kept += wanted[row - first] ? 1 : 0;
    }
    return kept;
  }
}
