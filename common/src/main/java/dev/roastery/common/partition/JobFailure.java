package dev.roastery.common.partition;

/** A job cannot go on, and trying again would not help: it fails with this reason, alone. */
public final class JobFailure extends RuntimeException {

  private static final long serialVersionUID = 1;

  public JobFailure(String reason) {
    super(reason);
  }
}
