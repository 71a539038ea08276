package dev.roastery.common.broker;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Bounds what a sender has waiting in each queue. A broker confirms faster than a partition
 * consumes, and a queue is first in, first out: without a bound, a small job stands behind all that
 * a large one sends at a gate.
 *
 * <p>A sender counts what it puts into a queue. When the room is used up, it asks the transport to
 * tell it when the queue is short again. Until then, only clients that have sent little since the
 * queue was last short go on, up to twice the room in all. So a small client finds no more before
 * it than one room, however much a large client still has to send. One thread calls this.
 */
public final class QueueRoom {

  /**
   * Counted for a smaller message: to store and acknowledge it costs its receiver as much. A job of
   * a hundred parts and a few rows sends hundreds of messages, and is small.
   */
  private static final long MESSAGE_BYTES_MIN = 8 << 10;

  private final Limits limits;
  private final Transport transport;
  private final Consumer<Runnable> later;

  /** By queue, since it was short the last time. */
  private final Map<String, Filling> fillings = new HashMap<>();

  /**
   * How much there is room for.
   *
   * @param bytes what a sender puts into a queue before it asks how long that is
   * @param smallBytes who has put less than this into a queue goes on although it is long
   */
  public record Limits(long bytes, long smallBytes) {

    public Limits {
      if (bytes < 1 || smallBytes < 0) {
        throw new IllegalArgumentException(
            "room for %d bytes, of which %d are a little: choose at least 1 and 0"
                .formatted(bytes, smallBytes));
      }
    }

    /**
     * A receiver takes some tenths of a second for 4 MiB, many times what it takes to ask. In a
     * mebibyte a small job has all its outputs; most send a few kilobytes.
     */
    public static Limits standard() {
      return new Limits(4 << 20, 1 << 20);
    }
  }

  private static final class Filling {
    long bytes;

    /** By who has sent it. */
    final Map<Object, Long> parts = new HashMap<>();
  }

  /**
   * @param later brings a call from the transport's thread to that of the caller
   */
  public QueueRoom(Limits limits, Transport transport, Consumer<Runnable> later) {
    this.limits = limits;
    this.transport = transport;
    this.later = later;
  }

  /** Whether a client or a job may put more into a queue now. */
  public boolean isFor(Object holder, String queue) {
    Filling filling = fillings.get(queue);
    return filling == null
        || filling.bytes < limits.bytes()
        || (filling.bytes < 2 * limits.bytes()
            && filling.parts.getOrDefault(holder, 0L) < limits.smallBytes());
  }

  /** A client or a job has put a message into a queue. */
  public void take(Object holder, String queue, int bytes) {
    Filling filling = fillings.computeIfAbsent(queue, _ -> new Filling());
    long counted = Math.max(bytes, MESSAGE_BYTES_MIN);
    boolean wasFree = filling.bytes < limits.bytes();
    filling.bytes += counted;
    filling.parts.merge(holder, counted, Long::sum);
    if (wasFree && filling.bytes >= limits.bytes()) {
      transport.whenShort(queue, () -> later.accept(() -> fillings.remove(queue)));
    }
  }
}
