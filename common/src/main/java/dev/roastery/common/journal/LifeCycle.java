package dev.roastery.common.journal;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;

/**
 * The life cycle of one ownership of a partition; no other class keeps it. It belongs to the thread
 * of the partition. {@link PersistenceService} takes the steps that happen on disk, the owner of
 * the partition the others; each asks here what it may do.
 */
public final class LifeCycle {

  /** Each phase is followed by the next one, or by the end. */
  public enum Phase {
    /** The state is in memory, or on its way there; nothing on disk counts yet. */
    RECOVERING,
    /** The state is durable in this epoch; the proof of the place in line is under way. */
    BEGUN,
    /** This epoch is the one that counts; its deed is under way. */
    SETTLED,
    /** The deed is safe and held: the partition's queue is consumed, its outputs are sent. */
    OWNED,
    /** The partition is released; answers that still arrive from the broker are ignored. */
    CLOSED;

    public boolean canBecome(Phase next) {
      return switch (this) {
        case RECOVERING -> next == BEGUN || next == CLOSED;
        case BEGUN -> next == SETTLED || next == CLOSED;
        case SETTLED -> next == OWNED || next == CLOSED;
        case OWNED -> next == CLOSED;
        case CLOSED -> false;
      };
    }
  }

  private final String what;
  private Phase phase = Phase.RECOVERING;

  /** Of a partition's ownership, which messages call {@code what}. */
  public LifeCycle(String what) {
    this.what = what;
  }

  public void become(Phase next) {
    if (!phase.canBecome(next)) {
      throw new Fatal(
          FatalReason.BROKEN_INVARIANT, what + " cannot become " + next + ", for it is " + phase);
    }
    phase = next;
  }

  public Phase phase() {
    return phase;
  }

  /** Whether the state is durable in this epoch. */
  public boolean hasBegun() {
    return switch (phase) {
      case RECOVERING, CLOSED -> false;
      case BEGUN, SETTLED, OWNED -> true;
    };
  }

  /** Whether this epoch is the one that counts. */
  public boolean isSettled() {
    return switch (phase) {
      case RECOVERING, BEGUN, CLOSED -> false;
      case SETTLED, OWNED -> true;
    };
  }

  public boolean isOwned() {
    return phase == Phase.OWNED;
  }

  public boolean isClosed() {
    return phase == Phase.CLOSED;
  }
}
