package dev.roastery.common.broker.rabbit;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import dev.roastery.common.broker.Transport;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;

/**
 * What we declare on RabbitMQ. The arguments must never change: the broker refuses a queue whose
 * arguments differ.
 */
final class RabbitTopology {

  /** Where messages end that the broker itself gives up; by our limit it never does. */
  static final String DEAD = "roastery.dead";

  // Every crash of a consumer counts for every message that was delivered to it, and at the
  // limit messages are dropped or dead-lettered; the default limit of 4.x is 20. We count
  // poison ourselves.
  private static final Map<String, Object> DURABLE =
      Map.of("x-queue-type", "quorum", "x-delivery-limit", 1_000_000);
  private static final Map<String, Object> OWNED =
      Map.of(
          "x-queue-type",
          "quorum",
          "x-delivery-limit",
          1_000_000,
          "x-single-active-consumer",
          true,
          "x-dead-letter-exchange",
          DEAD);

  // Of one session, in memory only: a durable queue of heartbeats writes gigabytes a day.
  private static final Map<String, Object> NEWS =
      Map.of("x-message-ttl", 60_000, "x-max-length", 10_000);

  // Only a classic queue can end with its connection. It says so, because a virtual host, or a
  // broker, can have another type for queues that do not.
  private static final Map<String, Object> NAME = Map.of("x-queue-type", "classic");

  private RabbitTopology() {}

  static AMQP.Queue.BindOk declareDead(Channel channel) throws IOException {
    channel.exchangeDeclare(DEAD, BuiltinExchangeType.FANOUT, true);
    channel.queueDeclare(DEAD, true, false, false, DURABLE);
    return channel.queueBind(DEAD, DEAD, "");
  }

  /** Whether there is such a queue; where there is none, RabbitMQ closes the channel. */
  static boolean exists(Channel channel, String queue) throws IOException {
    try {
      if (Transport.isNews(queue)) {
        channel.exchangeDeclarePassive(queue);
      } else {
        channel.queueDeclarePassive(queue);
      }
      return true;
    } catch (IOException e) {
      if (BrokerErrors.isMissing(e)) {
        return false;
      }
      throw e;
    }
  }

  /** News have an exchange of the queue's name. */
  static boolean declare(Channel channel, String queue) throws IOException {
    if (Transport.isNews(queue)) {
      channel.exchangeDeclare(queue, BuiltinExchangeType.FANOUT, true);
    } else {
      channel.queueDeclare(queue, true, false, false, OWNED);
    }
    return true;
  }

  /** The name of what a session consumes for that queue: of news, a queue of its own. */
  static String consumed(Channel channel, String queue) throws IOException {
    if (!Transport.isNews(queue)) {
      return queue;
    }
    String own = queue + "." + UUID.randomUUID();
    channel.queueDeclare(own, false, true, true, NEWS);
    channel.queueBind(own, queue, "");
    return own;
  }

  /** An empty queue of that name, of this connection; false if it is that of another one. */
  static boolean take(Channel channel, String name) throws IOException {
    try {
      channel.queueDeclare(name, false, true, true, NAME);
      return true;
    } catch (IOException e) {
      if (BrokerErrors.isLocked(e)) {
        return false;
      }
      throw e;
    }
  }
}
