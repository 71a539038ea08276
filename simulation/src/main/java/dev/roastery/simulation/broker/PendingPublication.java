package dev.roastery.simulation.broker;

import dev.roastery.common.broker.Parcel;
import org.jspecify.annotations.Nullable;

/** What a transport was asked to publish, and sends until it is confirmed. */
final class PendingPublication {

  final SimulatedTransport transport;
  final MessageQueue queue;
  final Parcel parcel;
  final Runnable confirmed;

  /** What was sent last; null as long as there is no connection to send on. */
  @Nullable MessageCopy message;

  PendingPublication(
      SimulatedTransport transport, MessageQueue queue, Parcel parcel, Runnable confirmed) {
    this.transport = transport;
    this.queue = queue;
    this.parcel = parcel;
    this.confirmed = confirmed;
  }
}
