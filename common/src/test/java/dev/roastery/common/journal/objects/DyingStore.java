package dev.roastery.common.journal.objects;

import dev.roastery.testkit.store.MemoryStore;

/** The way to a store of a process that is killed before its nth call. */
final class DyingStore extends MemoryStoreView {

  private int callsLeft;

  DyingStore(MemoryStore store, int dyingAt) {
    super(store);
    callsLeft = dyingAt;
  }

  /** No code of a process survives it. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  @Override
  void reached() {
    if (--callsLeft <= 0) {
      throw new Killed();
    }
  }
}
