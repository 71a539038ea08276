package dev.roastery.common.kernel.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.message.rows.RowsCodec;
import dev.roastery.testkit.TestRows;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BatchSlicerTest {

  private static List<Integer> sizes(Rows rows) {
    List<Integer> sizes = new ArrayList<>();
    BatchSlicer.each(
        "q", rows, Selection.all(rows.count()).rows(), bytes -> sizes.add(count(bytes)));
    return sizes;
  }

  private static int count(byte[] bytes) {
    try {
      return RowsCodec.decode(bytes).count();
    } catch (WireException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aBatchEndsAfterSoManyRows() {
    Long[] values = LongStream.range(0, 2 * BatchSlicer.ROWS_MAX + 1).boxed().toArray(Long[]::new);
    assertThat(sizes(TestRows.wholes(values)))
        .containsExactly(BatchSlicer.ROWS_MAX, BatchSlicer.ROWS_MAX, 1);
    assertThat(sizes(TestRows.wholes())).isEmpty();
  }

  @Test
  void aBatchEndsBeforeItGetsTooLong() {
    String half = "x".repeat(BatchSlicer.BYTES_MAX / 2 - 8);
    assertThat(sizes(TestRows.texts(half, half, half))).containsExactly(2, 1);
    String more = "x".repeat(BatchSlicer.BYTES_MAX + 1);
    assertThat(sizes(TestRows.texts(more, "", more, more))).containsExactly(1, 1, 1, 1);
  }

  @Test
  void aRowThatNoMessageCanHoldFailsTheJob() {
    assertThatThrownBy(() -> sizes(TestRows.texts("x".repeat(BatchSlicer.ROW_BYTES_MAX))))
        .isInstanceOf(JobFailure.class)
        .hasMessageContaining("query q: a row of 8,388,616 bytes");
  }
}
