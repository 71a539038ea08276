package dev.roastery.common.broker.memory;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Transport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One queue of {@link InProcessTransport}; guarded by its lock. */
final class InProcessQueue {

  /** A message, and what is owed to its publisher: a confirmation, and room in its window. */
  record Entry(byte[] body, String job, Window window, Runnable confirmed) {}

  /** What one thread has published and is not confirmed. */
  static final class Window {
    private long bytes;
    private int messages;

    boolean isFull(InProcessLimits limits) {
      return bytes >= limits.unconfirmedBytesMax() || messages >= limits.unconfirmedMessagesMax();
    }
  }

  /** A consumer, and what it holds in the order of delivery. */
  static final class Subscription {
    final InProcessQueue queue;
    private final int prefetch;
    private final NavigableMap<Long, Entry> unacknowledged = new TreeMap<>();

    Subscription(InProcessQueue queue, int prefetch) {
      this.queue = queue;
      this.prefetch = prefetch;
    }
  }

  final String name;
  private final long bytesMax;

  /** Whether a message is safe only with its consumer, which acknowledges what is on its disk. */
  private final boolean confirmedByConsumer;

  private final Deque<Entry> ready = new ArrayDeque<>();
  private final Deque<Entry> withheld = new ArrayDeque<>();
  private final Deque<Subscription> consumers = new ArrayDeque<>();

  /** To run when the queue is short. */
  private final List<Runnable> whenShort = new ArrayList<>();

  private boolean declared;
  private long bytes;

  InProcessQueue(String name, long bytesMax, boolean confirmedByConsumer) {
    this.name = name;
    this.bytesMax = bytesMax;
    this.confirmedByConsumer = confirmedByConsumer;
  }

  boolean isDeclared() {
    return declared;
  }

  /** Whether nothing waits for a consumer. */
  boolean isEmpty() {
    return ready.isEmpty();
  }

  /** How many wait for a consumer. */
  int waiting() {
    return ready.size();
  }

  void declare() {
    declared = true;
  }

  void add(Entry entry) {
    bytes += entry.body().length;
    entry.window().bytes += entry.body().length;
    entry.window().messages++;
    ready.add(entry);
    if (!confirmedByConsumer) {
      withheld.add(entry);
    }
  }

  /** The entries that may be confirmed now: all, as long as the queue is not full. */
  List<Entry> takeConfirmed() {
    List<Entry> confirmed = new ArrayList<>();
    if (declared && bytes <= bytesMax) {
      confirmed.addAll(withheld);
      withheld.clear();
    }
    for (Entry entry : confirmed) {
      entry.window().bytes -= entry.body().length;
      entry.window().messages--;
    }
    return confirmed;
  }

  void whenShort(Runnable then) {
    whenShort.add(then);
  }

  /** What is to be run now, because the queue is short. */
  List<Runnable> takeWhenShort() {
    if (whenShort.isEmpty() || ready.size() > Transport.SHORT) {
      return List.of();
    }
    List<Runnable> taken = List.copyOf(whenShort);
    whenShort.clear();
    return taken;
  }

  void addConsumer(Subscription consumer) {
    consumers.add(consumer);
  }

  /** What the consumer has not acknowledged goes back to the head, in its order. */
  void removeConsumer(Subscription consumer) {
    consumers.remove(consumer);
    consumer.unacknowledged.descendingMap().values().forEach(ready::addFirst);
    consumer.unacknowledged.clear();
  }

  /**
   * The next message for a consumer; only the first consumer gets one, and only while it has room.
   */
  @Nullable Delivery next(Subscription consumer, long tag) {
    boolean may =
        consumer.equals(consumers.peek()) && consumer.unacknowledged.size() < consumer.prefetch;
    Entry entry = may ? ready.poll() : null;
    if (entry == null) {
      return null;
    }
    consumer.unacknowledged.put(tag, entry);
    return new Delivery(name, tag, entry.body(), entry.job());
  }

  boolean acknowledge(Subscription consumer, long tag) {
    Entry entry = consumer.unacknowledged.remove(tag);
    if (entry != null) {
      bytes -= entry.body().length;
      if (confirmedByConsumer) {
        withheld.add(entry);
      }
    }
    return entry != null;
  }
}
