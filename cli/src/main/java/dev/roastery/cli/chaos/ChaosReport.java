package dev.roastery.cli.chaos;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The report of a run: printed as events happen, and summarised at the end. */
final class ChaosReport {

  /** Whether the victim of a fault owned a partition, or was what all owners wait for. */
  enum Hit {
    OWNER,
    STAND_BY,
    STORE
  }

  private final PrintWriter out;
  private final long beginNanos = System.nanoTime();
  private final Map<FaultKind, List<Struck>> struck = new EnumMap<>(FaultKind.class);
  private final List<Struck> open = new ArrayList<>();
  private final List<String> complaints = new ArrayList<>();
  private final Set<Fault> storeTroubles = new HashSet<>();
  private long spilledBytesMax = -1;

  /** A fault that was done, and how long it took until the cluster was whole. */
  private static final class Struck {
    private final Fault fault;
    private final Hit hit;
    private final long nanos = System.nanoTime();

    /**
     * Whether no other node lost a partition until the cluster was whole, and the store was well:
     * only then does the time count for this kind of fault.
     */
    private boolean isAlone;

    private double wholeAfter = -1;

    Struck(Fault fault, Hit hit, boolean isAlone) {
      this.fault = fault;
      this.hit = hit;
      this.isAlone = isAlone;
    }
  }

  ChaosReport(PrintWriter out) {
    this.out = out;
  }

  void tell(String sentence) {
    out.printf(Locale.ROOT, "[%6.1f s] %s%n", seconds(), sentence);
    out.flush();
  }

  double seconds() {
    return (System.nanoTime() - beginNanos) / 1e9;
  }

  void struck(Fault fault, Hit hit, int jobsUnderWay) {
    Struck now = new Struck(fault, hit, open.isEmpty() && storeTroubles.isEmpty());
    struck.computeIfAbsent(fault.kind(), _ -> new ArrayList<>()).add(now);
    if (hit != Hit.STAND_BY) {
      open.forEach(earlier -> earlier.isAlone = false);
    }
    if (hit == Hit.OWNER) {
      open.add(now);
    }
    if (hit == Hit.STORE && fault.kind().lasts()) {
      storeTroubles.add(fault);
    }
    String whom = hit == Hit.STAND_BY ? ", which owns nothing" : "";
    tell(
        "%s %s%s (running jobs: %d)"
            .formatted(fault.kind().word(), fault.victim(), whom, jobsUnderWay));
  }

  void relieved(Fault fault) {
    storeTroubles.remove(fault);
    tell(
        switch (fault.kind()) {
          case KILL -> "start " + fault.victim();
          case PAUSE, BROKER_PAUSE, STORE_PAUSE -> "resume " + fault.victim();
          default -> "mend " + fault.victim();
        });
  }

  /** The size of the spilled files that are there now. */
  void spilled(long bytes) {
    spilledBytesMax = Math.max(spilledBytesMax, bytes);
  }

  /** Whether spilled files could be seen, and there was none at any time. */
  boolean hasSpilledNothing() {
    return spilledBytesMax == 0;
  }

  boolean isBroken() {
    return !open.isEmpty();
  }

  void whole() {
    for (Struck each : open) {
      each.wholeAfter = (System.nanoTime() - each.nanos) / 1e9;
      String told =
          String.format(
              Locale.ROOT,
              "whole again, %.1f s after %s %s",
              each.wholeAfter,
              each.fault.kind().word(),
              each.fault.victim());
      tell(each.isAlone ? told : told + " (with another fault)");
    }
    open.clear();
  }

  void complain(String sentence) {
    complaints.add(sentence);
    tell("COMPLAINT: " + sentence);
  }

  List<String> complaints() {
    return List.copyOf(complaints);
  }

  int fired(FaultKind kind) {
    return struck.getOrDefault(kind, List.of()).size();
  }

  /**
   * For each kind: how often it occurred, how often a node lost a partition, and the time until the
   * cluster was whole if no other fault overlapped.
   */
  void summary() {
    out.printf("%n%-16s %6s %7s %14s %14s%n", "fault", "times", "owners", "whole p50", "whole max");
    struck.forEach((kind, all) -> {
      DurationStats stats = DurationStats.of(alone(all));
      long owners = all.stream().filter(each -> each.hit == Hit.OWNER).count();
      out.printf(
          "%-16s %6d %7d %14s %14s%n", kind.word(), all.size(), owners, stats.p50(), stats.max());
    });
    takeovers();
    if (spilledBytesMax > 0) {
      out.printf("%nspilled files: at most %,d kB at once%n", spilledBytesMax >> 10);
    }
    out.flush();
  }

  private void takeovers() {
    List<Double> seconds =
        struck.entrySet().stream()
            .filter(entry -> entry.getKey().isWorkerKill())
            .flatMap(entry -> alone(entry.getValue()).stream())
            .toList();
    if (!seconds.isEmpty()) {
      DurationStats stats = DurationStats.of(seconds);
      out.printf(
          "%ntakeovers after kills of workers: %d, of %s (p50), %s (p95), %s (max)%n",
          seconds.size(), stats.p50(), stats.p95(), stats.max());
    }
  }

  String kinds() {
    List<String> words = new ArrayList<>();
    struck.forEach((kind, all) -> words.add(kind.word() + " " + all.size()));
    return String.join(", ", words);
  }

  DurationStats wholeAgain() {
    return DurationStats.of(struck.values().stream().flatMap(all -> alone(all).stream()).toList());
  }

  private static List<Double> alone(List<Struck> all) {
    return all.stream()
        .filter(each -> each.isAlone && each.wholeAfter >= 0)
        .map(each -> each.wholeAfter)
        .toList();
  }
}
