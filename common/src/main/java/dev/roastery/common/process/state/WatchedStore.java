package dev.roastery.common.process.state;

import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreException;
import java.util.List;

/**
 * A store whose requests are watched until they are answered. A list and a large object are many
 * requests, and take their time; for a deletion nobody waits: these are not watched.
 */
record WatchedStore(ObjectStore store, StoreWatch watch) implements ObjectStore {

  private static final long LARGE_BYTES = 8L << 20;

  @Override
  public Creation create(ObjectName name, Content content) throws StoreException {
    try (StoreWatch.Request request = watch.request()) {
      Creation told = store.create(name, content);
      if (!(told instanceof Creation.Unknown)) {
        request.answered();
      }
      return told;
    }
  }

  @Override
  public Got get(ObjectName name, ByteRange range, ETag etag) throws StoreException {
    try (StoreWatch.Request request = watch.request()) {
      Got got = store.get(name, range, etag);
      request.answered();
      return got;
    }
  }

  @Override
  public void put(ObjectName name, Content content) throws StoreException {
    if (content.size() > LARGE_BYTES) {
      store.put(name, content);
      return;
    }
    try (StoreWatch.Request request = watch.request()) {
      store.put(name, content);
      request.answered();
    }
  }

  @Override
  public void delete(ObjectName name) throws StoreException {
    store.delete(name);
  }

  @Override
  public List<ListedObject> list(String prefix) throws StoreException {
    return store.list(prefix);
  }

  @Override
  public void close() {
    store.close();
  }

  @Override
  public String toString() {
    return store.toString();
  }
}
