package dev.roastery.common.fault;

import org.jspecify.annotations.Nullable;

/**
 * A broken promise on its way to the process's end. Nobody catches it to go on: the owner of the
 * thread hands it to whoever ends the process with the reason's exit code (in the simulator: the
 * simulated node).
 */
public final class Fatal extends RuntimeException {

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

  public FatalReason reason() {
    return reason;
  }
}
