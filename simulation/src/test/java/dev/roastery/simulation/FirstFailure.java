package dev.roastery.simulation;

import dev.roastery.simulation.ScheduleParameters.Clients;
import dev.roastery.simulation.ScheduleParameters.Crashing;
import dev.roastery.simulation.ScheduleParameters.Deliveries;
import dev.roastery.simulation.ScheduleParameters.Outages;
import dev.roastery.simulation.ScheduleParameters.Pauses;
import dev.roastery.simulation.disk.SimulatedDisk;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

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

  /**
   * The same, where no process crashes, and each often stands still in the middle of its work while
   * the others go on: what it sends then is later than what takes a longer way.
   */
  public static long amongSalesWithPauses(long seeds) {
    return among(seeds, FirstFailure::runWithPauses);
  }

  private static void runWithPauses(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ScheduleParameters drawn = ScheduleParameters.draw(TopologyKind.SALES.draw(random), random);
    ScheduleParameters pausing =
        new ScheduleParameters(
            drawn.topology(),
            drawn.sizes(),
            Crashing.NEVER,
            Outages.NEVER,
            new Pauses(0, 30_000, 0),
            0,
            Clients.PATIENT,
            Deliveries.IN_ORDER);
    new World(
            random,
            pausing,
            SimulatedDisk::mount,
            Crashes.BY_CHANCE,
            new FaultCounts(),
            new Trace(false))
        .run();
  }

  private static long among(TopologyKind kind, long seeds) {
    return among(seeds, seed -> Simulation.run(kind, seed, new FaultCounts(), new Trace(false)));
  }

  private static long among(long seeds, LongConsumer schedule) {
    for (long seed = 1; seed <= seeds; seed++) {
      try {
        schedule.accept(seed);
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
