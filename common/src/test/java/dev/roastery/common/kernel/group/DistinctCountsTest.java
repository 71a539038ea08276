package dev.roastery.common.kernel.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.kernel.Selection;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.testkit.Property;
import dev.roastery.testkit.rows.Columns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DistinctCountsTest {

  private static final ColumnType WHOLE = new ColumnType.Whole();

  private static long[] counts(DistinctCounts of, int groupCount) {
    return ((Column.Longs) of.result(WHOLE, groupCount)).values();
  }

  /** Near, far, both one after the other, and at the ends of the range. */
  private static LongSupplier values(SplittableRandom random) {
    long base = random.nextLong();
    return switch (random.nextInt(5)) {
      case 0 -> () -> base + random.nextInt(5_000);
      case 1 -> random::nextLong;
      case 2 -> () -> random.nextInt(400) == 0 ? random.nextLong() : random.nextInt(-99, 99);
      case 3 -> () -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
      default -> () -> random.nextInt() - (1L << 40);
    };
  }

  @Test
  void valuesOfEachGroupCountOnceHoweverFarTheyAreFromEachOther() {
    Property.check(
        "distinct counts",
        60,
        random -> {
          int groupCount = random.nextInt(1, 20);
          List<Set<Long>> expected = new ArrayList<>();
          for (int group = 0; group < groupCount; group++) {
            expected.add(new HashSet<>());
          }
          DistinctCounts counted = new DistinctCounts(WHOLE);
          LongSupplier values = values(random);
          for (int batch = random.nextInt(5); batch >= 0; batch--) {
            int count = random.nextInt(6_000);
            int known = batch == 0 ? groupCount : random.nextInt(1, groupCount + 1);
            long[] column = new long[count];
            int[] nulls = IntStream.range(0, count).filter(_ -> random.nextInt(9) == 0).toArray();
            int[] groups = new int[count];
            for (int row = 0; row < count; row++) {
              groups[row] = random.nextInt(known);
              column[row] = values.getAsLong();
              if (Arrays.binarySearch(nulls, row) < 0) {
                expected.get(groups[row]).add(column[row]);
              }
            }
            counted.grow(known);
            int[] rows = Selection.all(count).rows();
            Column of = Columns.withNulls(Columns.wholes(column), nulls);
            counted.add(of, rows, 0, count, groups);
          }
          counted.grow(groupCount);
          assertThat(counts(counted, groupCount))
              .containsExactly(expected.stream().mapToLong(Set::size).toArray());
        });
  }

  @Test
  void aTextCountsOnce() {
    DistinctCounts counted = new DistinctCounts(new ColumnType.Text());
    counted.grow(2);
    int[] rows = Selection.all(5).rows();
    counted.add(Columns.texts("a", "", null, "a", "b"), rows, 0, 5, new int[] {0, 0, 0, 0, 1});
    assertThat(counts(counted, 2)).containsExactly(2, 1);
  }

  /** One value in each group, and each far from that of the next. */
  @Test
  void farValuesTakeNoMoreMemoryThanPairsDo() {
    DistinctCounts counted = new DistinctCounts(WHOLE);
    int count = 10_000;
    int[] groups = Selection.all(count).rows();
    counted.grow(count);
    for (int times = 0; times < 3; times++) {
      long[] values = new long[count];
      for (int row = 0; row < count; row++) {
        values[row] = times * 1_000_003L;
      }
      counted.add(Columns.wholes(values), groups, 0, count, groups);
    }
    assertThat(counted.bytes()).isLessThan(8 << 20);
    assertThat(counts(counted, count)).containsOnly(3);
  }

  /** Ids that come often, and one far from them: rows are many, values are not. */
  @Test
  void repeatedValuesMakeNoRoomForOneThatIsFar() {
    DistinctCounts counted = new DistinctCounts(WHOLE);
    int count = 1 << 12;
    long[] ids = LongStream.range(0, count).toArray();
    int[] rows = Selection.all(count).rows();
    counted.grow(1);
    for (int times = 0; times < 1 << 9; times++) {
      counted.add(Columns.wholes(ids), rows, 0, count, new int[count]);
    }
    counted.add(Columns.wholes(1L << 26), rows, 0, 1, new int[1]);
    assertThat(counted.bytes()).isLessThan(1 << 20);
    assertThat(counts(counted, 1)).containsExactly(count + 1);
  }

  @Test
  void theArrayOfEachGroupCounts() {
    DistinctCounts counted = new DistinctCounts(WHOLE);
    int count = 1_000;
    int[] groups = Selection.all(count).rows();
    counted.grow(count);
    counted.add(Columns.wholes(new long[count]), groups, 0, count, groups);
    int header = 16;
    int reference = 8;
    assertThat(counted.bytes()).isGreaterThan(count * (header + reference + 2L * Long.BYTES));
  }
}
