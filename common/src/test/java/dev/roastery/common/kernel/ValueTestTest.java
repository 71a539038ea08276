package dev.roastery.common.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.bound.BoundCondition;
import dev.roastery.common.query.bound.BoundCondition.Range;
import dev.roastery.common.query.bound.BoundCondition.Reading;
import dev.roastery.common.query.bound.BoundCondition.TextRange;
import dev.roastery.common.query.plan.PlainCondition;
import dev.roastery.testkit.Property;
import dev.roastery.testkit.TestRows;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ValueTestTest {

  @Test
  void aColumnIsSelectedRowByRowAsTheConditionSays() {
    Property.check(
        "conditions",
        500,
        random -> {
          boolean texts = random.nextInt(3) == 0;
          Column column = texts ? texts(random) : numbers(random);
          for (BoundCondition condition : conditions(texts, random)) {
            int[] in = random.ints(0, 300).limit(200).distinct().sorted().toArray();
            int[] out = new int[300];
            int passed = ValueTest.of(condition).select(column, in, in.length, out);
            assertThat(Arrays.copyOf(out, passed))
                .as("%s", condition)
                .isEqualTo(
                    IntStream.of(in)
                        .filter(row -> PlainCondition.holds(condition, column, row))
                        .toArray());
          }
        });
  }

  private static List<BoundCondition> conditions(boolean texts, SplittableRandom random) {
    BoundCondition ranges = texts ? textRanges(random) : numberRanges(random);
    return List.of(ranges, new BoundCondition.IsNull(0), new BoundCondition.IsNotNull(0));
  }

  private static BoundCondition numberRanges(SplittableRandom random) {
    List<Range> ranges = new ArrayList<>();
    long low = random.nextInt(4) == 0 ? Long.MIN_VALUE : -100_000;
    for (int left = random.nextInt(4); left > 0; left--) {
      long high = (low < -100_000 ? -90_000 : low) + random.nextInt(60_000);
      ranges.add(new Range(low, left == 1 && random.nextInt(4) == 0 ? Long.MAX_VALUE : high));
      low = high + 2 + random.nextInt(50_000);
    }
    return new BoundCondition.Numbers(
        0, random.nextBoolean() ? Reading.VALUE : Reading.TIME_OF_DAY, ranges);
  }

  private static BoundCondition textRanges(SplittableRandom random) {
    String letters = "abcdefghijkl";
    List<TextRange> ranges = new ArrayList<>();
    for (int at = random.nextInt(4); at < 9; at += 3 + random.nextInt(3)) {
      byte[] before = at > 6 ? null : utf8(letters.substring(at + 1, at + 2));
      ranges.add(new TextRange(utf8(letters.substring(at, at + 1)), before));
    }
    return new BoundCondition.Texts(0, ranges);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Column numbers(SplittableRandom random) {
    Long[] values = new Long[300];
    int nulls = random.nextInt(2);
    for (int row = 0; row < values.length; row++) {
      values[row] = random.nextInt(4) < nulls ? null : (Long) random.nextLong(-120_000, 120_000);
    }
    return TestRows.longs(new ColumnType.Timestamp(), values);
  }

  private static Column texts(SplittableRandom random) {
    String[] values = new String[300];
    for (int row = 0; row < values.length; row++) {
      String text = "" + (char) ('a' + random.nextInt(12)) + (char) ('a' + random.nextInt(2));
      values[row] = random.nextInt(5) == 0 ? null : text.substring(random.nextInt(2));
    }
    return TestRows.text(values);
  }
}
