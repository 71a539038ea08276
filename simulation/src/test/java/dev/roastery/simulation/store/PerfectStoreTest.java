package dev.roastery.simulation.store;

import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.testkit.store.ObjectStoreContract;
import java.util.List;

/** Without faults, the simulated store keeps the contract of all stores. */
class PerfectStoreTest extends ObjectStoreContract {

  private final ObjectStore store = new InLine(AStore.opened(AStore.perfect()));

  @Override
  protected ObjectStore store() {
    return store;
  }

  /** A schedule has one thread: the racers of the contract stand in line. */
  private record InLine(ObjectStore store) implements ObjectStore {

    @Override
    public Creation create(ObjectName name, Content content) throws StoreException {
      synchronized (store) {
        return store.create(name, content);
      }
    }

    @Override
    public Got get(ObjectName name, ByteRange range, ETag etag) throws StoreException {
      synchronized (store) {
        return store.get(name, range, etag);
      }
    }

    @Override
    public void put(ObjectName name, Content content) throws StoreException {
      synchronized (store) {
        store.put(name, content);
      }
    }

    @Override
    public void delete(ObjectName name) throws StoreException {
      synchronized (store) {
        store.delete(name);
      }
    }

    @Override
    public List<ListedObject> list(String prefix) throws StoreException {
      synchronized (store) {
        return store.list(prefix);
      }
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
