package dev.roastery.simulation;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.Gate;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.joiner.JoinerStage;
import java.util.List;
import java.util.UUID;

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
   * 1 when the gate of a joiner does not wait for its reference table. Schedules hardly ever show
   * that: the rows of reference tables are on their way long before any ranking.
   */
  public static long ofAJoiner(long seeds) {
    Catalog catalog = Catalog.builtIn();
    BoundQuery query = catalog.query("tpv-by-store");
    JobPlan plan = new JobPlan(catalog.tables(), List.of(query), Partitions.oneEach());
    PartitionName partition = new PartitionName("joiner", 0);
    List<Gate> gates =
        new JoinerStage().open(partition, new JobId(new UUID(1, 1), 1), plan.toJson()).gates();
    return gates.getFirst().streams().contains("reference.stores") ? 0 : 1;
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
