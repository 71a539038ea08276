package dev.roastery.common.broker.rabbit;

import java.util.SortedSet;

/**
 * How a transport over RabbitMQ is doing.
 *
 * @param missingQueues where messages were published to, and are published to again and again,
 *     because no such queue exists
 */
public record RabbitState(
    ConnectionState publishing, ConnectionState consuming, SortedSet<String> missingQueues) {

  public boolean isReady() {
    return publishing instanceof ConnectionState.Open
        && consuming instanceof ConnectionState.Open
        && missingQueues.isEmpty();
  }

  /** Both connections, and which queues are missing, for people. */
  public String links() {
    String links = "publishing: " + publishing + "; consuming: " + consuming;
    return missingQueues.isEmpty() ? links : links + "; the broker has no queue " + missingQueues;
  }
}
