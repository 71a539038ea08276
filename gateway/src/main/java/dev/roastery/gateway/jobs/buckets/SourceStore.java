package dev.roastery.gateway.jobs.buckets;

import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.input.source.ObjectFolder;
import dev.roastery.input.source.ObjectSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A bucket that a job's objects are read from, and the threads that ask it for what is ahead. */
final class SourceStore implements AutoCloseable {

  private static final int REQUESTS_MAX = 8;

  private final ObjectStore store;
  private final ExecutorService requests =
      Executors.newFixedThreadPool(
          REQUESTS_MAX, Thread.ofPlatform().daemon().name("source-", 0).factory());

  SourceStore(ObjectStore store) {
    this.store = store;
  }

  /** Not to be closed. */
  ObjectFolder list(String address) throws StoreException {
    return ObjectFolder.list(store, address, requests);
  }

  ObjectSource object(ObjectSource.Version version, String shown) {
    return new ObjectSource(store, version, shown, requests);
  }

  @Override
  public void close() {
    requests.shutdownNow();
    store.close();
  }
}
