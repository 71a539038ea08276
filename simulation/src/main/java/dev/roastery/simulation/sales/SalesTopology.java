package dev.roastery.simulation.sales;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.Stages;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.StageKind.Division;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.plan.BoundQuery;
import dev.roastery.common.plan.Catalog;
import dev.roastery.common.plan.JobPlan;
import dev.roastery.common.wire.JobId;
import dev.roastery.gateway.collect.CollectorStage;
import dev.roastery.gateway.embedded.StandardStages;
import dev.roastery.simulation.effect.Incarnation;
import dev.roastery.simulation.scenario.ExpectedResults;
import dev.roastery.simulation.scenario.SimulatedTopology;
import dev.roastery.simulation.scenario.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The product's stages; each job asks some of the queries.
 *
 * @param workers the code of all stages but the collector's
 */
public record SalesTopology(Partitions partitions, Stages workers) implements SimulatedTopology {

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

  public SalesTopology(Partitions partitions) {
    this(partitions, StandardStages.workers(partitions.pipeline()));
  }

  public static SalesTopology draw(SplittableRandom random) {
    return new SalesTopology(few(Pipeline.STANDARD, random));
  }

  /** Drawn in the pipeline's order, so that a seed stays what it is. */
  public static Partitions few(Pipeline pipeline, SplittableRandom random) {
    return Partitions.of(
        pipeline,
        stage -> SimulatedTopology.few(random, stage.division() == Division.BY_QUERY ? 2 : 3));
  }

  @Override
  public List<Place> places() {
    return partitions.pipeline().stages().stream()
        .map(stage -> new Place(stage.name(), partitions.of(stage)))
        .toList();
  }

  @Override
  public int length() {
    return 4;
  }

  @Override
  public Stage stage(String name, Incarnation life, ExpectedResults results) {
    Pipeline pipeline = partitions.pipeline();
    Stage collector = new CollectorStage(new StoredResults(life, results), pipeline);
    return workers.with(StageKind.COLLECTOR, collector).named(name);
  }

  @Override
  public Work work(JobId job, SplittableRandom random) {
    List<BoundQuery> asked = new ArrayList<>();
    while (asked.isEmpty()) {
      QUERIES.stream().filter(_ -> random.nextInt(3) == 0).forEach(asked::add);
    }
    JobPlan plan = new JobPlan(CATALOG.tables(), asked, partitions);
    return new SalesWork(new JobTopology(job, plan), new Sales(random));
  }
}
