package dev.roastery.embedded;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The queues as one worker sees them. When the worker crashes, its sessions end, as they would at a
 * broker.
 */
final class WorkerTransport implements Transport {

  private final Transport queues;
  private final List<Session> sessions = new ArrayList<>();

  WorkerTransport(Transport queues) {
    this.queues = queues;
  }

  @Override
  public void declare(Collection<String> names) {
    queues.declare(names);
  }

  @Override
  public void publish(String queue, Parcel parcel, Runnable confirmed) {
    queues.publish(queue, parcel, confirmed);
  }

  @Override
  public synchronized Session open(SessionListener listener) {
    Session session = queues.open(listener);
    sessions.add(session);
    return session;
  }

  @Override
  public synchronized void close() {
    sessions.forEach(Session::close);
    sessions.clear();
  }
}
