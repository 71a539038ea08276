package dev.roastery.common.durable;

import dev.roastery.common.fault.FatalReason;

/**
 * What was read cannot be used. Whoever asked for it decides: another file may do, or another look
 * when the directory changed meanwhile; otherwise it is fatal, for this reason.
 */
final class Damaged extends Exception {

  private static final long serialVersionUID = 1;

  private final FatalReason reason;

  Damaged(FatalReason reason, String what) {
    super(what);
    this.reason = reason;
  }

  Damaged(FatalReason reason, String what, Throwable cause) {
    super(what, cause);
    this.reason = reason;
  }

  FatalReason reason() {
    return reason;
  }
}
