package dev.roastery.simulation.sales;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.Stages;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.StageKind.Division;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.QueryDocument;
import dev.roastery.embedded.StandardStages;
import dev.roastery.gateway.collect.CollectorStage;
import dev.roastery.gateway.collect.ResultSink;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import dev.roastery.simulation.scenario.SimulatedTopology;
import dev.roastery.simulation.scenario.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

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
        QueryDocument.read("sales-by-store.json", SALES_BY_STORE.getBytes(UTF_8), CATALOG.tables())
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
  public int length() {
    return 2;
  }

  @Override
  public Stage stage(String name, ResultSink results) {
    Stage collector = new CollectorStage(results, partitions.pipeline());
    return workers.with(StageKind.COLLECTOR, collector).named(name);
  }

  /** About two rows of the tables that are counted. */
  @Override
  public int batchBytes() {
    return 60;
  }

  @Override
  public Work work(SplittableRandom random) {
    SortedMap<String, QueryChoice> asked = new TreeMap<>();
    SortedSet<String> needed = new TreeSet<>();
    while (asked.isEmpty()) {
      for (BoundQuery query : QUERIES) {
        if (random.nextInt(3) == 0) {
          asked.put(query.name(), choice(query.name()));
          needed.add(query.from().name());
          query.joins().forEach(join -> needed.add(join.table().name()));
        }
      }
    }
    return new SalesWork(asked, needed, CATALOG.tables(), new Sales(random));
  }

  private static QueryChoice choice(String query) {
    return CATALOG.queryNames().contains(query)
        ? new QueryChoice.BuiltIn(query)
        : new QueryChoice.Inline(SALES_BY_STORE);
  }
}
