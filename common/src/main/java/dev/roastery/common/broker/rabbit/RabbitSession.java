package dev.roastery.common.broker.rabbit;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.Fatal;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A channel that consumes. It is closed as a whole: cancelling a consumer would let the next one
 * begin while this one's unacknowledged messages are still out. A delivery that is under way when
 * {@link #close} is called may still reach the listener.
 */
final class RabbitSession implements Transport.Session {

  private static final Logger log = LoggerFactory.getLogger(RabbitSession.class);
  private static final int PREFETCH_MAX = 256;

  // The pause keeps an owner that reopens its session at once from doing so in a tight loop.
  private static final long PAUSE_MILLIS = 500;

  private final Channel channel;
  private final Transport.SessionListener listener;
  private final Queues queues;
  private final Consumer<Fatal> fatal;
  private final Executor threads;
  private final List<Receiver> receivers = new CopyOnWriteArrayList<>();
  private final Map<Long, Receiver> unacknowledged = new ConcurrentHashMap<>();
  private volatile boolean over;
  private volatile String subscribing = "nothing";

  /** How many messages wait in a queue, and how many consumers it has. */
  record Depth(long messages, long consumers) {}

  interface Depths {
    Depth of(String queue) throws IOException;
  }

  /** Hears which queues can be consumed. */
  interface Queues {

    void found(String queue);

    void missing(String queue, Exception words);

    /** Returns when to try again, in milliseconds. */
    long refused(String queue, Fatal refusal);
  }

  RabbitSession(
      Channel channel,
      Transport.SessionListener listener,
      Queues queues,
      Consumer<Fatal> fatal,
      Executor threads) {
    this.channel = channel;
    this.listener = listener;
    this.queues = queues;
    this.fatal = fatal;
    this.threads = threads;
    channel.addShutdownListener(this::channelClosed);
  }

  @Override
  public void subscribe(String queue, int prefetch) {
    subscribing = queue;
    try {
      synchronized (channel) {
        channel.basicQos(Math.min(prefetch, PREFETCH_MAX), false);
        String consumed = RabbitTopology.consumed(channel, queue);
        Receiver receiver = new Receiver(queue, consumed);
        channel.basicConsume(consumed, false, receiver);
        receivers.add(receiver);
      }
      queues.found(queue);
    } catch (IOException | ShutdownSignalException e) {
      if (BrokerErrors.isMissing(e)) {
        queues.missing(queue, e);
      }
      // The channel is closed by it, and the listener hears of that.
      log.debug("subscribing to {}: {}", queue, BrokerErrors.words(e));
    }
  }

  @Override
  public void acknowledge(long tag) {
    Receiver receiver = unacknowledged.remove(tag);
    if (receiver != null) {
      receiver.unacknowledged.decrementAndGet();
    }
    try {
      channel.basicAck(tag, false);
    } catch (IOException | AlreadyClosedException e) {
      log.debug("not acknowledged, the session is over: {}", e.toString());
    }
  }

  /**
   * To be called every few seconds: the queue whose consumer has acknowledged all it got, and gets
   * nothing while the queue has messages.
   */
  Optional<String> undelivered(Depths depths) throws IOException {
    if (over || !channel.isOpen()) {
      return Optional.empty();
    }
    boolean everDelivered = receivers.stream().anyMatch(receiver -> receiver.delivered.get() > 0);
    for (Receiver receiver : receivers) {
      if (receiver.isForgotten(depths, everDelivered)) {
        return Optional.of(receiver.queue);
      }
    }
    return Optional.empty();
  }

  boolean isOver() {
    return over;
  }

  @Override
  public void close() {
    over = true;
    abort();
  }

  private void abort() {
    try {
      channel.abort();
    } catch (IOException | ShutdownSignalException e) {
      log.debug("closing a channel: {}", e.toString());
    }
  }

  private void channelClosed(ShutdownSignalException cause) {
    if (cause.isInitiatedByApplication()) {
      return;
    }
    long usual = cause.isHardError() ? 0 : PAUSE_MILLIS;
    long pause =
        BrokerErrors.of(cause, "consuming")
            .map(refusal -> Math.max(usual, queues.refused(subscribing, refusal)))
            .orElse(usual);
    CompletableFuture.delayedExecutor(pause, TimeUnit.MILLISECONDS, threads)
        .execute(() -> lose(BrokerErrors.words(cause)));
  }

  private synchronized void deliver(Delivery delivery) {
    if (!over) {
      tell(() -> listener.delivered(delivery));
    }
  }

  private synchronized void lose(String why) {
    if (!over) {
      over = true;
      abort();
      tell(() -> listener.lost(why));
    }
  }

  // A listener that failed has lost a delivery: the process must not continue, silent and idle.
  private void tell(Runnable news) {
    try {
      news.run();
    } catch (RuntimeException | Error e) {
      fatal.accept(Fatal.of(e, "a session's listener"));
    }
  }

  private final class Receiver extends DefaultConsumer {

    private final String queue;
    private final String consumed;
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicInteger unacknowledged = new AtomicInteger();
    private long deliveredBefore;
    private boolean hadToWait;

    Receiver(String queue, String consumed) {
      super(channel);
      this.queue = queue;
      this.consumed = consumed;
    }

    /**
     * Whether nothing came from one look to the next, and the queue had messages at both. A session
     * that never got anything may stand by for another consumer, which is busy.
     */
    boolean isForgotten(Depths depths, boolean everDelivered) throws IOException {
      long now = delivered.get();
      boolean waits = false;
      if (unacknowledged.get() == 0) {
        Depth depth = depths.of(consumed);
        waits = depth.messages() > 0 && (everDelivered || depth.consumers() < 2);
      }
      boolean forgotten = waits && hadToWait && now == deliveredBefore;
      hadToWait = waits;
      deliveredBefore = now;
      return forgotten && now == delivered.get();
    }

    @Override
    public void handleDelivery(
        String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
      delivered.incrementAndGet();
      unacknowledged.incrementAndGet();
      RabbitSession.this.unacknowledged.put(envelope.getDeliveryTag(), this);
      String job = Objects.requireNonNullElse(properties.getCorrelationId(), "");
      deliver(new Delivery(queue, envelope.getDeliveryTag(), body, job));
    }

    @Override
    public void handleCancel(String tag) {
      lose("the broker has cancelled the consumer of " + queue);
    }
  }
}
