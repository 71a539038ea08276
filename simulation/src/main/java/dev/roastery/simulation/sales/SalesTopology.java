package dev.roastery.simulation.sales;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.aggregator.AggregatorStage;
import dev.roastery.common.partition.Routes;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.plan.BoundQuery;
import dev.roastery.common.plan.Catalog;
import dev.roastery.common.plan.JobPlan;
import dev.roastery.common.plan.Partitions;
import dev.roastery.common.wire.JobId;
import dev.roastery.gateway.collect.CollectorStage;
import dev.roastery.joiner.JoinerStage;
import dev.roastery.maximizer.AbsoluteStage;
import dev.roastery.maximizer.MaximizerStage;
import dev.roastery.simulation.effect.Incarnation;
import dev.roastery.simulation.scenario.ExpectedResults;
import dev.roastery.simulation.scenario.SimulatedTopology;
import dev.roastery.simulation.scenario.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The product's stages; each job asks some of the queries. */
public record SalesTopology(Partitions partitions) implements SimulatedTopology {

  /** The way of a filter over a joiner, which no built-in query takes. */
  private static final String SALES_BY_STORE =
      """
      { "name": "sales-by-store", "from": "transactions",
        "where": [ { "column": "final_amount", ">=": 50 } ],
        "join": [ { "table": "stores", "on": "store_id", "take": ["store_name"] } ],
        "select": ["store_name", "transaction_id"] }
      """;

  private static final Catalog CATALOG = Catalog.builtIn();
  private static final List<BoundQuery> QUERIES = queries();

  private static List<BoundQuery> queries() {
    List<BoundQuery> queries = new ArrayList<>(CATALOG.queries());
    queries.add(
        BoundQuery.read("sales-by-store.json", SALES_BY_STORE.getBytes(UTF_8), CATALOG.tables())
            .orThrow());
    return List.copyOf(queries);
  }

  public static SalesTopology draw(SplittableRandom random) {
    return new SalesTopology(
        new Partitions(
            SimulatedTopology.few(random, 3),
            SimulatedTopology.few(random, 3),
            SimulatedTopology.few(random, 2),
            SimulatedTopology.few(random, 2)));
  }

  @Override
  public List<Place> places() {
    return List.of(
        new Place(Routes.AGGREGATOR, partitions.aggregators()),
        new Place(Routes.MAXIMIZER, partitions.partialMaximizers()),
        new Place(Routes.ABSOLUTE, partitions.absoluteMaximizers()),
        new Place(Routes.JOINER, partitions.joiners()),
        new Place(Routes.COLLECTOR, 1));
  }

  @Override
  public int length() {
    return 4;
  }

  @Override
  public Stage stage(String name, Incarnation life, ExpectedResults results) {
    return switch (name) {
      case Routes.AGGREGATOR -> new AggregatorStage();
      case Routes.MAXIMIZER -> new MaximizerStage();
      case Routes.ABSOLUTE -> new AbsoluteStage();
      case Routes.JOINER -> new JoinerStage();
      case Routes.COLLECTOR -> new CollectorStage(new StoredResults(life, results));
      default -> throw new IllegalArgumentException("no stage " + name);
    };
  }

  @Override
  public Work work(JobId job, SplittableRandom random) {
    List<BoundQuery> asked = new ArrayList<>();
    while (asked.isEmpty()) {
      QUERIES.stream().filter(_ -> random.nextInt(3) == 0).forEach(asked::add);
    }
    JobPlan plan = new JobPlan(CATALOG.tables(), asked, partitions);
    return new SalesWork(new Routes(job, plan), new Sales(random));
  }
}
