package dev.roastery.common.storage;

import dev.roastery.common.fault.FatalReason;
import java.io.IOException;

/** Another owner goes on from where this one wanted to write: this one has no more to say. */
public final class FencedException extends IOException implements KnownReason {

  private static final long serialVersionUID = 1;

  public FencedException(String what) {
    super(what);
  }

  @Override
  public FatalReason reason() {
    return FatalReason.FENCED;
  }
}
