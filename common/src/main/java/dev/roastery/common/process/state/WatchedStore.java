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

/** A store each of whose requests is watched until it is answered. */
record WatchedStore(ObjectStore store, StoreWatch watch) implements ObjectStore {

  @Override
  public Creation create(ObjectName name, Content content) throws StoreException {
    try (StoreWatch.Request _ = watch.request()) {
      return store.create(name, content);
    }
  }

  @Override
  public Got get(ObjectName name, ByteRange range, ETag etag) throws StoreException {
    try (StoreWatch.Request _ = watch.request()) {
      return store.get(name, range, etag);
    }
  }

  @Override
  public void put(ObjectName name, Content content) throws StoreException {
    try (StoreWatch.Request _ = watch.request()) {
      store.put(name, content);
    }
  }

  @Override
  public void delete(ObjectName name) throws StoreException {
    try (StoreWatch.Request _ = watch.request()) {
      store.delete(name);
    }
  }

  @Override
  public List<ListedObject> list(String prefix) throws StoreException {
    try (StoreWatch.Request _ = watch.request()) {
      return store.list(prefix);
    }
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
