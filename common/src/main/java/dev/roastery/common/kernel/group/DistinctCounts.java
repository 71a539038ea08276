package dev.roastery.common.kernel.group;

import dev.roastery.common.kernel.Selection;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts the different values of each group. Those of most groups are ids, which lie close
 * together, as do the numbers that texts get; others are looked up as pairs with their groups.
 */
final class DistinctCounts implements Accumulator {

  private static final ColumnType WHOLE = new ColumnType.Whole();

  private final KeyColumn values;

  /** Null from when a value came that is far from the others. */
  private @Nullable NearNumbers near = new NearNumbers();

  private final GroupIndex pairs =
      new GroupIndex(List.of(KeyColumn.of(WHOLE), KeyColumn.of(WHOLE)));

  private final int[] groupsOf = new int[GroupIndex.BLOCK];
  private final long[] numbers = new long[GroupIndex.BLOCK];

  DistinctCounts(ColumnType type) {
    this.values = KeyColumn.of(type);
  }

  @Override
  public long bytes() {
    return values.bytes() + pairs.bytes() + (near == null ? 0 : near.bytes());
  }

  @Override
  public void grow(int groupCount) {
    if (near != null) {
      near.grow(groupCount);
    }
  }

  @Override
  public void add(@Nullable Column column, int[] rows, int from, int count, int[] groups) {
    Column of = Objects.requireNonNull(column);
    for (int at = 0; at < count; at += GroupIndex.BLOCK) {
      int some = Math.min(GroupIndex.BLOCK, count - at);
      values.read(of, rows, from + at, some, numbers);
      int present = 0;
      for (int i = 0; i < some; i++) {
        groupsOf[present] = groups[at + i];
        numbers[present] = numbers[i];
        present += of.isNull(rows[from + at + i]) ? 0 : 1;
      }
      add(present);
    }
  }

  private void add(int count) {
    if (near != null) {
      if (near.add(groupsOf, numbers, count) == count) {
        return;
      }
      near.drain(this::addPairs);
      near = null;
    }
    addPairs(groupsOf, numbers, count);
  }

  private void addPairs(int[] of, long[] values, int count) {
    long[] ofNumber = new long[count];
    for (int i = 0; i < count; i++) {
      ofNumber[i] = of[i];
    }
    Column[] pair = {
      new Column.Longs(WHOLE, count, ofNumber, null), new Column.Longs(WHOLE, count, values, null)
    };
    pairs.number(pair, Selection.all(count).rows(), 0, count, new int[count]);
  }

  @Override
  public void merge(List<Column> other, int[] rows, int from, int count, int[] groups) {
    throw new UnsupportedOperationException("counts do not say of which values they are");
  }

  @Override
  public Column result(ColumnType type, int groupCount) {
    long[] counts = near == null ? countsOfPairs(groupCount) : near.counts(groupCount);
    return new Column.Longs(WHOLE, groupCount, counts, null);
  }

  private long[] countsOfPairs(int groupCount) {
    long[] counts = new long[groupCount];
    long[] ofPair = ((Column.Longs) pairs.column(0)).values();
    for (int pair = 0; pair < pairs.count(); pair++) {
      counts[(int) ofPair[pair]]++;
    }
    return counts;
  }
}
