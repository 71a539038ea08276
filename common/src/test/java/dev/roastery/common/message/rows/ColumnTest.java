package dev.roastery.common.message.rows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.testkit.rows.Columns;
import dev.roastery.testkit.rows.LongsBuilder;
import dev.roastery.testkit.rows.RowsBuilder;
import dev.roastery.testkit.rows.TextsBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnTest {

  @Test
  void columnsDifferByTypeCountValuesAndNulls() {
    assertThat(Columns.wholes(0, 1))
        .isEqualTo(Columns.wholes(0, 1))
        .hasSameHashCodeAs(Columns.wholes(0, 1))
        .isNotEqualTo(Columns.dates(0, 1))
        .isNotEqualTo(Columns.wholes(0))
        .isNotEqualTo(Columns.wholes(0, 2))
        .isNotEqualTo(Columns.withNulls(Columns.wholes(0, 1), 0));
    assertThat(Columns.decimals(2, 1)).isNotEqualTo(Columns.decimals(3, 1));
    assertThat(Columns.texts("ab", ""))
        .isEqualTo(Columns.texts("ab", ""))
        .hasSameHashCodeAs(Columns.texts("ab", ""))
        .isNotEqualTo(Columns.texts("a", "b"))
        .isNotEqualTo(Columns.texts("ab", "c"))
        .isNotEqualTo(Columns.texts("ab"))
        .isNotEqualTo(Columns.texts("ab", null));
  }

  @Test
  void buildersKeepValuesAndNullsInOrder() {
    TextsBuilder texts = new TextsBuilder(0);
    LongsBuilder longs = new LongsBuilder(new ColumnType.Date(), 0);
    byte[] line = "7,Latte,9".getBytes(UTF_8);
    for (int row = 0; row < 100; row++) {
      texts.addNull().add(line, 2, 7).add("é");
      longs.addNull().add(row).add(-row);
    }

    Column.Texts names = texts.build();
    Column.Longs days = longs.build();

    assertThat(List.of(texts.count(), longs.count())).containsOnly(300);
    for (int row = 0; row < 300; row += 3) {
      assertThat(List.of(names.isNull(row), days.isNull(row))).containsOnly(true);
      assertThat(List.of(names.isNull(row + 1), days.isNull(row + 2))).containsOnly(false);
      assertThat(List.of(names.text(row), names.text(row + 1), names.text(row + 2)))
          .containsExactly("", "Latte", "é");
      assertThat(days.values()[row + 2]).isEqualTo(-row / 3);
    }
  }

  @Test
  void whatIsBuiltDoesNotChangeWhenTheBuilderGoesOn() {
    TextsBuilder texts = new TextsBuilder(8).add("a").addNull();
    Column before = texts.build();

    texts.addNull().add("b");

    assertThat(before).isEqualTo(Columns.texts("a", null));
    assertThat(texts.build()).isEqualTo(Columns.texts("a", null, null, "b"));
  }

  @Test
  void aColumnShowsItsFirstValues() {
    assertThat(Columns.withNulls(Columns.wholes(1, 0, 3), 1)).hasToString("Whole[][1, null, 3]");
    assertThat(Columns.texts("a", null)).hasToString("Text[][a, null]");
    assertThat(Columns.wholes(new long[21]).toString()).endsWith("0, ...]");
  }

  @Test
  void arraysThatDoNotFitTheCountAreRefused() {
    assertThatThrownBy(() -> new Column.Longs(new ColumnType.Whole(), 2, new long[1], null))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> new Column.Texts(2, new byte[1], new int[] {0, 1, 2}, null))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> new Column.Longs(new ColumnType.Text(), 0, new long[0], null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> new RowsBuilder().with("a", Columns.wholes(1)).with("b", Columns.texts()).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a column of 0, not 1");
  }
}
