package dev.roastery.common.transport;

import java.util.SortedSet;

/**
 * How a transport over RabbitMQ is doing.
 *
 * @param missingQueues where messages were published to, and are published to again and again,
 *     because no such queue exists
 */
public record RabbitState(
    LinkState publishing, LinkState consuming, SortedSet<String> missingQueues) {

  public boolean isReady() {
    return publishing instanceof LinkState.Open
        && consuming instanceof LinkState.Open
        && missingQueues.isEmpty();
  }

  /** Both connections, for people. */
  public String links() {
    return "publishing: " + publishing + "; consuming: " + consuming;
  }
}
