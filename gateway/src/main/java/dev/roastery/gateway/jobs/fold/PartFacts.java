package dev.roastery.gateway.jobs.fold;

import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.upload.PartStatus;
import org.jspecify.annotations.Nullable;

/**
 * What a job's log says about one of its parts.
 *
 * @param attempt of the job that it was sent to
 * @param number among the parts of its table, which is its number as a sender
 * @param place among all parts of the attempt, counted from 1: it never changes
 * @param whole null until the part is complete; until then its ledger has its status
 */
public record PartFacts(
    PartName name, int attempt, int number, int place, boolean packed, @Nullable PartStatus whole) {

  PartFacts completed(PartStatus all) {
    return new PartFacts(name, attempt, number, place, packed, all);
  }

  public boolean isComplete() {
    return whole != null;
  }

  /** The number of its batches; 0 until that is known. */
  public long batches() {
    return whole == null ? 0 : whole.batches();
  }
}
