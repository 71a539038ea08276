package dev.roastery.simulation;

import dev.roastery.common.fault.Fatal;
import dev.roastery.simulation.disk.ForcedOtherwise;
import dev.roastery.simulation.disk.SimulatedDisk;
import dev.roastery.simulation.scenario.Divergence;
import dev.roastery.simulation.store.StateKind;
import java.util.List;
import java.util.SplittableRandom;

/** Runs schedules by their seeds. */
public final class Simulation {

  private static final int CANARY_SEEDS = 500;

  private Simulation() {}

  /** Runs one schedule; a {@link Divergence} (or anything else thrown) means that it failed. */
  public static void run(TopologyKind kind, long seed, FaultCounts counts, Trace trace) {
    run(kind, StateKind.VOLUME, seed, counts, trace);
  }

  /** The same with the workers' state there. */
  public static void run(
      TopologyKind kind, StateKind state, long seed, FaultCounts counts, Trace trace) {
    run(kind, state, seed, SimulatedDisk::mount, counts, trace);
  }

  private static void run(
      TopologyKind kind,
      StateKind state,
      long seed,
      Mounter mounter,
      FaultCounts counts,
      Trace trace) {
    SplittableRandom random = new SplittableRandom(seed);
    ScheduleParameters parameters = ScheduleParameters.draw(kind.draw(random, seed), random);
    trace.say(() -> "seed " + seed + ": " + parameters);
    new World(random, parameters, state, mounter, Crashes.BY_CHANCE, counts, trace).run();
  }

  /**
   * Whether the simulator still notices anything: the same schedules on disks whose force does
   * nothing, until one of them fails.
   */
  public static boolean noticesPlantedBug(TopologyKind kind) {
    for (long seed = 1; seed <= CANARY_SEEDS; seed++) {
      try {
        run(
            kind,
            StateKind.VOLUME,
            seed,
            ForcedOtherwise::withoutForce,
            new FaultCounts(),
            new Trace(false));
      } catch (Divergence _) {
        return true;
      }
    }
    return false;
  }

  /** The story of a schedule, with its failure at the end if there is one. */
  public static List<String> tell(TopologyKind kind, StateKind state, long seed) {
    Trace trace = new Trace(true);
    try {
      run(kind, state, seed, new FaultCounts(), trace);
      trace.say(() -> "seed " + seed + " ends well");
    } catch (RuntimeException | Fatal failure) {
      trace.say(() -> "seed " + seed + " FAILED: " + failure);
    }
    return trace.lines();
  }
}
