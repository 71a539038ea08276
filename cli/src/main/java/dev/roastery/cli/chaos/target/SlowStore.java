package dev.roastery.cli.chaos.target;

import dev.roastery.harness.TcpProxy;
import dev.roastery.harness.store.StoreProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The object store of a cluster of processes, behind a network that can be slow. It knows no keys:
 * whoever reaches it may do everything.
 */
final class SlowStore implements AutoCloseable {

  /** Longer than any store nearby takes, and shorter than a client waits. */
  private static final Duration DELAY = Duration.ofMillis(250);

  private final StoreProcess server;
  private final TcpProxy network;

  SlowStore(Path folder, List<String> java) {
    this.server = new StoreProcess(folder, java);
    this.network = new TcpProxy(server.port());
  }

  /** What a worker must know of it. */
  Map<String, String> environment() {
    Map<String, String> all = new TreeMap<>();
    all.put("ROASTERY_STATE", "s3://chaos/state");
    all.put("ROASTERY_STORE_ENDPOINT", "http://127.0.0.1:" + network.port());
    all.put("ROASTERY_STORE_STYLE", "path");
    all.put("ROASTERY_STORE_REGION", "chaos");
    all.put("AWS_ACCESS_KEY_ID", "chaos");
    all.put("AWS_SECRET_ACCESS_KEY", "of-no-use");
    return all;
  }

  StoreProcess server() {
    return server;
  }

  void slow() {
    network.slow(DELAY);
  }

  void mend() {
    network.resume();
  }

  /** It is not to end by itself. */
  void supervise() throws IOException {
    if (!server.isRunning()) {
      throw new IOException("the object store ended unexpectedly; see " + server.console());
    }
  }

  @Override
  public void close() {
    server.close();
    network.close();
  }
}
