package dev.roastery.input.csv.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.message.rows.NullBits;
import dev.roastery.input.csv.Csv;
import dev.roastery.input.csv.CsvProblem;
import dev.roastery.input.csv.Generated;
import dev.roastery.input.csv.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowFilterTest {

  /** Rows whose column is not null and passes. */
  private record Where(String column, LongPredicate test) implements RowFilter {
    @Override
    public List<String> reads() {
      return List.of(column);
    }

    @Override
    public int choose(Block block, int[] rows, int count) {
      int kept = 0;
      for (int i = 0; i < count; i++) {
        int row = rows[i];
        if (!NullBits.isNull(block.nulls(0), row) && test.test(block.values(0)[row])) {
          rows[kept++] = row;
        }
      }
      return kept;
    }
  }

  private static final CsvScan ALL = CsvScan.of(Csv.ORDERS);

  @Test
  void rowsThatAreNotChosenAreLeftOut() {
    CsvScan scan = ALL.where(new Where("amount", amount -> amount >= 200));
    Outcome outcome =
        Outcome.of(Csv.whole(Csv.HEADER + "1,1,a,,\n2,2,b,,\n3,,c,,\n4,4,,,\n", scan));
    assertThat(outcome.rows())
        .containsExactly(
            Arrays.asList(2L, 200L, "b", null, null), Arrays.asList(4L, 400L, null, null, null));
  }

  @Test
  void columnIsNullWhereItIsNotWanted() {
    CsvScan scan = ALL.only("name", new Where("amount", amount -> amount >= 200));
    Outcome outcome =
        Outcome.of(Csv.whole(Csv.HEADER + "1,1,a,,\n2,2,b,,\n3,,c,,\n4,4,d,,\n", scan));
    assertThat(outcome.rows()).extracting(row -> row.get(2)).containsExactly(null, "b", null, "d");
    assertThat(outcome.rows()).extracting(row -> row.get(0)).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void wrongValueIsFoundOnlyWhereItIsLookedAt() {
    CsvScan scan =
        ALL.where(new Where("amount", amount -> amount >= 200))
            .only("id", new Where("amount", amount -> amount >= 300));
    String part =
        Csv.HEADER + "x,1,,,\n,1,,y,\nx,2,,,\n,2,,y,\nx,3,,,\n,3,,y,\n,z,,,\n7,3,,,\n8,2,,,\n";
    Outcome outcome = Outcome.skipping(Csv.whole(part, scan));
    assertThat(outcome.skipped())
        .extracting(CsvProblem.BadRow::line)
        .containsExactly(5L, 6L, 7L, 8L);
    assertThat(outcome.rows()).extracting(List::getFirst).containsExactly(null, 7L, null);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void filteringWhileReadingIsFilteringAfterwards(long seed) {
    Random random = new Random(seed);
    byte[] part = Csv.bytes(Generated.part(random, 2000));
    LongPredicate some = at -> at % 3 == 0;
    LongPredicate few = amount -> amount % 7 == 0;
    CsvLimits limits = CsvLimits.DEFAULT.batchesOf(9000).blocksOf(1 + random.nextInt(3000));
    CsvScan scan =
        ALL.where(new Where("at", some))
            .only("name", new Where("amount", few))
            .only("day", new Where("amount", some))
            .within(limits);
    List<List<Object>> expected = new ArrayList<>();
    for (List<Object> row : Outcome.skipping(Csv.whole(part, ALL)).rows()) {
      if (row.get(4) != null && some.test((long) row.get(4))) {
        boolean named = row.get(1) != null && few.test((long) row.get(1));
        boolean dated = row.get(1) != null && some.test((long) row.get(1));
        Object name = named ? row.get(2) : null;
        expected.add(
            Arrays.asList(row.get(0), row.get(1), name, dated ? row.get(3) : null, row.get(4)));
      }
    }
    Outcome whole = Outcome.skipping(Csv.whole(part, scan));
    // Rows that are invalid only in columns that are not parsed are valid now.
    assertThat(whole.rows())
        .containsAll(expected)
        .hasSizeBetween(expected.size(), expected.size() + 20);
    assertThat(expected).hasSizeGreaterThan(200);
    assertThat(Outcome.skipping(Csv.parallel(part, 2, scan))).isEqualTo(whole);
  }

  @Test
  void filterReadsOnlyWantedUnfilteredNumbers() {
    Where onText = new Where("name", _ -> true);
    Where onDay = new Where("day", _ -> true);
    Where onOther = new Where("x", _ -> true);
    assertThatThrownBy(() -> ALL.where(onText)).hasMessageContaining("it is text");
    assertThatThrownBy(() -> ALL.where(onOther)).hasMessageContaining("no column x");
    assertThatThrownBy(() -> ALL.only("x", onDay)).hasMessageContaining("no column x");
    assertThatThrownBy(() -> ALL.only("day", onDay)).hasMessageContaining("itself filtered");
    assertThatThrownBy(() -> ALL.only("day", new Where("id", _ -> true)).where(onDay))
        .hasMessageContaining("itself filtered");
  }
}
