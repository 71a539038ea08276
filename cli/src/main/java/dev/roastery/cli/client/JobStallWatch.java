package dev.roastery.cli.client;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Checks periodically why a job makes no progress while its parts are being sent: an upload to a
 * service without workers only waits.
 */
public final class JobStallWatch implements AutoCloseable {

  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final GatewayClient gateway;
  private final String job;
  private final Watcher watcher;
  private final Set<String> known = new HashSet<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  /** Hears how the job is. */
  public interface Watcher {

    /** Why nothing moves; each reason comes once. */
    void stalled(String reason);

    /** How the job looks now. */
    void look(RemoteJob job);
  }

  /** {@code job} is the job's path. */
  public JobStallWatch(GatewayClient gateway, String job, Watcher watcher) {
    this.gateway = gateway;
    this.job = job;
    this.watcher = watcher;
    this.thread = Thread.ofVirtual().name("standstill").start(this::watch);
  }

  private void watch() {
    try {
      while (!closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
        reasons().stream().filter(known::add).forEach(watcher::stalled);
      }
    } catch (InterruptedException _) {
      // It is closed while it asks.
    }
  }

  /**
   * Empty if the gateway cannot be asked: the upload itself reports a gateway that does not answer.
   */
  private List<String> reasons() throws InterruptedException {
    try {
      RemoteJob now = RemoteJob.of(gateway.once(gateway.request(job).GET()));
      watcher.look(now);
      return now.stages().stream().flatMap(stage -> stage.stalled().stream()).toList();
    } catch (Interruption | GatewayFailure _) {
      return List.of();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
  }
}
