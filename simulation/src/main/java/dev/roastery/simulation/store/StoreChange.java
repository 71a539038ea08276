package dev.roastery.simulation.store;

import dev.roastery.common.storage.object.ObjectName;

/** A request that changes the store when it takes effect, whoever waits for it by then. */
sealed interface StoreChange {

  ObjectName name();

  /** Whether anything is different afterwards. */
  boolean takeEffect(StoredObjects objects);

  record Create(ObjectName name, byte[] bytes) implements StoreChange {
    @Override
    public boolean takeEffect(StoredObjects objects) {
      return objects.create(name, bytes);
    }

    @Override
    public String toString() {
      return "create of " + name;
    }
  }

  record Put(ObjectName name, byte[] bytes) implements StoreChange {
    @Override
    public boolean takeEffect(StoredObjects objects) {
      return objects.put(name, bytes);
    }

    @Override
    public String toString() {
      return "put of " + name;
    }
  }

  record Delete(ObjectName name) implements StoreChange {
    @Override
    public boolean takeEffect(StoredObjects objects) {
      return objects.delete(name);
    }

    @Override
    public String toString() {
      return "delete of " + name;
    }
  }
}
