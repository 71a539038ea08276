package dev.roastery.simulation;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.simulation.store.SimulatedObjectStore;
import dev.roastery.simulation.store.StoreFault;
import java.util.EnumMap;
import java.util.Map;

/** Counts what happened in many schedules. One thread's; tallies add up. */
public final class FaultCounts {

  private final Map<SimulatedFault, Count> faults = new EnumMap<>(SimulatedFault.class);
  private final Map<CrashPoint, Count> points = new EnumMap<>(CrashPoint.class);
  private final Map<FatalReason, Count> fatals = new EnumMap<>(FatalReason.class);
  private final Map<StoreFault, Count> strikes = new EnumMap<>(StoreFault.class);
  private long schedules;
  private long crashes;
  private long effects;

  private static final class Count {
    long value;
  }

  void fault(SimulatedFault kind) {
    faults(kind, 1);
  }

  void faults(SimulatedFault kind, long count) {
    add(faults, kind, count);
  }

  void strikes(SimulatedObjectStore store) {
    for (StoreFault fault : StoreFault.values()) {
      add(strikes, fault, store.struck(fault));
    }
  }

  void point(CrashPoint point) {
    add(points, point, 1);
  }

  void fatal(FatalReason reason) {
    add(fatals, reason, 1);
  }

  void crash() {
    crashes++;
  }

  void effect() {
    effects++;
  }

  void schedule() {
    schedules++;
  }

  public long schedules() {
    return schedules;
  }

  /** How many processes ended in the middle of something. */
  public long crashes() {
    return crashes;
  }

  /** What processes did to disks and broker; each of them was a chance to crash. */
  public long effects() {
    return effects;
  }

  public long count(SimulatedFault kind) {
    return value(faults, kind);
  }

  public long count(StoreFault fault) {
    return value(strikes, fault);
  }

  public long count(CrashPoint point) {
    return value(points, point);
  }

  public long count(FatalReason reason) {
    return value(fatals, reason);
  }

  public void add(FaultCounts other) {
    other.faults.forEach((kind, count) -> add(faults, kind, count.value));
    other.strikes.forEach((fault, count) -> add(strikes, fault, count.value));
    other.points.forEach((point, count) -> add(points, point, count.value));
    other.fatals.forEach((reason, count) -> add(fatals, reason, count.value));
    schedules += other.schedules;
    crashes += other.crashes;
    effects += other.effects;
  }

  private static <K> void add(Map<K, Count> counts, K key, long count) {
    counts.computeIfAbsent(key, _ -> new Count()).value += count;
  }

  private static <K> long value(Map<K, Count> counts, K key) {
    Count count = counts.get(key);
    return count == null ? 0 : count.value;
  }
}
