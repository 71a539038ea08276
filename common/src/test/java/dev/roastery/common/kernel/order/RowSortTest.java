package dev.roastery.common.kernel.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.value.RowOrder;
import dev.roastery.common.query.value.SortedRows;
import dev.roastery.testkit.Property;
import dev.roastery.testkit.TestRows;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RowSortTest {

  private static final List<String> TEXTS =
      List.of("", "a", "ab", "\0", "\0\0", "beansbeansA", "beansbeansB", "beansbea", "é", "日本");

  @Test
  void sortsAsTheOrderSaysAndKeepsEqualRowsAsTheyAre() {
    Property.check(
        "sorting",
        400,
        random -> {
          Rows rows = rows(random);
          List<RowOrder.Key> keys = new ArrayList<>();
          for (int key = random.nextInt(1, 4); key > 0; key--) {
            RowOrder.By by = List.of(RowOrder.By.values()).get(random.nextInt(3));
            keys.add(new RowOrder.Key(random.nextInt(rows.columns().size()), by));
          }
          RowOrder order = new RowOrder(keys);
          assertThat(RowSort.sorted(rows, order)).isEqualTo(SortedRows.by(order, rows));
        });
  }

  @Test
  void nullsKeepTheirPlaceEvenWhereNumbersTakeTheWholeRange() {
    Rows rows = TestRows.wholes(Long.MIN_VALUE, null, Long.MAX_VALUE, 0L, null, Long.MIN_VALUE);
    for (RowOrder.By by : RowOrder.By.values()) {
      RowOrder order = new RowOrder(List.of(new RowOrder.Key(0, by)));
      assertThat(RowSort.sorted(rows, order)).as("%s", by).isEqualTo(SortedRows.by(order, rows));
    }
  }

  @Test
  void sortsSomeOfTheRows() {
    Rows rows = TestRows.wholes(5L, 3L, 9L, 1L);
    int[] sorted = RowSort.sorted(rows, new int[] {2, 0, 1}, RowOrder.ascending(1));
    assertThat(sorted).containsExactly(1, 0, 2);
  }

  private static Rows rows(SplittableRandom random) {
    int count = random.nextInt(100);
    Column[] columns = new Column[random.nextInt(1, 4)];
    for (int at = 0; at < columns.length; at++) {
      columns[at] = random.nextInt(3) == 0 ? texts(count, random) : numbers(count, random);
    }
    return TestRows.of(columns);
  }

  private static Column texts(int count, SplittableRandom random) {
    String[] texts = new String[count];
    int different = random.nextInt(1, TEXTS.size() + 1);
    for (int row = 0; row < count; row++) {
      texts[row] = random.nextInt(6) == 0 ? null : TEXTS.get(random.nextInt(different));
    }
    return TestRows.text(texts);
  }

  /** From a few values to all that a long can be. */
  private static Column numbers(int count, SplittableRandom random) {
    Long[] numbers = new Long[count];
    int shift = random.nextInt(Long.SIZE);
    int nulls = random.nextInt(3);
    for (int row = 0; row < count; row++) {
      numbers[row] = random.nextInt(6) < nulls ? null : (Long) (random.nextLong() >> shift);
    }
    return TestRows.longs(new ColumnType.Whole(), numbers);
  }
}
