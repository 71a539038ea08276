package dev.roastery.common.durable;

import dev.roastery.common.fault.FatalReason;

/**
 * The bytes that were read cannot be used. The caller decides: it may use another file, or read
 * again if the directory has changed meanwhile; otherwise the damage is fatal, for this reason.
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
