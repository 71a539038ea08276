package dev.roastery.common.transport;

import com.rabbitmq.client.AMQP;
import java.util.Map;

/** A message on its way to RabbitMQ, until it is confirmed. */
record Publication(long number, String queue, Parcel parcel, Runnable confirmed) {

  private static final int PERSISTENT = 2;

  /** The number: RabbitMQ returns what it cannot route without saying which message it was. */
  private static final String NUMBER = "publication";

  AMQP.BasicProperties properties() {
    return new AMQP.BasicProperties.Builder()
        .messageId(parcel.id())
        .type(parcel.type())
        .correlationId(parcel.job())
        .appId("roastery")
        .headers(Map.of("sender", parcel.sender(), NUMBER, number))
        .deliveryMode(PERSISTENT)
        .build();
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
