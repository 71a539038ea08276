package dev.roastery.simulation.broker;

import dev.roastery.common.broker.Parcel;
import org.jspecify.annotations.Nullable;

/** One copy of a parcel, on its way or at the broker. As an action: its publisher is told of it. */
final class MessageCopy extends Action {

  final Parcel parcel;

  /**
   * Null when no publisher waits for it: its connection is lost, it is confirmed, or it is a
   * duplicate.
   */
  @Nullable PendingPublication publication;

  final boolean late;
  boolean inFlight = true;

  /** It was under way on a connection that is gone, and does not arrive. */
  boolean swallowed;

  /** It was confirmed, or has outlived a restart: the broker must not lose it. */
  boolean safe;

  MessageCopy(Parcel parcel, @Nullable PendingPublication publication, boolean late) {
    this.parcel = parcel;
    this.publication = publication;
    this.late = late;
  }

  @Override
  boolean stopsInAlarm() {
    return true;
  }

  @Override
  void run() {
    safe = true;
    PendingPublication waiting = publication;
    publication = null;
    if (waiting != null) {
      waiting.transport.confirmed(waiting);
    }
  }

  @Override
  public String toString() {
    return "confirm " + parcel.type() + " " + parcel.id();
  }
}
