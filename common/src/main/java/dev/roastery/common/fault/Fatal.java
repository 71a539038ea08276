package dev.roastery.common.fault;

import org.jspecify.annotations.Nullable;

/**
 * A broken promise on its way to the end of the process. It is an Error, so that code which catches
 * exceptions does not catch it: it unwinds to the owner of the thread, which ends the process with
 * the reason's exit code (in the simulator: the simulated node).
 */
public final class Fatal extends Error {

  private static final long serialVersionUID = 1;

  private final FatalReason reason;

  /**
   * @param what what was found, where (file and offset, or queue), and what to do next
   */
  public Fatal(FatalReason reason, String what) {
    this(reason, what, null);
  }

  public Fatal(FatalReason reason, String what, @Nullable Throwable cause) {
    super(reason + ": " + what, cause);
    this.reason = reason;
  }

  /**
   * The Fatal for anything that a thread's work throws: a Fatal itself; anything else was not
   * foreseen, and the thread cannot resume after it.
   *
   * @param where the thread or the callback that failed
   */
  public static Fatal of(Throwable thrown, String where) {
    return thrown instanceof Fatal fatal
        ? fatal
        : new Fatal(FatalReason.BROKEN_INVARIANT, where + " failed: " + thrown, thrown);
  }

  public FatalReason reason() {
    return reason;
  }
}
