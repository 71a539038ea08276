package dev.roastery.common.query.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.value.RowOrder.By;
import dev.roastery.testkit.TestRows;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowOrderTest {

  @Test
  void nullsComeFirstAmongKeys() {
    Rows rows = TestRows.wholes(3L, null, -1L);
    assertThat(SortedRows.by(RowOrder.ascending(1), rows)).containsExactly(1, 2, 0);
  }

  @Test
  void nullsRankLastInEitherDirection() {
    Rows rows = TestRows.wholes(3L, null, -1L);
    assertThat(SortedRows.by(by(By.DESCENDING_NULLS_LAST), rows)).containsExactly(0, 2, 1);
    assertThat(SortedRows.by(by(By.ASCENDING_NULLS_LAST), rows)).containsExactly(2, 0, 1);
  }

  @Test
  void textsCompareByUnsignedBytesNotByUtf16() {
    // U+FFFD comes before U+1F600, though its UTF-16 unit is above the surrogates.
    Rows rows = TestRows.texts("\uD83D\uDE00", "\uFFFD", "é", "z", "", null);
    assertThat(SortedRows.by(RowOrder.ascending(1), rows)).containsExactly(5, 4, 3, 2, 1, 0);
  }

  @Test
  void extremesDoNotOverflow() {
    Rows rows = TestRows.wholes(Long.MAX_VALUE, Long.MIN_VALUE, 0L);
    assertThat(SortedRows.by(by(By.DESCENDING_NULLS_LAST), rows)).containsExactly(0, 2, 1);
  }

  @Test
  void theSecondColumnDecidesWhereTheFirstIsEqual() {
    ColumnType whole = new ColumnType.Whole();
    Rows rows = TestRows.of(TestRows.longs(whole, 1L, 1L, 0L), TestRows.longs(whole, 5L, 7L, 6L));
    RowOrder order =
        new RowOrder(
            List.of(
                new RowOrder.Key(0, By.ASCENDING_NULLS_FIRST),
                new RowOrder.Key(1, By.DESCENDING_NULLS_LAST)));
    assertThat(SortedRows.by(order, rows)).containsExactly(2, 1, 0);
    assertThat(order.compare(rows, 0, rows, 1)).isPositive();
    assertThat(order.compare(rows, 1, rows, 1)).isZero();
  }

  private static RowOrder by(By by) {
    return new RowOrder(List.of(new RowOrder.Key(0, by)));
  }
}
