package dev.roastery.embedded;

/**
 * The crash of one worker: thrown at a crash point and never caught, it ends the worker's thread
 * and discards everything that was only in its memory.
 */
public final class WorkerCrash extends Error {

  private static final long serialVersionUID = 1;

  public WorkerCrash(String where) {
    super(where);
  }
}
