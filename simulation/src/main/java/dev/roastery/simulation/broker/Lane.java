package dev.roastery.simulation.broker;

import dev.roastery.common.transport.Parcel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What one connection has sent to one queue and has not arrived there yet. As an action: the next
 * one arrives. It may outlive its connection, for what is sent is sent.
 */
final class Lane extends Action {

  final MessageQueue queue;
  private final Agenda agenda;
  private final Odds odds;
  private final List<Message> inFlight = new ArrayList<>();

  Lane(MessageQueue queue, Agenda agenda, Odds odds) {
    this.queue = queue;
    this.agenda = agenda;
    this.odds = odds;
  }

  void send(Message message) {
    inFlight.add(message);
    schedule();
  }

  boolean isEmpty() {
    return inFlight.isEmpty();
  }

  /** Forgets what the loss of the connection has swallowed. */
  void dropSwallowed() {
    inFlight.removeIf(message -> message.swallowed);
    agenda.remove(this);
    schedule();
  }

  /** The broker restarts: what is under way is there now, or nowhere. */
  void arriveNow() {
    agenda.remove(this);
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
    boolean overtakes = size > 1 && odds.strikes(BrokerFault.PUBLICATION_OVERTAKES);
    Message message = inFlight.remove(overtakes ? 1 + odds.below(size - 1) : 0);
    if (message.publication != null && odds.strikes(BrokerFault.PUBLICATION_REFUSED)) {
      inFlight.add(message);
    } else {
      arrive(message);
    }
    schedule();
  }

  @Override
  boolean carries(Predicate<Parcel> wanted) {
    return inFlight.stream().anyMatch(message -> wanted.test(message.parcel));
  }

  @Override
  public String toString() {
    Parcel next = inFlight.getFirst().parcel;
    return "arrival of " + next.type() + " " + next.id() + " in " + queue.name();
  }

  private void arrive(Message message) {
    message.inFlight = false;
    queue.enqueue(message);
    for (int copies = 0; copies < 3 && odds.strikes(BrokerFault.MESSAGE_DUPLICATED); copies++) {
      agenda.add(new Echo(queue, message.parcel), true);
    }
    if (message.publication != null) {
      agenda.add(message, odds.strikes(BrokerFault.CONFIRM_LATE));
    }
  }

  private void schedule() {
    if (!inFlight.isEmpty()) {
      agenda.add(this, inFlight.getFirst().late);
    }
  }
}
