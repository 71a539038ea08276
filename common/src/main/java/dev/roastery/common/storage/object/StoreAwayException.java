package dev.roastery.common.storage.object;

import org.jspecify.annotations.Nullable;

/** The store was in trouble for too long: it may be well again later. */
public final class StoreAwayException extends StoreException {

  private static final long serialVersionUID = 1;

  public StoreAwayException(String what) {
    this(what, null);
  }

  public StoreAwayException(String what, @Nullable Throwable cause) {
    super(what, cause);
  }
}
