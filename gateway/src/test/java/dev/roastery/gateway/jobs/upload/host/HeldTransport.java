package dev.roastery.gateway.jobs.upload.host;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

/** Confirms as many publications as it is allowed to, the others later. */
final class HeldTransport implements Transport {

  private final Deque<Runnable> unconfirmed = new ArrayDeque<>();
  private int allowed;
  private int published;

  synchronized void allow(int confirmations) {
    allowed += confirmations;
    confirm();
  }

  synchronized int published() {
    return published;
  }

  @Override
  public synchronized void publish(String queue, Parcel parcel, Runnable confirmed) {
    published++;
    unconfirmed.add(confirmed);
    confirm();
  }

  private void confirm() {
    while (allowed > 0 && !unconfirmed.isEmpty()) {
      allowed--;
      unconfirmed.remove().run();
    }
  }

  @Override
  public void declare(Collection<String> queues) {}

  @Override
  public Session open(SessionListener listener) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
