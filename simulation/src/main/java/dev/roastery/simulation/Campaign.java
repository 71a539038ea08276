package dev.roastery.simulation;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.simulation.store.StateKind;
import dev.roastery.simulation.store.StoreFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** Many schedules on several threads, and what came of them. */
public final class Campaign {

  /** From this many schedules on, a kind of fault that never occurred is a failure of the run. */
  public static final long ENOUGH_FOR_EVERY_FAULT = 20_000;

  private static final int FAILURES_TOLD = 10;
  private static final int SEEDS_AT_A_TIME = 100;

  private final TopologyKind kind;
  private final StateKind state;
  private final long from;
  private final long seeds;
  private final AtomicLong next;
  private final FaultCounts counts = new FaultCounts();
  private final List<Failure> failures = new ArrayList<>();
  private final long begunNanos = System.nanoTime();
  private double seconds;
  private boolean canaryFound;

  /** A schedule that went wrong. */
  public record Failure(long seed, String what) {}

  private Campaign(TopologyKind kind, StateKind state, long from, long seeds) {
    this.kind = kind;
    this.state = state;
    this.from = from;
    this.seeds = seeds;
    this.next = new AtomicLong(from);
  }

  /**
   * Runs the seeds {@code from} to {@code from + seeds - 1}.
   *
   * @param progress gets the number of finished schedules from time to time
   */
  public static Campaign run(
      TopologyKind kind, long from, long seeds, int threads, LongConsumer progress) {
    return run(kind, StateKind.VOLUME, from, seeds, threads, progress);
  }

  /** The same with the workers' state there. */
  public static Campaign run(
      TopologyKind kind,
      StateKind state,
      long from,
      long seeds,
      int threads,
      LongConsumer progress) {
    Campaign campaign = new Campaign(kind, state, from, seeds);
    campaign.canaryFound = Simulation.noticesPlantedBug(kind);
    List<Thread> workers =
        Stream.generate(() -> Thread.ofPlatform().unstarted(() -> campaign.work(progress)))
            .limit(threads)
            .toList();
    workers.forEach(Thread::start);
    for (Thread worker : workers) {
      try {
        worker.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException("interrupted while schedules were running", e);
      }
    }
    campaign.seconds = (System.nanoTime() - campaign.begunNanos) / 1e9;
    return campaign;
  }

  private void work(LongConsumer progress) {
    FaultCounts mine = new FaultCounts();
    for (long first; (first = next.getAndAdd(SEEDS_AT_A_TIME)) < from + seeds; ) {
      long end = Math.min(first + SEEDS_AT_A_TIME, from + seeds);
      for (long seed = first; seed < end; seed++) {
        runOne(seed, mine);
      }
      progress.accept(end - from);
    }
    synchronized (this) {
      counts.add(mine);
    }
  }

  private void runOne(long seed, FaultCounts mine) {
    try {
      Simulation.run(kind, state, seed, mine, new Trace(false));
    } catch (RuntimeException | Error failure) {
      String cause = failure.getCause() == null ? "" : ", because " + failure.getCause();
      synchronized (this) {
        failures.add(new Failure(seed, failure + cause));
      }
    }
  }

  public FaultCounts counts() {
    return counts;
  }

  public List<Failure> failures() {
    return failures;
  }

  public double schedulesPerSecond() {
    return counts.schedules() / seconds;
  }

  /** Everything that makes this run a failure, in words; empty when it is a success. */
  public List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    if (!canaryFound) {
      complaints.add("the planted bug (a disk whose force does nothing) was not noticed");
    }
    failures.stream()
        .limit(FAILURES_TOLD)
        .forEach(failure -> complaints.add("seed " + failure.seed() + ": " + failure.what()));
    if (failures.size() > FAILURES_TOLD) {
      complaints.add("and " + (failures.size() - FAILURES_TOLD) + " more seeds");
    }
    if (seeds >= ENOUGH_FOR_EVERY_FAULT) {
      for (SimulatedFault fault : SimulatedFault.values()) {
        if (counts.count(fault) == 0 && kind.has(fault)) {
          complaints.add("the fault " + fault + " never happened");
        }
      }
    }
    return complaints;
  }

  /** What was done, for a person. */
  public String report() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s, state on a %s: %,d schedules in %.1f s (%,.0f a second): %,d effects, %,d crashes,"
                + " %d failures%n",
            kind,
            state.name().toLowerCase(Locale.ROOT).replace('_', ' '),
            counts.schedules(),
            seconds,
            schedulesPerSecond(),
            counts.effects(),
            counts.crashes(),
            failures.size()));
    for (SimulatedFault kind : SimulatedFault.values()) {
      text.append(String.format(Locale.ROOT, "  %-42s %,15d%n", kind, counts.count(kind)));
    }
    for (StoreFault fault : state.isStore() ? StoreFault.values() : new StoreFault[0]) {
      text.append(String.format(Locale.ROOT, "  %-42s %,15d%n", fault, counts.count(fault)));
    }
    text.append("crash points passed (each time with a chance to crash there):\n");
    for (CrashPoint point : CrashPoint.values()) {
      if (counts.count(point) > 0) {
        text.append(String.format(Locale.ROOT, "  %-42s %,15d%n", point, counts.count(point)));
      }
    }
    return text.toString();
  }
}
