package dev.roastery.gateway.jobs.service;

/** The states of a job. */
public enum JobState {
  CREATED,
  UPLOADING,
  WAITING_FOR_APPROVAL,
  RUNNING,
  NOTIFYING,
  COMPLETED,

  /** Ending: every partition is asked to discard the job. */
  FAILING,
  FAILED,
  CANCELLING,
  CANCELLED,
  EXPIRING,
  EXPIRED;

  /** The job has ended: it does not change, and no partition has anything of it. */
  public boolean isTerminal() {
    return switch (this) {
      case COMPLETED, FAILED, CANCELLED, EXPIRED -> true;
      default -> false;
    };
  }

  /** Whether parts may be uploaded. */
  public boolean takesParts() {
    return this == CREATED || this == UPLOADING;
  }
}
