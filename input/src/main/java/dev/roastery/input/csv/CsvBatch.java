package dev.roastery.input.csv;

import dev.roastery.common.message.rows.Rows;
import dev.roastery.input.PartPosition;

/**
 * The rows between two positions of a part; batch {@code from.batch()} of it.
 *
 * @param rows those that are wanted
 * @param read how many rows there are, with those that are not wanted or cannot be read
 */
public record CsvBatch(PartPosition from, PartPosition to, Rows rows, long read) {

  public long seq() {
    return from.batch();
  }

  public long firstLine() {
    return from.line();
  }

  public long bytes() {
    return to.offset() - from.offset();
  }

  /** The same batch, found out to begin at another line and to have another number. */
  CsvBatch movedTo(PartPosition start) {
    long lines = to.line() - from.line();
    PartPosition end = new PartPosition(to.offset(), start.line() + lines, start.batch() + 1);
    return new CsvBatch(start, end, rows, read);
  }
}
