package dev.roastery.simulation.broker;

import dev.roastery.common.broker.Parcel;

/** A message arrives once more, whenever that is, and looks like a new one. */
final class DuplicateArrival extends Action {

  private final MessageQueue queue;
  private final Parcel parcel;

  DuplicateArrival(MessageQueue queue, Parcel parcel) {
    this.queue = queue;
    this.parcel = parcel;
  }

  @Override
  void run() {
    MessageCopy again = new MessageCopy(parcel, null, false);
    again.safe = true;
    queue.enqueue(again);
  }

  @Override
  public String toString() {
    return "duplicate " + parcel.type() + " " + parcel.id() + " to " + queue.name();
  }
}
