package dev.roastery.gateway.jobs.service;

/** Where a job is in its life. */
public enum JobState {
  CREATED,
  UPLOADING,
  WAITING_FOR_APPROVAL,
  RUNNING,
  NOTIFYING,
  COMPLETED,

  /** On its way out: every partition is asked to forget it. */
  FAILING,
  FAILED,
  CANCELLING,
  CANCELLED,
  EXPIRING,
  EXPIRED;

  /** Nothing will change any more, and no partition knows the job. */
  public boolean isTerminal() {
    return switch (this) {
      case COMPLETED, FAILED, CANCELLED, EXPIRED -> true;
      default -> false;
    };
  }

  /** Parts may come. */
  public boolean takesParts() {
    return this == CREATED || this == UPLOADING;
  }
}
