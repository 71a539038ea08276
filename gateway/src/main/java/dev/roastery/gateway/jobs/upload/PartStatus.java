package dev.roastery.gateway.jobs.upload;

import dev.roastery.gateway.jobs.service.JobView.PartView;
import dev.roastery.gateway.jobs.service.PartName;

/**
 * How much of a part is safe.
 *
 * @param offset where its client continues
 * @param batches that the broker has confirmed
 * @param rejected rows before the end of these batches that were skipped
 * @param rejectedBytes how much of the file of skipped rows counts
 * @param rows of these batches, with those that were skipped or not wanted
 * @param bytes of its file that are in: the offset, or, of a part that can only be sent as a whole,
 *     what has come
 */
public record PartStatus(
    long offset, long batches, long rejected, long rejectedBytes, long rows, long bytes) {

  public static final PartStatus NOTHING = new PartStatus(0, 0, 0, 0, 0);

  /** Of a part that can be resumed. */
  public PartStatus(long offset, long batches, long rejected, long rejectedBytes, long rows) {
    this(offset, batches, rejected, rejectedBytes, rows, offset);
  }

  public PartStatus having(long bytesCome) {
    return new PartStatus(offset, batches, rejected, rejectedBytes, rows, bytesCome);
  }

  /** Of both together. */
  public PartStatus plus(PartStatus other) {
    return new PartStatus(
        offset + other.offset,
        batches + other.batches,
        rejected + other.rejected,
        rejectedBytes + other.rejectedBytes,
        rows + other.rows,
        bytes + other.bytes);
  }

  public PartView view(PartName part, int number, boolean complete) {
    return new PartView(
        part.table(), part.name(), number, offset, complete, batches, rejected, rows, bytes);
  }
}
