package dev.roastery.simulation.broker;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.simulation.effect.Effect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A channel for consuming, with two ends that need not agree: {@code open} is what the node
 * believes, {@code attached} what the broker does, {@code connected} whether anything still gets
 * through.
 */
final class SimulatedSession implements Transport.Session {

  private final SimulatedTransport transport;
  private final Transport.SessionListener listener;
  private final SimulatedBroker broker;
  private final List<Subscription> subscriptions = new ArrayList<>(2);

  /** In the order of their tags. */
  private final List<Unacked> unacked = new ArrayList<>();

  private final List<Unacked> acksUnderWay = new ArrayList<>();
  private final Action acksArrive = new AcksArrive();
  private final Action brokerNotices = new BrokerNotices();
  private final Action nodeNotices = new NodeNotices();
  private String loss = "the connection is lost";
  private boolean open = true;
  private boolean attached = true;
  private boolean connected = true;
  private long lastTag;

  SimulatedSession(SimulatedTransport transport, Transport.SessionListener listener) {
    this.transport = transport;
    this.listener = listener;
    this.broker = transport.broker();
  }

  @Override
  public void subscribe(String queue, int prefetch) {
    transport.before(Effect.SUBSCRIBE, queue, prefetch);
    if (prefetch < 1) {
      throw new IllegalArgumentException("a prefetch of " + prefetch + " would have no limit");
    }
    MessageQueue consumed = broker.find(queue);
    if (consumed == null) {
      loss = "there is no queue " + queue;
      cut();
    } else if (connected) {
      Subscription subscription = new Subscription(this, consumed, prefetch);
      subscriptions.add(subscription);
      consumed.subscribe(subscription);
    }
    transport.after(Effect.SUBSCRIBE, queue, prefetch);
  }

  @Override
  public void acknowledge(long tag) {
    Unacked delivered = connected ? unacked(tag) : null;
    String queue = delivered == null ? "" : delivered.subscription.queue().name();
    transport.before(Effect.ACKNOWLEDGE, queue, tag);
    // The node may have stood still just now, and its connection be gone since.
    if (delivered != null && connected) {
      delivered.acknowledged = true;
      acksUnderWay.add(delivered);
      broker.scheduler().add(acksArrive, false);
    }
    transport.after(Effect.ACKNOWLEDGE, queue, tag);
  }

  @Override
  public void close() {
    transport.before(Effect.CLOSE_SESSION, "", 0);
    closeQuietly();
    transport.after(Effect.CLOSE_SESSION, "", 0);
  }

  /** An orderly end: what was acknowledged is, and all else is given back. */
  void closeQuietly() {
    open = false;
    broker.scheduler().remove(nodeNotices);
    if (connected) {
      acksArrive(acksUnderWay.size());
      connected = false;
      detach();
    }
  }

  /** Nothing gets through any more; of the acknowledgements under way the first few have. */
  void cut() {
    if (connected) {
      acksArrive(broker.dice().below(acksUnderWay.size() + 1));
      connected = false;
      broker.scheduler().add(brokerNotices, broker.noticedLate());
      if (open && !transport.dead()) {
        broker.scheduler().add(nodeNotices, broker.noticedLate());
      }
    }
  }

  /**
   * The broker takes back what this session has not acknowledged, and lets the next one consume.
   */
  void detach() {
    if (attached) {
      attached = false;
      broker.scheduler().remove(brokerNotices);
      broker.detached(this);
      subscriptions.forEach(each -> each.queue().unsubscribe(each));
      giveBack();
    }
  }

  Unacked take(Subscription subscription, MessageCopy message) {
    Unacked taken = new Unacked(++lastTag, subscription, message);
    unacked.add(taken);
    subscription.taken();
    return taken;
  }

  void deliver(Unacked taken) {
    if (connected && open && !transport.dead()) {
      String queue = taken.subscription.queue().name();
      Parcel parcel = taken.message.parcel;
      listener.delivered(new Delivery(queue, taken.tag, parcel.body(), parcel.job()));
    }
  }

  String node() {
    return transport.node();
  }

  private Unacked unacked(long tag) {
    for (Unacked each : unacked) {
      if (each.tag == tag && !each.acknowledged) {
        return each;
      }
    }
    throw new IllegalStateException(
        "tag " + tag + " was not delivered or is acknowledged: a broker would end the session");
  }

  private void acksArrive(int count) {
    for (int i = 0; i < count; i++) {
      Unacked acknowledged = acksUnderWay.get(i);
      unacked.remove(acknowledged);
      acknowledged.subscription.acknowledged();
    }
    acksUnderWay.clear();
    broker.scheduler().remove(acksArrive);
  }

  private void giveBack() {
    if (unacked.isEmpty()) {
      return;
    }
    if (broker.dice().strikes(BrokerFault.RETURN_SHUFFLED)) {
      for (int i = unacked.size() - 1; i > 0; i--) {
        Collections.swap(unacked, i, broker.dice().below(i + 1));
      }
    }
    if (broker.dice().strikes(BrokerFault.RETURN_TO_TAIL)) {
      unacked.forEach(each -> each.subscription.queue().giveBackToTail(each.message));
    } else {
      unacked.reversed().forEach(each -> each.subscription.queue().giveBackToHead(each.message));
    }
    unacked.clear();
  }

  private final class AcksArrive extends Action {

    @Override
    void run() {
      acksArrive(acksUnderWay.size());
    }

    @Override
    public String toString() {
      return acksUnderWay.size() + " acknowledgements of " + node();
    }
  }

  private final class BrokerNotices extends Action {

    @Override
    void run() {
      detach();
    }

    @Override
    public String toString() {
      return "broker notices that a session of " + node() + " is lost";
    }
  }

  private final class NodeNotices extends Action {

    @Override
    void run() {
      open = false;
      if (!transport.dead()) {
        listener.lost(loss);
      }
    }

    @Override
    public String toString() {
      return node() + " notices that a session is lost";
    }
  }
}
