package dev.roastery.common.storage.object;

/** The store says itself that it cannot do what the contract asks. */
public final class StoreUnfitException extends StoreException {

  private static final long serialVersionUID = 1;

  public StoreUnfitException(String what) {
    super(what, null);
  }
}
