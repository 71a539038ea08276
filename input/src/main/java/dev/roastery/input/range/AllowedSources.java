package dev.roastery.input.range;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.s3.S3Bucket;
import dev.roastery.input.source.ObjectSource;
import dev.roastery.input.source.PinnedSource;
import dev.roastery.input.source.PinnedSource.Pin;
import dev.roastery.input.source.SharedFolder;
import dev.roastery.input.source.SourceRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The places that the operator allows this process to read: it looks itself, whoever asks. */
public final class AllowedSources implements SharedSources {

  private static final int REQUESTS_MAX = 8;

  private final SourceRules rules;
  private final ExecutorService requests =
      Executors.newFixedThreadPool(
          REQUESTS_MAX, Thread.ofPlatform().daemon().name("fetch-", 0).factory());

  /** The operator's, open from the first use on. Guarded by itself. */
  private final Map<S3Bucket, ObjectStore> open = new HashMap<>();

  public AllowedSources(SourceRules rules) {
    this.rules = rules;
  }

  @Override
  public PinnedSource open(String address, String version, long size) throws IOException {
    int slash = address.lastIndexOf('/');
    String name = address.substring(slash + 1);
    return switch (place(address.substring(0, Math.max(0, slash)))) {
      case SourceRules.Place.Folder(Path folder) ->
          new SharedFolder(folder).file(new Pin(name, version, size));
      case SourceRules.Place.Bucket(S3Bucket bucket) -> {
        S3Bucket rule = SourceRules.rule(bucket, rules.buckets()).orElseThrow();
        String below = bucket.prefix().substring(rule.prefix().length()) + "/" + name;
        ObjectName object = new ObjectName(below.replaceFirst("^/", ""));
        yield new ObjectSource(
            store(rule),
            new ObjectSource.Version(object, new ETag(version), size),
            address,
            requests);
      }
    };
  }

  private SourceRules.Place place(String address) {
    try {
      return rules
          .allowed(address)
          .orElseThrow(() ->
              new JobFailure(
                  "this worker may not read "
                      + address
                      + ": its operator allows places with --sources"));
    } catch (IllegalArgumentException e) {
      throw new JobFailure(address + " is no place to read from: " + e.getMessage());
    }
  }

  private ObjectStore store(S3Bucket bucket) throws StoreException {
    synchronized (open) {
      ObjectStore known = open.get(bucket);
      if (known == null) {
        known = rules.stores().open(bucket);
        open.put(bucket, known);
      }
      return known;
    }
  }

  @Override
  public void close() {
    requests.shutdownNow();
    synchronized (open) {
      open.values().forEach(ObjectStore::close);
    }
  }
}
