package dev.roastery.gateway.jobs;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.transport.Delivery;
import dev.roastery.common.transport.Transport;
import dev.roastery.common.transport.Transport.Session;
import dev.roastery.common.transport.Transport.SessionListener;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that takes the messages of one queue, one after the other, and acknowledges each when it
 * has been dealt with. It comes back after every loss of the broker.
 */
final class Inlet implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Inlet.class);
  private static final int PREFETCH = 64;
  private static final long AGAIN_NANOS = 1_000_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Transport transport;
  private final String queue;
  private final Consumer<byte[]> handler;
  private final Consumer<Fatal> onFatal;
  private final Thread thread;
  private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
  private volatile boolean closed;

  /** {@code handler} returns when the message may be forgotten. */
  Inlet(Transport transport, String queue, Consumer<byte[]> handler, Consumer<Fatal> onFatal) {
    this.transport = transport;
    this.queue = queue;
    this.handler = handler;
    this.onFatal = onFatal;
    this.thread = Thread.ofPlatform().daemon().name("inlet-" + queue).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!closed) {
        consume();
      }
    } catch (InterruptedException _) {
      log.debug("{} is closed", queue);
    } catch (RuntimeException bug) {
      if (closed) {
        log.debug("{} is closed while it waits for the broker: {}", queue, bug.getMessage());
        return;
      }
      onFatal.accept(Fatal.of(bug, queue));
    } catch (Error e) {
      onFatal.accept(Fatal.of(e, queue));
    }
  }

  /** From a session's beginning to its loss. */
  private void consume() throws InterruptedException {
    inbox.clear(); // what an earlier session has brought comes again
    boolean[] lost = {false};
    Session[] session = new Session[1];
    session[0] =
        transport.open(
            new SessionListener() {
              @Override
              public void delivered(Delivery delivery) {
                inbox.add(() -> handle(session[0], delivery));
              }

              @Override
              public void lost(String reason) {
                inbox.add(() -> lost[0] = true);
              }
            });
    try (Session mine = session[0]) {
      mine.subscribe(queue, PREFETCH);
      while (!lost[0] && !closed) {
        inbox.take().run();
      }
    }
  }

  /** While the disk does not take what the message brings, it is tried again, and kept. */
  private void handle(Session session, Delivery delivery) {
    while (!closed) {
      try {
        handler.accept(delivery.body());
        session.acknowledge(delivery.tag());
        return;
      } catch (Refusal unavailable) {
        log.warn("{}: {}; trying again", queue, unavailable.getMessage());
        LockSupport.parkNanos(AGAIN_NANOS);
      }
    }
  }

  /**
   * Finishes what is in hand. The thread is not interrupted, for that would close the file that it
   * may be writing to; one that waits for the broker is left to itself.
   */
  @Override
  public void close() {
    closed = true;
    inbox.add(() -> {});
    try {
      if (thread.isAlive()) {
        thread.join(PATIENCE);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
