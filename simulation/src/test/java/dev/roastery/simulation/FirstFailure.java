package dev.roastery.simulation;

/** Runs schedules until one fails; found by name, in the class loader of a mutant. */
public final class FirstFailure {

  private FirstFailure() {}

  /** After how many schedules the first one failed; 0 when none did. */
  public static long among(long seeds) {
    for (long seed = 1; seed <= seeds; seed++) {
      try {
        Simulation.run(TopologyKind.TOY, seed, new Tally(), new Trace(false));
      } catch (LinkageError broken) {
        throw broken;
      } catch (RuntimeException | Error divergence) {
        System.out.println(divergence);
        return seed;
      }
    }
    return 0;
  }
}
