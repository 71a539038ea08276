package dev.roastery.common.fault;

/**
 * A job cannot continue and a retry would not help: it fails with this reason; other jobs are not
 * affected.
 */
public final class JobFailure extends RuntimeException {

  private static final long serialVersionUID = 1;

  public JobFailure(String reason) {
    super(reason);
  }
}
