package dev.roastery.simulation;

/** Runs schedules until one fails; found by name, in the class loader of a mutant. */
public final class FirstFailure {

  private FirstFailure() {}

  /** After how many schedules the first one failed; 0 when none did. */
  public static long amongToys(long seeds) {
    return among(TopologyKind.TOY, seeds);
  }

  /** The same, of schedules with the product's own stages. */
  public static long amongSales(long seeds) {
    return among(TopologyKind.SALES, seeds);
  }

  private static long among(TopologyKind kind, long seeds) {
    for (long seed = 1; seed <= seeds; seed++) {
      try {
        Simulation.run(kind, seed, new FaultCounts(), new Trace(false));
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
