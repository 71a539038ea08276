package dev.roastery.common.storage.object;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A store did not do what it was asked. The message is for people, and has no secret in it. */
public abstract sealed class StoreException extends IOException
    permits StoreAwayException, StoreRefusedException, StoreUnfitException {

  private static final long serialVersionUID = 1;

  StoreException(String what, @Nullable Throwable cause) {
    super(what, cause);
  }
}
