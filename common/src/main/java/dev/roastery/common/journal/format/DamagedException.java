package dev.roastery.common.journal.format;

import dev.roastery.common.fault.FatalReason;

/**
 * The bytes that were read cannot be used. The caller decides: it may use another file, or read
 * again if the directory has changed meanwhile; otherwise the damage is fatal, for this reason.
 */
public final class DamagedException extends Exception {

  private static final long serialVersionUID = 1;

  private final FatalReason reason;

  public DamagedException(FatalReason reason, String what) {
    super(what);
    this.reason = reason;
  }

  public DamagedException(FatalReason reason, String what, Throwable cause) {
    super(what, cause);
    this.reason = reason;
  }

  public FatalReason reason() {
    return reason;
  }
}
