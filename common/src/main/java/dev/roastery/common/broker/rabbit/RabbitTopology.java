package dev.roastery.common.broker.rabbit;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import dev.roastery.common.broker.Transport;
import java.io.IOException;
import java.util.Map;

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

  // News about the present: late news is useless, and must not fill the broker.
  private static final Map<String, Object> NEWS =
      Map.of(
          "x-queue-type",
          "quorum",
          "x-delivery-limit",
          1_000_000,
          "x-message-ttl",
          60_000,
          "x-max-length",
          10_000);

  private RabbitTopology() {}

  static AMQP.Queue.BindOk declareDead(Channel channel) throws IOException {
    channel.exchangeDeclare(DEAD, BuiltinExchangeType.FANOUT, true);
    channel.queueDeclare(DEAD, true, false, false, DURABLE);
    return channel.queueBind(DEAD, DEAD, "");
  }

  /** Whether there is such a queue; where there is none, RabbitMQ closes the channel. */
  static boolean exists(Channel channel, String queue) throws IOException {
    try {
      channel.queueDeclarePassive(queue);
      return true;
    } catch (IOException e) {
      if (BrokerErrors.isMissing(e)) {
        return false;
      }
      throw e;
    }
  }

  static AMQP.Queue.DeclareOk declare(Channel channel, String queue) throws IOException {
    Map<String, Object> arguments = queue.endsWith(Transport.NEWS_SUFFIX) ? NEWS : OWNED;
    return channel.queueDeclare(queue, true, false, false, arguments);
  }
}
