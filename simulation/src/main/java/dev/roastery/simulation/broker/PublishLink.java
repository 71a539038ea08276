package dev.roastery.simulation.broker;

import dev.roastery.common.broker.Parcel;
import java.util.ArrayList;
import java.util.List;

/**
 * What one connection has sent to one queue and has not arrived there yet. As an action: the next
 * one arrives. It may outlive its connection, for what is sent is sent.
 */
final class PublishLink extends Action {

  final MessageQueue queue;
  private final EventScheduler scheduler;
  private final FaultDice dice;
  private final List<MessageCopy> inFlight = new ArrayList<>();

  PublishLink(MessageQueue queue, EventScheduler scheduler, FaultDice dice) {
    this.queue = queue;
    this.scheduler = scheduler;
    this.dice = dice;
  }

  void send(MessageCopy message) {
    inFlight.add(message);
    schedule();
  }

  boolean isEmpty() {
    return inFlight.isEmpty();
  }

  /** Forgets what the loss of the connection has swallowed. */
  void dropSwallowed() {
    inFlight.removeIf(message -> message.swallowed);
    scheduler.remove(this);
    schedule();
  }

  /** The broker restarts: what is under way is there now, or nowhere. */
  void arriveNow() {
    scheduler.remove(this);
    inFlight.forEach(this::arrive);
    inFlight.clear();
  }

  @Override
  boolean stopsInAlarm() {
    return true;
  }

  @Override
  void run() {
    int size = inFlight.size();
    boolean overtakes = size > 1 && dice.strikes(BrokerFault.PUBLICATION_OVERTAKES);
    MessageCopy message = inFlight.remove(overtakes ? 1 + dice.below(size - 1) : 0);
    if (message.publication != null && dice.strikes(BrokerFault.PUBLICATION_REFUSED)) {
      inFlight.add(message);
    } else {
      arrive(message);
    }
    schedule();
  }

  @Override
  public String toString() {
    Parcel next = inFlight.getFirst().parcel;
    return "arrival of " + next.type() + " " + next.id() + " in " + queue.name();
  }

  private void arrive(MessageCopy message) {
    message.inFlight = false;
    queue.enqueue(message);
    for (int copies = 0; copies < 3 && dice.strikes(BrokerFault.MESSAGE_DUPLICATED); copies++) {
      scheduler.add(new DuplicateArrival(queue, message.parcel), true);
    }
    if (message.publication != null) {
      scheduler.add(message, dice.strikes(BrokerFault.CONFIRM_LATE));
    }
  }

  private void schedule() {
    if (!inFlight.isEmpty()) {
      scheduler.add(this, inFlight.getFirst().late);
    }
  }
}
