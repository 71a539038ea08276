package dev.roastery.gateway.embedded;

/**
 * The death of one worker: thrown where it passes a crash point, and caught by nobody, it ends the
 * worker's thread with all that was only in its memory.
 */
public final class WorkerCrash extends Error {

  private static final long serialVersionUID = 1;

  public WorkerCrash(String where) {
    super(where);
  }
}
