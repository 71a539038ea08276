package dev.roastery.common.storage;

import dev.roastery.common.fault.FatalReason;
import java.io.IOException;
import java.util.Locale;

/** The volume is full, or its quota is used up. */
public final class NoSpaceException extends IOException implements KnownReason {

  private static final long serialVersionUID = 1;

  public NoSpaceException(String what) {
    super(what);
  }

  public NoSpaceException(String what, Throwable cause) {
    super(what, cause);
  }

  @Override
  public FatalReason reason() {
    return FatalReason.NO_SPACE;
  }

  /** Java has no exception for a full disk; the only evidence is the system's message. */
  public static IOException toldFrom(IOException e) {
    String words = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    boolean full = words.contains("no space left") || words.contains("quota exceeded");
    return full ? new NoSpaceException(String.valueOf(e.getMessage()), e) : e;
  }
}
