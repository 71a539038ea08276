package dev.roastery.common.storage.object;

/** The wait between two tries. */
public final class Pause {

  private Pause() {}

  /** An interruption ends the wait and the tries; the thread stays interrupted. */
  public static void of(long millis) throws StoreAwayException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreAwayException("interrupted while waiting for the store", e);
    }
  }
}
