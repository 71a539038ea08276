package dev.roastery.simulation.broker;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.simulation.effect.Effect;
import dev.roastery.simulation.effect.Incarnation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * One life of a node at the broker, with one connection to publish on and one for all its sessions.
 * It dies with its node: what it had sent by then may still arrive, in part.
 */
public final class SimulatedTransport implements Transport {

  private final SimulatedBroker broker;
  private final Incarnation incarnation;
  private final List<PendingPublication> unconfirmed = new ArrayList<>();
  private final List<Homeless> homeless = new ArrayList<>(0);
  private final List<PublishLink> links = new ArrayList<>();
  private final List<SimulatedSession> sessions = new ArrayList<>(2);
  private final Action reconnect = new Reconnect();
  private boolean connected = true;
  private boolean closed;

  /** A publication to a queue that has not been declared yet. */
  private record Homeless(String queue, Parcel parcel, Runnable confirmed) {}

  SimulatedTransport(SimulatedBroker broker, Incarnation incarnation) {
    this.broker = broker;
    this.incarnation = incarnation;
    incarnation.whenOver(this::die);
  }

  @Override
  public void declare(Collection<String> queues) {
    before(Effect.DECLARE, "", queues.size());
    queues.forEach(broker::declare);
    after(Effect.DECLARE, "", queues.size());
  }

  @Override
  public void publish(String queue, Parcel parcel, Runnable confirmed) {
    before(Effect.PUBLISH, queue, parcel.body().length);
    MessageQueue to = broker.find(queue);
    if (to == null) {
      homeless.add(new Homeless(queue, parcel, confirmed));
    } else {
      publish(to, parcel, confirmed);
    }
    after(Effect.PUBLISH, queue, parcel.body().length);
  }

  private void publish(MessageQueue queue, Parcel parcel, Runnable confirmed) {
    PendingPublication publication = new PendingPublication(this, queue, parcel, confirmed);
    unconfirmed.add(publication);
    if (connected) {
      send(publication);
    }
  }

  /** A queue that publications wait for has been declared. */
  void declared(MessageQueue queue) {
    for (Homeless each : List.copyOf(homeless)) {
      if (each.queue().equals(queue.name())) {
        homeless.remove(each);
        publish(queue, each.parcel(), each.confirmed());
      }
    }
  }

  /** Does not count what is under way to the queue: the answer may come early. */
  @Override
  public void whenShort(String queue, Runnable then) {
    LengthAnswer answer = new LengthAnswer(queue, then);
    MessageQueue asked = broker.find(queue);
    if (asked == null) {
      broker.scheduler().add(answer, false);
    } else {
      asked.whenShort(answer);
    }
  }

  @Override
  public Session open(SessionListener listener) {
    before(Effect.OPEN_SESSION, "", 0);
    SimulatedSession session = new SimulatedSession(this, listener);
    sessions.add(session);
    broker.attached(session);
    after(Effect.OPEN_SESSION, "", 0);
    return session;
  }

  @Override
  public void close() {
    before(Effect.CLOSE_TRANSPORT, "", 0);
    closed = true;
    sessions.forEach(SimulatedSession::closeQuietly);
    leave();
    after(Effect.CLOSE_TRANSPORT, "", 0);
  }

  /** How many publications the node waits for; a real transport blocks when they are too many. */
  public int unconfirmed() {
    return unconfirmed.size();
  }

  /**
   * The connection for publishing is gone. Of what is under way on it a first part still arrives,
   * unconfirmed; the node notices later, and what it publishes until then goes nowhere at first.
   */
  public void cutPublishing() {
    if (!connected) {
      return;
    }
    connected = false;
    swallow();
    for (PublishLink link : links) {
      link.dropSwallowed();
      broker.orphaned(link);
    }
    links.clear();
    if (!dead()) {
      broker.scheduler().add(reconnect, broker.noticedLate());
    }
  }

  /** The connection for consuming is lost; node and broker notice later, in either order. */
  public void cutSessions() {
    sessions.forEach(SimulatedSession::cut);
    sessions.clear();
  }

  /** The broker takes the node for dead (no heartbeat) and acts at once; the node knows nothing. */
  public void declareDead() {
    cutPublishing();
    List<SimulatedSession> declared = List.copyOf(sessions);
    cutSessions();
    declared.forEach(SimulatedSession::detach);
  }

  SimulatedBroker broker() {
    return broker;
  }

  String node() {
    return incarnation.node();
  }

  boolean dead() {
    return closed || incarnation.over();
  }

  void before(Effect effect, String target, long amount) {
    incarnation.before(effect, target, amount);
    if (closed) {
      throw new IllegalStateException(node() + " uses a transport that it has closed");
    }
  }

  void after(Effect effect, String target, long amount) {
    incarnation.after(effect, target, amount);
  }

  void confirmed(PendingPublication publication) {
    unconfirmed.remove(publication);
    publication.confirmed.run();
  }

  private void send(PendingPublication publication) {
    boolean late = broker.dice().strikes(BrokerFault.PUBLICATION_LATE);
    MessageCopy message = new MessageCopy(publication.parcel, publication, late);
    publication.message = message;
    link(publication.queue).send(message);
  }

  private PublishLink link(MessageQueue queue) {
    for (PublishLink link : links) {
      if (link.queue == queue) {
        return link;
      }
    }
    PublishLink link = new PublishLink(queue, broker.scheduler(), broker.dice());
    links.add(link);
    return link;
  }

  /**
   * The sender no longer waits for the messages sent so far; those after some point are lost on the
   * way.
   */
  private void swallow() {
    List<MessageCopy> underWay = new ArrayList<>();
    for (PendingPublication publication : unconfirmed) {
      MessageCopy message = publication.message;
      if (message != null) {
        message.publication = null;
        publication.message = null;
        broker.scheduler().remove(message);
        if (message.inFlight) {
          underWay.add(message);
        }
      }
    }
    int arriving = broker.dice().below(underWay.size() + 1);
    underWay.subList(arriving, underWay.size()).forEach(message -> message.swallowed = true);
  }

  private void die() {
    cutSessions();
    leave();
  }

  private void leave() {
    cutPublishing();
    broker.scheduler().remove(reconnect);
    unconfirmed.clear();
    homeless.clear();
    broker.left(this);
  }

  private final class LengthAnswer extends Action {
    private final String queue;
    private final Runnable then;

    LengthAnswer(String queue, Runnable then) {
      this.queue = queue;
      this.then = then;
    }

    @Override
    void run() {
      if (!dead()) {
        then.run();
      }
    }

    @Override
    public String toString() {
      return node() + " hears that queue " + queue + " is short";
    }
  }

  private final class Reconnect extends Action {

    @Override
    void run() {
      connected = true;
      unconfirmed.forEach(SimulatedTransport.this::send);
    }

    @Override
    public String toString() {
      return node() + " connects again to publish";
    }
  }
}
