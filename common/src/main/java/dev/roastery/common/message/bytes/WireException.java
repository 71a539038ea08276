package dev.roastery.common.message.bytes;

import org.jspecify.annotations.Nullable;

/**
 * Bytes that are not what they should be. It is a checked exception because the caller must decide
 * what happens to the job: the job fails with this message as its reason, and other jobs are not
 * affected.
 */
public final class WireException extends Exception {

  private static final long serialVersionUID = 1;

  /** What is wrong with the bytes. */
  public enum Reason {
    TOO_SHORT,
    TOO_LARGE,
    NOT_A_MESSAGE,
    BAD_CHECKSUM,
    FORMAT_TOO_NEW,
    UNKNOWN_TYPE,
    MALFORMED
  }

  private final Reason reason;

  public WireException(Reason reason, String what) {
    this(reason, what, null);
  }

  public WireException(Reason reason, String what, @Nullable Throwable cause) {
    super(reason + ": " + what, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
