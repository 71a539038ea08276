package dev.roastery.common.storage.check;

/** A store was seen to break the contract. */
final class UnfitStore extends RuntimeException {

  private static final long serialVersionUID = 1;

  UnfitStore(String how) {
    super(how);
  }
}
