package dev.roastery.common.partition.poison;

/** A stage threw: the partition is to be closed, and opened again after a pause. */
public final class ReopenPartition extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final long pauseMillis;

  public ReopenPartition(RuntimeException cause, long pauseMillis) {
    super(cause);
    this.pauseMillis = pauseMillis;
  }

  public long pauseMillis() {
    return pauseMillis;
  }
}
