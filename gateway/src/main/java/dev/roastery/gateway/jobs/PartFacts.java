package dev.roastery.gateway.jobs;

import dev.roastery.gateway.jobs.service.PartName;
import org.jspecify.annotations.Nullable;

/**
 * What a job's log says of one of its parts.
 *
 * @param number among the parts of its table: what it is called as a sender
 * @param whole null while it is coming in; how far it is then says its own file
 */
public record PartFacts(PartName name, int number, boolean packed, @Nullable Whole whole) {

  /** All there is to know of a part that is complete. */
  public record Whole(long offset, long batches, long rejected, long rejectedBytes, long rows) {}

  public boolean isComplete() {
    return whole != null;
  }

  /** How many batches it has in the end; 0 until that is known. */
  public long batches() {
    return whole == null ? 0 : whole.batches();
  }
}
