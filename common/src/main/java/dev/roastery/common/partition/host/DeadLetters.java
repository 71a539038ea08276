package dev.roastery.common.partition.host;

import dev.roastery.common.transport.Delivery;
import dev.roastery.common.transport.Transport;
import dev.roastery.common.transport.Transport.Session;
import dev.roastery.common.transport.Transport.SessionListener;
import dev.roastery.common.wire.MessageCodec;
import dev.roastery.common.wire.WireException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Raises an alarm for each message that the broker has given up (M12). By our limits it never gives
 * one up, so somebody has changed a queue's settings, and a job waits for this message for ever. It
 * is not acknowledged: it stays in its queue for a person to look at, and is told again after each
 * start.
 */
public final class DeadLetters implements SessionListener, AutoCloseable {

  private static final int HELD_MAX = 16;

  private final Transport transport;
  private final String queue;
  private final Consumer<String> alarm;
  private @Nullable Session session;
  private boolean closed;
  private final AtomicInteger held = new AtomicInteger();

  public DeadLetters(Transport transport, String queue, Consumer<String> alarm) {
    this.transport = transport;
    this.queue = queue;
    this.alarm = alarm;
  }

  /** Looks from now on. */
  public synchronized void open() {
    if (!closed) {
      Session opened = transport.open(this);
      session = opened;
      opened.subscribe(queue, HELD_MAX);
    }
  }

  /** How many of them are in this process's hands. */
  public int held() {
    return held.get();
  }

  @Override
  public void delivered(Delivery delivery) {
    held.incrementAndGet();
    alarm.accept(
        "ALARM: the broker has given up "
            + what(delivery.body())
            + ", which is in queue "
            + queue
            + " now: its job waits for it for ever; cancel it, and see whether a policy of the"
            + " broker changes the queues of Roastery");
  }

  private static String what(byte[] body) {
    try {
      var message = MessageCodec.decode(body);
      return MessageCodec.typeOf(message) + " " + MessageCodec.idOf(message);
    } catch (WireException e) {
      return body.length + " bytes that are no message (" + e.getMessage() + ")";
    }
  }

  /** Opening waits for the broker, which this thread may not. */
  @Override
  public void lost(String reason) {
    held.set(0);
    Thread.ofPlatform().daemon().name("dead-letters").start(this::open);
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (session != null) {
      session.close();
    }
  }
}
