package dev.roastery.common.storage.object;

import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.storage.KnownReason;
import org.jspecify.annotations.Nullable;

/** The store will not have the request, and will not later: somebody has to change something. */
public final class StoreRefusedException extends StoreException implements KnownReason {

  private static final long serialVersionUID = 1;

  public StoreRefusedException(String what) {
    this(what, null);
  }

  public StoreRefusedException(String what, @Nullable Throwable cause) {
    super(what, cause);
  }

  @Override
  public FatalReason reason() {
    return FatalReason.STORE_REFUSED;
  }
}
