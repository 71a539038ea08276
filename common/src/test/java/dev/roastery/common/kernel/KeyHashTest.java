package dev.roastery.common.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.testkit.TestRows;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class KeyHashTest {

  @Test
  void theHashOfAKeyIsFixedForEver() {
    Rows rows =
        TestRows.of(
            TestRows.longs(new ColumnType.Whole(), 4048L, null, -1L),
            TestRows.text("Flat White", "", null));
    assertThat(LongStream.range(0, 3).map(row -> KeyHash.of(rows, (int) row, 2)))
        .containsExactly(1735601928775432890L, -3722265397156096024L, 2345912759131516535L);
    assertThat(KeyHash.of(rows, 0, 0)).isZero();
    assertThat(KeyHash.all(rows, 2))
        .containsExactly(1735601928775432890L, -3722265397156096024L, 2345912759131516535L);
  }
}
