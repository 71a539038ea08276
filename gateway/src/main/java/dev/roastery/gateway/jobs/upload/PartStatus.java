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
 */
public record PartStatus(long offset, long batches, long rejected, long rejectedBytes, long rows) {

  public static final PartStatus NOTHING = new PartStatus(0, 0, 0, 0, 0);

  public PartView view(PartName part, int number, boolean complete) {
    return new PartView(
        part.table(), part.name(), number, offset, complete, batches, rejected, rows);
  }
}
