package dev.roastery.bench.compare;

import dev.roastery.common.storage.FileDisk;
import dev.roastery.common.storage.object.FileStore;
import dev.roastery.harness.store.FakeFault;
import dev.roastery.harness.store.FakeRequest;
import dev.roastery.testkit.store.FakeS3;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** A server of the S3 API over files of this machine, which are forced, and what it was asked. */
final class LocalStore implements AutoCloseable {

  private final FakeS3 server;
  private final LongAdder bytes = new LongAdder();
  private final Map<String, LongAdder> calls = new TreeMap<>();

  private LocalStore(FakeS3 server) {
    this.server = server;
  }

  /** What is in the folder is deleted. */
  static LocalStore start(Path folder) throws IOException {
    FileDisk.deleteTree(folder);
    LocalStore store = new LocalStore(FakeS3.over(new FileStore(folder)));
    store.server.faults(store::count);
    return store;
  }

  private synchronized FakeFault count(FakeRequest request) {
    calls.computeIfAbsent(request.method(), _ -> new LongAdder()).increment();
    bytes.add(Long.parseLong(request.headers().getOrDefault("content-length", "0")));
    return new FakeFault.None();
  }

  synchronized void reset() {
    calls.clear();
    bytes.reset();
  }

  synchronized String perRound(int rounds) {
    StringBuilder words = new StringBuilder();
    calls.forEach(
        (method, count) -> words.append("%,d %s, ".formatted(count.sum() / rounds, method)));
    return words + "%,d bytes sent to it".formatted(bytes.sum() / rounds);
  }

  /** What a worker needs to have its state here. */
  Map<String, String> settings() {
    return Map.of(
        "ROASTERY_STATE",
        "s3://bucket/state?style=path&region=local&endpoint=" + server.endpoint(),
        "AWS_ACCESS_KEY_ID",
        "AKIALOCAL",
        "AWS_SECRET_ACCESS_KEY",
        "of-this-comparison-only");
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
