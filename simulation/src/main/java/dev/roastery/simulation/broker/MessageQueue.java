package dev.roastery.simulation.broker;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A durable queue with a single active consumer: the earliest subscriber that is still attached. As
 * an action: the next message is delivered to this consumer.
 */
final class MessageQueue extends Action {

  private final String name;
  private final EventScheduler scheduler;
  private final FaultDice dice;
  private final ArrayDeque<MessageCopy> ready = new ArrayDeque<>();
  private final List<Subscription> subscriptions = new ArrayList<>(2);

  /** What senders are to hear when the queue is short. */
  private final List<Action> whenShort = new ArrayList<>(0);

  private long published;
  private long acknowledged;
  private long lost;

  MessageQueue(String name, EventScheduler scheduler, FaultDice dice) {
    this.name = name;
    this.scheduler = scheduler;
    this.dice = dice;
  }

  String name() {
    return name;
  }

  void enqueue(MessageCopy message) {
    published++;
    ready.addLast(message);
    reconsider();
  }

  void whenShort(Action answer) {
    whenShort.add(answer);
    reconsider();
  }

  void subscribe(Subscription subscription) {
    subscriptions.add(subscription);
    reconsider();
  }

  void unsubscribe(Subscription subscription) {
    subscriptions.remove(subscription);
    reconsider();
  }

  void acknowledged() {
    acknowledged++;
    reconsider();
  }

  void giveBackToHead(MessageCopy message) {
    ready.addFirst(message);
    reconsider();
  }

  void giveBackToTail(MessageCopy message) {
    ready.addLast(message);
    reconsider();
  }

  /** The broker restarts: what it never confirmed it may have lost. */
  void restart() {
    for (Iterator<MessageCopy> each = ready.iterator(); each.hasNext(); ) {
      MessageCopy message = each.next();
      if (!message.safe && dice.coin()) {
        each.remove();
        lost++;
      }
      message.safe = true;
    }
    reconsider();
  }

  boolean loseOne() {
    if (ready.isEmpty()) {
      return false;
    }
    Iterator<MessageCopy> each = ready.iterator();
    for (int skipped = dice.below(ready.size()); skipped >= 0; skipped--) {
      each.next();
    }
    each.remove();
    lost++;
    reconsider();
    return true;
  }

  @Override
  void run() {
    MessageCopy message = ready.removeFirst();
    // A quorum queue delivers only what its log holds for good.
    message.safe = true;
    Subscription active = subscriptions.getFirst();
    Unacked unacked = active.session().take(active, message);
    reconsider();
    active.session().deliver(unacked);
  }

  @Nullable Subscription active() {
    return subscriptions.isEmpty() ? null : subscriptions.getFirst();
  }

  int ready() {
    return ready.size();
  }

  int unacked() {
    return subscriptions.stream().mapToInt(Subscription::unacked).sum();
  }

  long published() {
    return published;
  }

  long acknowledgedCount() {
    return acknowledged;
  }

  long lost() {
    return lost;
  }

  @Override
  public String toString() {
    Parcel next = ready.getFirst().parcel;
    return "delivery of " + next.type() + " " + next.id() + " from " + name;
  }

  private void reconsider() {
    if (!whenShort.isEmpty() && ready.size() <= Transport.SHORT) {
      whenShort.forEach(answer -> scheduler.add(answer, false));
      whenShort.clear();
    }
    if (!ready.isEmpty() && !subscriptions.isEmpty() && subscriptions.getFirst().hasRoom()) {
      scheduler.add(this, false);
    } else {
      scheduler.remove(this);
    }
  }
}
