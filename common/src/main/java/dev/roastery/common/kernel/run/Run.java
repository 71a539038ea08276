package dev.roastery.common.kernel.run;

import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.message.rows.RowsCodec;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.SpillStore;
import dev.roastery.common.spill.SpilledFile;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * Sorted rows in a file, block by block.
 *
 * @param tier how many merges its rows have seen
 */
record Run(SpilledFile file, long rows, int tier) {

  /** A merge holds a block of each of its runs. */
  private static final int BLOCK_ROWS = 2_048;

  private static final int BLOCK_BYTES = 128 << 10;

  void write(DataOutputStream out) throws IOException {
    file.write(out);
    out.writeLong(rows);
    out.writeInt(tier);
  }

  static Run read(DataInputStream in) throws IOException {
    return new Run(SpilledFile.read(in), in.readLong(), in.readInt());
  }

  /** A run being written. */
  static final class Writer {
    private final SpillStore.Growing file;
    private final int tier;
    private long count;

    Writer(JobSpace space, int tier) {
      this.file = space.create();
      this.tier = tier;
    }

    /** Appends these rows, in the order of {@code numbers}. */
    void append(Rows rows, int[] numbers) {
      int from = 0;
      long bytes = 0;
      for (int to = 0; to < numbers.length; to++) {
        if (to - from == BLOCK_ROWS || bytes > BLOCK_BYTES) {
          block(rows, numbers, from, to);
          from = to;
          bytes = 0;
        }
        bytes += bytesOf(rows, numbers[to]);
      }
      if (from < numbers.length) {
        block(rows, numbers, from, numbers.length);
      }
      count += numbers.length;
    }

    private static long bytesOf(Rows rows, int row) {
      long bytes = 0;
      for (Column column : rows.columns()) {
        bytes += Long.BYTES + (column instanceof Column.Texts texts ? texts.length(row) : 0);
      }
      return bytes;
    }

    private void block(Rows rows, int[] numbers, int from, int to) {
      file.append(RowsCodec.encode(RowGather.rows(rows, numbers, from, to)));
    }

    /** How many were appended. */
    long rows() {
      return count;
    }

    Run finish() {
      return new Run(file.finish(), count, tier);
    }

    /** The run is not wanted after all. */
    void discard() {
      file.discard();
    }
  }
}
