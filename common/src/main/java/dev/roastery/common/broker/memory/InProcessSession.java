package dev.roastery.common.broker.memory;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A consumer of in-process queues, with a thread that calls its listener. A delivery that is under
 * way when {@link #close} is called may still reach the listener.
 */
final class InProcessSession implements Transport.Session {

  private final InProcessTransport transport;
  private final Transport.SessionListener listener;
  private final Thread thread;

  // Guarded by the transport's lock.
  private final List<InProcessQueue.Subscription> subscriptions = new ArrayList<>();
  private long lastTag;
  private int turn;
  private boolean over;
  private @Nullable String lost;

  InProcessSession(InProcessTransport transport, Transport.SessionListener listener) {
    this.transport = transport;
    this.listener = listener;
    this.thread = new Thread(() -> transport.guarded(this::run), "in-process-session");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  @Override
  public void subscribe(String name, int prefetch) {
    transport.lock.lock();
    try {
      InProcessQueue queue = transport.queue(name);
      if (over) {
        return;
      }
      if (!queue.isDeclared()) {
        lost = "there is no queue " + name;
        end();
        return;
      }
      InProcessQueue.Subscription subscription = new InProcessQueue.Subscription(queue, prefetch);
      subscriptions.add(subscription);
      queue.addConsumer(subscription);
      transport.changed.signalAll();
    } finally {
      transport.lock.unlock();
    }
  }

  @Override
  public void acknowledge(long tag) {
    transport.lock.lock();
    try {
      for (InProcessQueue.Subscription subscription : subscriptions) {
        if (subscription.queue.acknowledge(subscription, tag)) {
          transport.confirm(subscription.queue);
          return;
        }
      }
    } finally {
      transport.lock.unlock();
    }
  }

  @Override
  public void close() {
    transport.lock.lock();
    try {
      end();
    } finally {
      transport.lock.unlock();
    }
  }

  private void end() {
    over = true;
    subscriptions.forEach(subscription -> subscription.queue.removeConsumer(subscription));
    subscriptions.clear();
    transport.remove(this);
    transport.changed.signalAll();
  }

  private void run() {
    Optional<Delivery> delivery = take();
    while (delivery.isPresent()) {
      listener.delivered(delivery.get());
      delivery = take();
    }
    String why = reasonOfLoss();
    if (why != null) {
      listener.lost(why);
    }
  }

  /** The next delivery; empty when the session has ended. */
  private Optional<Delivery> take() {
    transport.lock.lock();
    try {
      while (!over) {
        Delivery delivery = next();
        if (delivery != null) {
          return Optional.of(delivery);
        }
        transport.changed.awaitUninterruptibly();
      }
      return Optional.empty();
    } finally {
      transport.lock.unlock();
    }
  }

  // Each queue in its turn, so that none starves.
  private @Nullable Delivery next() {
    for (int tries = 0; tries < subscriptions.size(); tries++) {
      turn = (turn + 1) % subscriptions.size();
      InProcessQueue.Subscription subscription = subscriptions.get(turn);
      Delivery delivery = subscription.queue.next(subscription, lastTag + 1);
      if (delivery != null) {
        transport.delivered(subscription.queue);
        lastTag++;
        return delivery;
      }
    }
    return null;
  }

  private @Nullable String reasonOfLoss() {
    transport.lock.lock();
    try {
      return lost;
    } finally {
      transport.lock.unlock();
    }
  }
}
