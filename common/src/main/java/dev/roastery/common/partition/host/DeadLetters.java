package dev.roastery.common.partition.host;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.broker.Transport.Session;
import dev.roastery.common.broker.Transport.SessionListener;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.pipeline.topology.JobTopology;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Raises an alarm for each message that the broker has given up (M12), and tells the gateway, which
 * fails its job. With our limits the broker never gives one up, so the settings of a queue must
 * have been changed. The message is not acknowledged: it stays in its queue for inspection, and the
 * alarm is repeated at each start.
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
    String what = what(delivery.body());
    alarm.accept(
        "ALARM: the broker has given up "
            + what
            + ", which is in queue "
            + queue
            + " now: its job fails. Check whether a policy of the broker changes Roastery's"
            + " queues");
    JobId.parse(delivery.job()).ifPresent(job -> fail(job, what));
  }

  private void fail(JobId job, String what) {
    String reason =
        "the broker has given up "
            + what
            + ", which no worker has received: a policy of the broker may limit the time or the"
            + " number of messages in Roastery's queues";
    Message failed = new Message.Fail(job, queue, reason);
    transport.publish(JobTopology.GATEWAY_QUEUE, Parcel.of(failed, queue), () -> {});
  }

  private static String what(byte[] body) {
    try {
      var message = MessageCodec.decode(body);
      return MessageCodec.typeOf(message) + " " + MessageCodec.idOf(message);
    } catch (WireException e) {
      return body.length + " bytes that are not a message (" + e.getMessage() + ")";
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
