package dev.roastery.simulation;

import java.util.List;
import java.util.SplittableRandom;

/** Runs schedules by their seeds. */
public final class Simulation {

  private Simulation() {}

  /** Runs one schedule; a {@link Divergence} (or any other exception) means that it failed. */
  public static void run(long seed, Tally tally, Trace trace) {
    SplittableRandom random = new SplittableRandom(seed);
    Swarm swarm = Swarm.draw(random);
    trace.say(() -> "seed " + seed + ": " + swarm);
    new World(random, swarm, Crashes.BY_CHANCE, tally, trace).run();
  }

  /** The story of a schedule, with its failure at the end if there is one. */
  public static List<String> tell(long seed) {
    Trace trace = new Trace(true);
    try {
      run(seed, new Tally(), trace);
      trace.say(() -> "seed " + seed + " ends well");
    } catch (RuntimeException failure) {
      trace.say(() -> "seed " + seed + " FAILED: " + failure);
    }
    return trace.lines();
  }
}
