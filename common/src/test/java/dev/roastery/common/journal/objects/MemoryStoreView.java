package dev.roastery.common.journal.objects;

import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.testkit.store.MemoryStore;
import java.util.List;

/** One process's way to a store; each call first passes {@link #reached}. */
class MemoryStoreView implements ObjectStore {

  private final MemoryStore store;

  MemoryStoreView(MemoryStore store) {
    this.store = store;
  }

  void reached() {
    // Nothing happens in between.
  }

  @Override
  public Creation create(ObjectName name, Content content) {
    reached();
    return store.create(name, content);
  }

  @Override
  public Got get(ObjectName name, ByteRange range, ETag etag) {
    reached();
    return store.get(name, range, etag);
  }

  @Override
  public void put(ObjectName name, Content content) {
    reached();
    store.put(name, content);
  }

  @Override
  public void delete(ObjectName name) {
    reached();
    store.delete(name);
  }

  @Override
  public List<ListedObject> list(String prefix) {
    reached();
    return store.list(prefix);
  }

  @Override
  public void close() {
    // The store stays.
  }
}
