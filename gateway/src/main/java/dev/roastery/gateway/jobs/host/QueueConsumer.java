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
 * A thread that consumes the messages of one queue and acknowledges each when its handler has
 * finished with it. It opens a new session whenever the broker is lost.
 */
final class QueueConsumer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(QueueConsumer.class);
  private static final int PREFETCH = 64;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final Transport transport;
  private final String queue;
  private final Handler handler;
  private final Consumer<Fatal> onFatal;
  private final Thread thread;
  private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
  private volatile boolean closed;

  /** Handles a message. */
  interface Handler {

    /**
     * Runs on the consumer's thread and must not block.
     *
     * @param acknowledge to be run, by any thread, when the broker may delete the message
     */
    void take(Delivery delivery, Runnable acknowledge);
  }

  QueueConsumer(Transport transport, String queue, Handler handler, Consumer<Fatal> onFatal) {
    this.transport = transport;
    this.queue = queue;
    this.handler = handler;
    this.onFatal = onFatal;
    this.thread = Thread.ofPlatform().daemon().name("consumer-" + queue).unstarted(this::run);
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
        log.debug("{} is closed while waiting for the broker: {}", queue, bug.getMessage());
        return;
      }
      onFatal.accept(Fatal.of(bug, queue));
    } catch (Error e) {
      onFatal.accept(Fatal.of(e, queue));
    }
  }

  /** One session, until it is lost. */
  private final class Consuming implements SessionListener {
    private volatile @Nullable Session session;
    private boolean lost;

    @Override
    public void delivered(Delivery delivery) {
      inbox.add(() -> handler.take(delivery, () -> inbox.add(() -> acknowledge(delivery.tag()))));
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
    inbox.clear(); // the broker redelivers what an earlier session received
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
   * Finishes the current message. The thread is not interrupted, because that would close a file
   * that it is writing to. If it waits for the broker, it is abandoned.
   */
  @Override
  public void close() {
    closed = true;
    inbox.add(() -> {});
    try {
      if (thread.isAlive()) {
        thread.join(CLOSE_TIMEOUT);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
