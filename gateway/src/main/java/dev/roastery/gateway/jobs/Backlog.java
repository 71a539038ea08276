package dev.roastery.gateway.jobs;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.transport.Transport;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Holds the gate while queues are long. A broker confirms faster than workers work; without this
 * all of a large job would lie before a small one, in queues that have no turns.
 */
final class Backlog implements AutoCloseable {

  /** So that a worker has something to go on with until we look again. */
  private static final long WAITING_MAX = 2;

  private static final long EVERY_MILLIS = 30;

  private final FairGate gate;
  private final Transport transport;
  private final List<String> queues;
  private final Consumer<Fatal> onFatal;
  private volatile long waiting;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("backlog").factory());

  Backlog(FairGate gate, Transport transport, List<String> queues, Consumer<Fatal> onFatal) {
    this.gate = gate;
    this.transport = transport;
    this.queues = queues;
    this.onFatal = onFatal;
  }

  void start() {
    var _ = thread.scheduleWithFixedDelay(this::look, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** How many messages keep uploads from going on; 0 when nobody uploads. */
  long waiting() {
    return waiting;
  }

  private void look() {
    try {
      if (gate.takeUsed()) {
        waiting = transport.backlog(queues);
        gate.hold(waiting > WAITING_MAX);
      } else {
        waiting = 0;
      }
    } catch (RuntimeException bug) {
      if (!thread.isShutdown()) {
        onFatal.accept(Fatal.of(bug, "the look at the queues' lengths"));
      }
    } catch (Error e) {
      onFatal.accept(Fatal.of(e, "the look at the queues' lengths"));
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
