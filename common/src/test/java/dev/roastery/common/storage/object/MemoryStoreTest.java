package dev.roastery.common.storage.object;

import dev.roastery.testkit.store.MemoryStore;
import dev.roastery.testkit.store.ObjectStoreContract;

/** Our store in memory keeps the contract. */
class MemoryStoreTest extends ObjectStoreContract {

  private final MemoryStore store = new MemoryStore();

  @Override
  protected ObjectStore store() {
    return store;
  }
}
