package dev.roastery.simulation.broker;

/** A session that consumes a queue, or waits for its turn. */
final class Subscription {

  private final SimulatedSession session;
  private final MessageQueue queue;
  private final int prefetch;
  private int unacked;

  Subscription(SimulatedSession session, MessageQueue queue, int prefetch) {
    this.session = session;
    this.queue = queue;
    this.prefetch = prefetch;
  }

  SimulatedSession session() {
    return session;
  }

  MessageQueue queue() {
    return queue;
  }

  int unacked() {
    return unacked;
  }

  boolean hasRoom() {
    return unacked < prefetch;
  }

  void taken() {
    unacked++;
  }

  void acknowledged() {
    unacked--;
    queue.acknowledged();
  }
}
