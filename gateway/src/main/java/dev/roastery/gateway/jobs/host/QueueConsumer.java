package dev.roastery.gateway.jobs.host;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.broker.Transport.Session;
import dev.roastery.common.broker.Transport.SessionListener;
import dev.roastery.common.fault.Fatal;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that takes the messages of one queue, and acknowledges each when its handler says so. It
 * opens a new session after every loss of the broker.
 */
final class QueueConsumer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(QueueConsumer.class);
  private static final int PREFETCH = 64;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Transport transport;
  private final String queue;
  private final Handler handler;
  private final Consumer<Fatal> onFatal;
  private final Thread thread;
  private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
  private volatile boolean closed;

  /** What is done with a message. */
  interface Handler {

    /**
     * On this thread; it must not wait.
     *
     * @param acknowledge to be run, by any thread, when the message may be forgotten
     */
    void take(byte[] body, Runnable acknowledge);
  }

  QueueConsumer(Transport transport, String queue, Handler handler, Consumer<Fatal> onFatal) {
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

  /** One session, from its beginning to its loss. */
  private final class Consuming implements SessionListener {
    private volatile @Nullable Session session;
    private boolean lost;

    @Override
    public void delivered(Delivery delivery) {
      inbox.add(
          () -> handler.take(delivery.body(), () -> inbox.add(() -> acknowledge(delivery.tag()))));
    }

    private void acknowledge(long tag) {
      Session mine = session;
      if (mine != null) {
        mine.acknowledge(tag);
      }
    }

    @Override
    public void lost(String reason) {
      inbox.add(() -> lost = true);
    }
  }

  private void consume() throws InterruptedException {
    inbox.clear(); // what an earlier session has brought comes again
    Consuming consuming = new Consuming();
    try (Session mine = transport.open(consuming)) {
      consuming.session = mine;
      mine.subscribe(queue, PREFETCH);
      while (!consuming.lost && !closed) {
        inbox.take().run();
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
