package dev.roastery.common.broker.rabbit;

import dev.roastery.common.fault.Backoff;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Publications that the broker did not take, each to be sent again when its time has come. */
final class ResendQueue {

  private record Repeat(RabbitPublication publication, long dueNanos) {}

  private final Backoff backoff;
  private final SplittableRandom random;
  private final Map<Long, Integer> refusals = new HashMap<>();
  private final Map<Long, Repeat> waiting = new TreeMap<>();

  ResendQueue(RabbitSettings settings) {
    this.backoff = settings.backoff();
    this.random = new SplittableRandom(settings.seed());
  }

  void add(RabbitPublication publication, long nowNanos) {
    int refused = refusals.merge(publication.number(), 1, Integer::sum);
    long wait = backoff.jitteredMillis(refused, random);
    long due = nowNanos + TimeUnit.MILLISECONDS.toNanos(wait);
    waiting.put(publication.number(), new Repeat(publication, due));
  }

  /** Those to send now, in their order. */
  List<RabbitPublication> due(long nowNanos) {
    List<RabbitPublication> due = new ArrayList<>();
    for (Iterator<Repeat> all = waiting.values().iterator(); all.hasNext(); ) {
      Repeat repeat = all.next();
      if (repeat.dueNanos() - nowNanos <= 0) {
        due.add(repeat.publication());
        all.remove();
      }
    }
    return due;
  }

  void forget(RabbitPublication publication) {
    waiting.remove(publication.number());
    refusals.remove(publication.number());
  }

  void clear() {
    waiting.clear();
    refusals.clear();
  }
}
