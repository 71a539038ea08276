package dev.roastery.common.kernel.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.testkit.Property;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeyTupleTableTest {

  @Test
  void equalTuplesHaveOneNumberAndOthersAnother() {
    Property.check("tuples", 100, KeyTupleTableTest::tuples);
  }

  private static void tuples(SplittableRandom random) {
    int keys = random.nextBoolean() ? random.nextInt(1, 5) : random.nextInt(5, 17);
    KeyTupleTable tuples = new KeyTupleTable(keys);
    DenseKeyCache window = new DenseKeyCache(keys);
    Map<List<Long>, Integer> expected = new HashMap<>();
    int calm = random.nextInt(6); // blocks before numbers become so large that packing ends
    for (int block = 0; block < 6; block++) {
      int count = random.nextInt(GroupIndex.BLOCK);
      long[][] values = new long[keys][GroupIndex.BLOCK];
      short[] nulls = new short[GroupIndex.BLOCK];
      for (int i = 0; i < count; i++) {
        fill(values, nulls, i, block < calm ? 60 : random.nextInt(Long.SIZE), random);
      }
      int[] numbers = new int[GroupIndex.BLOCK];
      window.add(values, nulls, count, tuples, numbers);
      for (int i = 0; i < count; i++) {
        List<Long> tuple = tuple(values, nulls[i], i);
        assertThat(numbers[i]).isEqualTo(expected.computeIfAbsent(tuple, _ -> expected.size()));
        assertThat(tuples.find(values, nulls, i)).isEqualTo(numbers[i]);
      }
    }
    assertThat(tuples.count()).isEqualTo(expected.size());
    expected.forEach((tuple, number) -> assertThat(read(tuples, keys, number)).isEqualTo(tuple));
  }

  private static void fill(
      long[][] values, short[] nulls, int at, int shift, SplittableRandom random) {
    for (int key = 0; key < values.length; key++) {
      if (random.nextInt(10) == 0) {
        nulls[at] |= (short) (1 << key);
      } else {
        values[key][at] = random.nextLong() >> shift;
      }
    }
  }

  private static List<Long> tuple(long[][] values, short nulls, int at) {
    List<Long> tuple = new ArrayList<>();
    for (int key = 0; key < values.length; key++) {
      tuple.add((nulls >> key & 1) != 0 ? null : values[key][at]);
    }
    return tuple;
  }

  private static List<Long> read(KeyTupleTable tuples, int keys, int number) {
    List<Long> tuple = new ArrayList<>();
    for (int key = 0; key < keys; key++) {
      tuple.add(tuples.isNull(key, number) ? null : tuples.value(key, number));
    }
    return tuple;
  }

  @Test
  void aTupleThatNeverCameIsNotFound() {
    KeyTupleTable tuples = new KeyTupleTable(1);
    tuples.add(new long[][] {{5}}, new short[1], 0);
    assertThat(tuples.find(new long[][] {{6}}, new short[1], 0)).isEqualTo(KeyTupleTable.NONE);
    assertThat(tuples.find(new long[][] {{Long.MIN_VALUE}}, new short[1], 0))
        .isEqualTo(KeyTupleTable.NONE);
    tuples.add(new long[][] {{Long.MIN_VALUE}}, new short[1], 0);
    assertThat(tuples.find(new long[][] {{Long.MIN_VALUE}}, new short[1], 0)).isEqualTo(1);
    assertThat(tuples.find(new long[][] {{0}}, new short[] {1}, 0)).isEqualTo(KeyTupleTable.NONE);
  }
}
