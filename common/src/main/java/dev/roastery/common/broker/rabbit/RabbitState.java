package dev.roastery.common.broker.rabbit;

import java.util.SortedSet;

/**
 * How a transport over RabbitMQ is doing.
 *
 * @param missingQueues where messages were published to, and are published to again and again,
 *     because no such queue exists
 * @param refusals what the broker refuses although it allowed it before; empty if nothing is
 */
public record RabbitState(
    ConnectionState publishing,
    ConnectionState consuming,
    SortedSet<String> missingQueues,
    String refusals) {

  public boolean isReady() {
    return publishing instanceof ConnectionState.Open
        && consuming instanceof ConnectionState.Open
        && missingQueues.isEmpty()
        && refusals.isEmpty();
  }

  /** Both connections, which queues are missing, and what is refused, for people. */
  public String links() {
    String links = "publishing: " + publishing + "; consuming: " + consuming;
    String missing = missingQueues.isEmpty() ? "" : "; the broker has no queue " + missingQueues;
    return links + missing + (refusals.isEmpty() ? "" : "; " + refusals);
  }
}
