package dev.roastery.common.share;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What waits for a turn, and which is next: clients have turns in proportion to their weights, the
 * jobs of a client one after the other, and what waits for one job has its own order. How much
 * waits for a client or a job makes no difference.
 *
 * <p>Each client has a clock that a turn moves on by {@code TURN / weight}; the client whose clock
 * is furthest behind is next (start-time fair queueing). While two clients wait, they are never
 * further apart than one turn of each. A client that comes back starts at the present, so nothing
 * can be saved up.
 *
 * @param <J> identifies a job
 * @param <T> what waits
 */
public final class Turns<J, T> {

  /** A turn of a client of weight 1. Weights up to 10 divide it, others nearly. */
  private static final long TURN = 2_520L << 20;

  /** By client; the one that had its turn longest ago comes first. */
  private final Map<Object, Line> waiting = new LinkedHashMap<>();

  /** The clocks that are ahead of the present, of clients that do not wait. */
  private final Map<Object, Long> ahead = new HashMap<>();

  /** The clock of the client that had the last turn, before it. */
  private long present;

  /** The jobs of a client; the one that had its turn longest ago comes first. */
  private final class Line {
    final Map<J, Queue<T>> jobs = new LinkedHashMap<>();
    long clock;
    int weight = 1;

    Line(long clock) {
      this.clock = clock;
    }

    /** The first job whose next item may go. */
    @Nullable J first(Predicate<T> mayGo) {
      for (Map.Entry<J, Queue<T>> job : jobs.entrySet()) {
        if (mayGo.test(job.getValue().element())) {
          return job.getKey();
        }
      }
      return null;
    }

    T take(J job) {
      Queue<T> items = jobs.get(job);
      if (items == null) {
        throw new IllegalStateException("nothing waits for " + job);
      }
      jobs.remove(job);
      T item = items.remove();
      if (!items.isEmpty()) {
        jobs.put(job, items);
      }
      return item;
    }
  }

  /** The last share that is given for a client counts for it. */
  public void add(Share share, J job, T item) {
    Line line = waiting.computeIfAbsent(share.holder(job), this::back);
    line.weight = share.weight();
    line.jobs.computeIfAbsent(job, _ -> new ArrayDeque<>()).add(item);
  }

  private Line back(Object client) {
    Long clock = ahead.remove(client);
    return new Line(clock == null ? present : Math.max(clock, present));
  }

  /** Takes what is next of those that may go now. */
  public Optional<T> take(Predicate<T> mayGo) {
    Object client = null;
    Line line = null;
    J job = null;
    for (Map.Entry<Object, Line> each : waiting.entrySet()) {
      if (line == null || clock(each.getValue()) < clock(line)) {
        J first = each.getValue().first(mayGo);
        if (first != null) {
          client = each.getKey();
          line = each.getValue();
          job = first;
        }
      }
    }
    return client == null || line == null || job == null
        ? Optional.empty()
        : Optional.of(take(client, line, job));
  }

  /** A client that could not go has not saved its turns. */
  private long clock(Line line) {
    return Math.max(line.clock, present);
  }

  private T take(Object client, Line line, J job) {
    present = clock(line);
    line.clock = present + TURN / line.weight;
    T item = line.take(job);
    waiting.remove(client);
    if (line.jobs.isEmpty()) {
      ahead.put(client, line.clock);
    } else {
      waiting.put(client, line);
    }
    ahead.values().removeIf(clock -> clock <= present);
    return item;
  }

  /** Whether there is one that may go now. */
  public boolean any(Predicate<T> mayGo) {
    for (Line line : waiting.values()) {
      if (line.first(mayGo) != null) {
        return true;
      }
    }
    return false;
  }

  /** What waits for that job and is its next, if anything does. */
  public Optional<T> next(J job) {
    return waiting.values().stream()
        .map(line -> line.jobs.get(job))
        .filter(Objects::nonNull)
        .map(Queue::element)
        .findFirst();
  }

  /** Takes an item out that does not want a turn any more. */
  public void remove(Share share, J job, T item) {
    Line line = waiting.get(share.holder(job));
    Queue<T> items = line == null ? null : line.jobs.get(job);
    if (line == null || items == null || !items.remove(item)) {
      return;
    }
    if (items.isEmpty()) {
      line.jobs.remove(job);
    }
    if (line.jobs.isEmpty()) {
      waiting.remove(share.holder(job));
      ahead.put(share.holder(job), line.clock);
    }
  }

  public boolean isEmpty() {
    return waiting.isEmpty();
  }
}
