package dev.roastery.common.storage.object;

import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.storage.KnownReason;

/** The store says itself that it cannot do what the contract asks. */
public final class StoreUnfitException extends StoreException implements KnownReason {

  private static final long serialVersionUID = 1;

  public StoreUnfitException(String what) {
    super(what, null);
  }

  @Override
  public FatalReason reason() {
    return FatalReason.STORE_UNFIT;
  }
}
