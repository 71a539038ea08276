package dev.roastery.simulation.broker;

/** A message that was handed to a session and is still the broker's. */
final class Unacked {

  final long tag;
  final Subscription subscription;
  final MessageCopy message;

  /** The session has said so; the broker may not have heard of it. */
  boolean acknowledged;

  Unacked(long tag, Subscription subscription, MessageCopy message) {
    this.tag = tag;
    this.subscription = subscription;
    this.message = message;
  }
}
