package dev.roastery.common.broker.rabbit;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import java.io.IOException;
import java.util.Map;

/** A message on its way to RabbitMQ, until it is confirmed. */
record RabbitPublication(long number, String queue, Parcel parcel, Runnable confirmed) {

  private static final int TRANSIENT = 1;
  private static final int PERSISTENT = 2;
  private static final int LABEL_CHARS = 85;

  /** The number: RabbitMQ returns what it cannot route without saying which message it was. */
  private static final String NUMBER = "publication";

  private boolean isNews() {
    return Transport.isNews(queue);
  }

  /** News need no receiver; all else comes back when its queue does not exist. */
  void over(Channel channel) throws IOException {
    if (isNews()) {
      channel.basicPublish(queue, "", false, properties(), parcel.body());
    } else {
      channel.basicPublish("", queue, true, properties(), parcel.body());
    }
  }

  private AMQP.BasicProperties properties() {
    return new AMQP.BasicProperties.Builder()
        .messageId(label(parcel.id()))
        .type(label(parcel.type()))
        .correlationId(label(parcel.job()))
        .appId("roastery")
        .headers(Map.of("sender", parcel.sender(), NUMBER, number))
        .deliveryMode(isNews() ? TRANSIENT : PERSISTENT)
        .build();
  }

  // AMQP's short strings have at most 255 bytes; no character has more than three for each char.
  private static String label(String text) {
    return text.substring(0, Math.min(text.length(), LABEL_CHARS));
  }

  static long number(AMQP.BasicProperties properties) {
    Object number = properties.getHeaders().get(NUMBER);
    return switch (number) {
      case Long value -> value;
      case null, default ->
          throw new IllegalStateException("the broker returned what we did not publish");
    };
  }
}
