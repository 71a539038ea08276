package dev.roastery.gateway.jobs.buckets;

import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.s3.S3Bucket;
import dev.roastery.input.source.DatasetFolder;
import dev.roastery.input.source.ObjectFolder;
import dev.roastery.input.source.ObjectSource;
import dev.roastery.input.source.PinnedSource;
import dev.roastery.input.source.SharedFolder;
import dev.roastery.input.source.SourceRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A bucket or folder that a job's parts are read from. */
interface SourceStore extends AutoCloseable {

  /** What is there now; not to be closed. */
  DatasetFolder list() throws IOException;

  /** One of its parts, in one version. */
  PinnedSource part(PinnedSource.Pin pin) throws IOException;

  @Override
  default void close() {}

  static SourceStore of(SourceRules.Place place, SourceRules.Opener stores) throws IOException {
    return switch (place) {
      case SourceRules.Place.Bucket(S3Bucket bucket) ->
          new OfBucket(stores.open(bucket), place.shown());
      case SourceRules.Place.Folder(Path folder) -> new OfFolder(new SharedFolder(folder));
    };
  }

  /** A folder that all nodes see. */
  record OfFolder(SharedFolder folder) implements SourceStore {

    @Override
    public DatasetFolder list() {
      return folder;
    }

    @Override
    public PinnedSource part(PinnedSource.Pin pin) throws IOException {
      return folder.file(pin);
    }
  }

  /** A bucket, and the threads that ask it for what is ahead. */
  final class OfBucket implements SourceStore {

    private static final int REQUESTS_MAX = 8;

    private final ObjectStore store;
    private final String shown;
    private final ExecutorService requests =
        Executors.newFixedThreadPool(
            REQUESTS_MAX, Thread.ofPlatform().daemon().name("source-", 0).factory());

    OfBucket(ObjectStore store, String shown) {
      this.store = store;
      this.shown = shown;
    }

    @Override
    public DatasetFolder list() throws StoreException {
      return ObjectFolder.list(store, shown, requests);
    }

    @Override
    public PinnedSource part(PinnedSource.Pin pin) {
      return new ObjectSource(
          store,
          new ObjectSource.Version(new ObjectName(pin.path()), new ETag(pin.version()), pin.size()),
          shown + "/" + pin.path(),
          requests);
    }

    @Override
    public void close() {
      requests.shutdownNow();
      store.close();
    }
  }
}
