package dev.roastery.input.csv.column;

import dev.roastery.common.message.rows.RowsCodec;

/**
 * Sizes in bytes. Row starts in the same {@code batchBytes} of a part, counted from the end of its
 * header, are one batch: a part read with another size has other batches. A row longer than {@code
 * rowBytesMax} is refused. {@code blockBytes}, what is parsed at once, changes only the speed.
 */
public record CsvLimits(int batchBytes, int rowBytesMax, int blockBytes) {

  public static final CsvLimits DEFAULT = new CsvLimits(4 << 20, 1 << 20, 128 << 10);

  /** Positions in a buffer, and the marks on it, are ints. */
  private static final int MOST = 256 << 20;

  public CsvLimits {
    if (batchBytes < 1 || rowBytesMax < 1 || blockBytes < 1) {
      throw new IllegalArgumentException(
          "a size below one byte: "
              + batchBytes
              + " a batch, "
              + rowBytesMax
              + " a row, "
              + blockBytes
              + " a block");
    }
    if (batchBytes > RowsCodec.ROWS_MAX) {
      throw new IllegalArgumentException(
          "a batch has at most " + RowsCodec.ROWS_MAX + " bytes, for it could have as many rows");
    }
    if (rowBytesMax > MOST || blockBytes > MOST) {
      throw new IllegalArgumentException("rows and blocks have at most " + MOST + " bytes");
    }
  }

  public CsvLimits batchesOf(int bytes) {
    return new CsvLimits(bytes, rowBytesMax, blockBytes);
  }

  public CsvLimits rowsUpTo(int bytes) {
    return new CsvLimits(batchBytes, bytes, blockBytes);
  }

  public CsvLimits blocksOf(int bytes) {
    return new CsvLimits(batchBytes, rowBytesMax, bytes);
  }
}
