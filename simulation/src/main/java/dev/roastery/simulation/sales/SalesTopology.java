package dev.roastery.simulation.sales;

import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.Stages;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.StageKind.Division;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.embedded.StandardStages;
import dev.roastery.gateway.collect.CollectorStage;
import dev.roastery.gateway.collect.ResultSink;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import dev.roastery.simulation.scenario.SimulatedTopology;
import dev.roastery.simulation.scenario.Work;
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
 * @param selects what each job asks besides
 */
public record SalesTopology(Partitions partitions, Stages workers, List<OwnQuery> selects)
    implements SimulatedTopology {

  private static final Catalog CATALOG = Catalog.builtIn();

  public SalesTopology {
    selects = List.copyOf(selects);
  }

  public SalesTopology(Partitions partitions, Stages workers) {
    this(partitions, workers, List.of());
  }

  public SalesTopology(Partitions partitions) {
    this(partitions, StandardStages.workers(partitions.pipeline()));
  }

  /** Its SELECTs are not drawn from {@code random}: a seed without any is what it always was. */
  public static SalesTopology draw(SplittableRandom random, long seed) {
    SplittableRandom ofSelects = new SplittableRandom(~seed);
    return new SalesTopology(few(Pipeline.STANDARD, random))
        .asking(OwnQuery.SELECTS.stream().filter(_ -> ofSelects.nextInt(3) == 0).toList());
  }

  /** The same, of which each job asks these SELECTs, too. */
  public SalesTopology asking(List<OwnQuery> each) {
    return new SalesTopology(partitions, workers, each);
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
      for (BoundQuery query : CATALOG.queries()) {
        if (random.nextInt(3) == 0) {
          ask(query, new QueryChoice.BuiltIn(query.name()), asked, needed);
        }
      }
      if (random.nextInt(3) == 0) {
        ask(OwnQuery.SALES_BY_STORE, asked, needed);
      }
    }
    selects.forEach(select -> ask(select, asked, needed));
    return new SalesWork(asked, needed, CATALOG.tables(), new Sales(random));
  }

  private static void ask(
      OwnQuery query, SortedMap<String, QueryChoice> asked, SortedSet<String> needed) {
    ask(query.bound(), new QueryChoice.Inline(query.document()), asked, needed);
  }

  private static void ask(
      BoundQuery query,
      QueryChoice choice,
      SortedMap<String, QueryChoice> asked,
      SortedSet<String> needed) {
    asked.put(query.name(), choice);
    needed.add(query.from().name());
    query.joins().forEach(join -> needed.add(join.table().name()));
  }
}
