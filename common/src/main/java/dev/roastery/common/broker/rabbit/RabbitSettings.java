package dev.roastery.common.broker.rabbit;

import dev.roastery.common.fault.Backoff;

/**
 * How to reach RabbitMQ and how much to have under way.
 *
 * @param uri {@code amqp://} or {@code amqps://} (checked against the JVM's trust store)
 * @param name what RabbitMQ shows its operator as the name of the connections
 * @param unconfirmedMessagesMax publishers wait at this many unconfirmed messages,
 * @param unconfirmedBytesMax or when the bodies of all unconfirmed messages have reached this
 * @param heartbeatSeconds a peer that is silent for two or three of these is dead
 * @param confirmLimitMillis a connection that owes a confirmation for so long is replaced
 * @param backoff the waits after failures
 * @param seed of the randomness in those waits
 */
public record RabbitSettings(
    String uri,
    String name,
    int unconfirmedMessagesMax,
    long unconfirmedBytesMax,
    int heartbeatSeconds,
    long confirmLimitMillis,
    Backoff backoff,
    long seed) {

  public RabbitSettings {
    if (!uri.startsWith("amqp://") && !uri.startsWith("amqps://")) {
      throw new IllegalArgumentException(
          "the broker's URI must begin with amqp:// or amqps://, as in"
              + " amqp://user:password@host:5672");
    }
    var _ = BrokerHosts.of(uri).read();
    if (unconfirmedMessagesMax < 1
        || unconfirmedBytesMax < 1
        || heartbeatSeconds < 1
        || confirmLimitMillis < 1
        || backoff.firstMillis() < 1) {
      throw new IllegalArgumentException("a limit of the broker's settings is below 1");
    }
  }

  public static RabbitSettings of(String uri, String name) {
    long seed = ProcessHandle.current().pid();
    return new RabbitSettings(
        uri, name, 256, 32L << 20, 5, 60_000, Backoff.doubling(200, 10_000), seed);
  }

  public RabbitSettings withTimeouts(int heartbeatSeconds, long confirmLimitMillis) {
    return new RabbitSettings(
        uri,
        name,
        unconfirmedMessagesMax,
        unconfirmedBytesMax,
        heartbeatSeconds,
        confirmLimitMillis,
        backoff,
        seed);
  }

  /** Without the password, which a record would print. */
  @Override
  public String toString() {
    return name + " at " + uri.replaceFirst("//.*@", "//");
  }
}
