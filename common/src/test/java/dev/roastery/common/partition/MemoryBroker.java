package dev.roastery.common.partition;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.partition.ownership.OwnerCard;
import dev.roastery.common.pipeline.PartitionName;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A broker in memory that does nothing by itself: {@link #step} delivers and confirms what there
 * is. It keeps the transport's promises and plays no tricks; those are the simulator's.
 */
public final class MemoryBroker {

  /** Queues whose confirmations are kept back. */
  public Predicate<String> keepsBack = _ -> false;

  /** What was ever published, oldest first. */
  public final List<Publication> published = new ArrayList<>();

  private final Map<String, Deque<byte[]>> ready = new TreeMap<>();
  private final Map<String, List<Subscription>> lines = new TreeMap<>();
  private final List<Publication> unconfirmed = new ArrayList<>();
  private final List<Question> questions = new ArrayList<>();

  /** What is to run when a queue is short. */
  private record Question(String queue, Runnable then) {}

  public record Publication(String queue, byte[] body, Runnable confirmed, Connection by) {

    @Override
    public String toString() {
      OwnerCard card = OwnerCard.parse(body);
      return queue + " " + (card == null ? Samples.text(Samples.decoded(body)) : card.text());
    }
  }

  private record Subscription(MemorySession session, int prefetch) {}

  /** The label of a message's job, by the message's bytes; most have none here. */
  private final IdentityHashMap<byte[], String> labels = new IdentityHashMap<>();

  /** What others put into a queue, with the label of its job. */
  void put(String queue, byte[] body, String job) {
    labels.put(body, job);
    put(queue, body);
  }

  /** What others put into a queue. */
  public void put(String queue, byte[] body) {
    ready.computeIfAbsent(queue, _ -> new ArrayDeque<>()).add(body);
  }

  /** The bodies in a queue that no consumer holds. */
  public List<byte[]> ready(String queue) {
    return List.copyOf(ready.getOrDefault(queue, new ArrayDeque<>()));
  }

  public void purge(String queue) {
    ready.remove(queue);
  }

  /** Delivers and confirms all that can be; false when there was nothing. */
  boolean step() {
    boolean any = false;
    for (Map.Entry<String, List<Subscription>> line : lines.entrySet()) {
      Deque<byte[]> messages = ready.getOrDefault(line.getKey(), new ArrayDeque<>());
      while (!messages.isEmpty() && !line.getValue().isEmpty()) {
        Subscription active = line.getValue().getFirst();
        if (active.session().holds(line.getKey()) >= active.prefetch()) {
          break;
        }
        active.session().deliver(line.getKey(), messages.remove());
        any = true;
      }
    }
    for (Publication publication : List.copyOf(unconfirmed)) {
      if (!keepsBack.test(publication.queue()) && unconfirmed.remove(publication)) {
        publication.confirmed().run();
        any = true;
      }
    }
    for (Question question : List.copyOf(questions)) {
      if (ready(question.queue()).size() <= Transport.SHORT && questions.remove(question)) {
        question.then().run();
        any = true;
      }
    }
    return any;
  }

  Connection connect(List<String> events) {
    return new Connection(events);
  }

  /** One node's connection; what it calls is recorded. */
  public final class Connection implements Transport {
    private final List<String> events;
    private final List<MemorySession> sessions = new ArrayList<>();
    private long tags;
    private boolean dead;

    private Connection(List<String> events) {
      this.events = events;
    }

    /** Its node is gone: nothing that it does has an effect, and it hears nothing. */
    void die() {
      dead = true;
      unconfirmed.removeIf(publication -> publication.by() == this);
      List.copyOf(sessions).forEach(MemorySession::end);
    }

    /** The broker ends the sessions, and their owner is told. */
    public void loseSessions(String reason) {
      for (MemorySession session : List.copyOf(sessions)) {
        session.end();
        session.listener.lost(reason);
      }
    }

    /** The deliveries of a queue that this node holds. */
    public int holds(String queue) {
      return sessions.stream().mapToInt(session -> session.holds(queue)).sum();
    }

    @Override
    public void declare(Collection<String> queues) {}

    @Override
    public void publish(String queue, Parcel parcel, Runnable confirmed) {
      if (dead) {
        return;
      }
      Publication publication = new Publication(queue, parcel.body(), confirmed, this);
      events.add("publish " + publication);
      published.add(publication);
      put(queue, parcel.body());
      unconfirmed.add(publication);
    }

    @Override
    public void whenShort(String queue, Runnable then) {
      questions.add(new Question(queue, then));
    }

    @Override
    public Session open(SessionListener listener) {
      MemorySession session = new MemorySession(this, listener);
      if (!dead) {
        sessions.add(session);
      }
      return session;
    }

    @Override
    public void close() {
      die();
    }
  }

  private final class MemorySession implements Transport.Session {
    private final Connection of;
    private final Transport.SessionListener listener;
    private final Map<Long, Delivery> unacknowledged = new TreeMap<>();
    private boolean over;

    MemorySession(Connection of, Transport.SessionListener listener) {
      this.of = of;
      this.listener = listener;
    }

    int holds(String queue) {
      return (int)
          unacknowledged.values().stream().filter(held -> held.queue().equals(queue)).count();
    }

    void deliver(String queue, byte[] body) {
      Delivery delivery = new Delivery(queue, ++of.tags, body, labels.getOrDefault(body, ""));
      unacknowledged.put(delivery.tag(), delivery);
      listener.delivered(delivery);
    }

    @Override
    public void subscribe(String queue, int prefetch) {
      if (!over && !of.dead) {
        of.events.add("subscribe " + queue);
        lines.computeIfAbsent(queue, _ -> new ArrayList<>()).add(new Subscription(this, prefetch));
      }
    }

    @Override
    public void acknowledge(long tag) {
      if (over) {
        return;
      }
      @Nullable Delivery delivery = unacknowledged.remove(tag);
      if (delivery == null) {
        throw new AssertionError("acknowledged what was not delivered, or twice: " + tag);
      }
      if (!PartitionName.isCardQueue(delivery.queue())) {
        of.events.add("ack " + Samples.text(delivery.body()));
      }
    }

    @Override
    public void close() {
      end();
    }

    void end() {
      over = true;
      of.sessions.remove(this);
      lines.values().forEach(line -> line.removeIf(each -> each.session() == this));
      List<Delivery> back = new ArrayList<>(unacknowledged.values());
      unacknowledged.clear();
      for (int i = back.size() - 1; i >= 0; i--) {
        ready
            .computeIfAbsent(back.get(i).queue(), _ -> new ArrayDeque<>())
            .addFirst(back.get(i).body());
      }
    }
  }
}
