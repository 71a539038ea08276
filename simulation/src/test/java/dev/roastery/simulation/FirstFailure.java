package dev.roastery.simulation;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.Gate;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.joiner.JoinerStage;
import dev.roastery.simulation.sales.OwnQuery;
import dev.roastery.simulation.store.StateKind;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/** Runs schedules until one fails; found by name, in the class loader of a mutant. */
public final class FirstFailure {

  private FirstFailure() {}

  /** After how many schedules the first one failed; 0 when none did. */
  public static long amongToys(long seeds) {
    return among(TopologyKind.TOY, seeds);
  }

  /** The same, with the workers' state in an object store. */
  public static long amongStores(long seeds) {
    return among(TopologyKind.TOY, StateKind.STORE, seeds, _ -> true);
  }

  /** The same, of schedules with the product's own stages. */
  public static long amongSales(long seeds) {
    return among(TopologyKind.SALES, seeds);
  }

  /** The same, of those whose failure is the result of a SELECT that a joiner groups again. */
  public static long amongSelects(long seeds) {
    return among(
        TopologyKind.SALES,
        seeds,
        failure ->
            OwnQuery.SELECTS.stream()
                .anyMatch(select ->
                    ("" + failure.getMessage()).contains("wrong result " + select.bound().name())));
  }

  /**
   * 1 when no gate of a joiner waits for its reference table. Schedules hardly ever show that: the
   * rows of reference tables are on their way long before any ranking.
   */
  public static long ofAJoiner(long seeds) {
    Catalog catalog = Catalog.builtIn();
    List<BoundQuery> queries =
        List.of(catalog.query("tpv-by-store"), OwnQuery.CUSTOMERS_OF_STORES.bound());
    JobPlan plan = new JobPlan(catalog.tables(), queries, Partitions.oneEach());
    PartitionName partition = new PartitionName("joiner", 0);
    List<Gate> gates =
        new JoinerStage().open(partition, new JobId(new UUID(1, 1), 1), plan.toJson()).gates();
    long waiting =
        gates.stream().filter(gate -> gate.streams().contains("reference.stores")).count();
    return gates.size() == queries.size() && waiting == 0 ? 1 : 0;
  }

  private static long among(TopologyKind kind, long seeds) {
    return among(kind, seeds, _ -> true);
  }

  private static long among(TopologyKind kind, long seeds, Predicate<Throwable> which) {
    return among(kind, StateKind.VOLUME, seeds, which);
  }

  private static long among(
      TopologyKind kind, StateKind state, long seeds, Predicate<Throwable> which) {
    for (long seed = 1; seed <= seeds; seed++) {
      try {
        Simulation.run(kind, state, seed, new FaultCounts(), new Trace(false));
      } catch (LinkageError broken) {
        throw broken;
      } catch (RuntimeException | Error divergence) {
        if (which.test(divergence)) {
          System.out.println(divergence);
          return seed;
        }
      }
    }
    return 0;
  }
}
