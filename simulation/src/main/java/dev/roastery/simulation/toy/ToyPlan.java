package dev.roastery.simulation.toy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.StageKind.Division;
import dev.roastery.common.pipeline.StageKind.Queries;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.query.plan.QueryDocument;
import dev.roastery.simulation.scenario.SimulatedTopology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How many partitions each stage has. A toy job is a job of the real gateway: its plan is one of
 * {@link #PIPELINE}, over two small tables, with one query that the toy stages answer in their own
 * way.
 */
public record ToyPlan(int sums, int tops, int joins) {

  public static final PartitionName COLLECTOR = new PartitionName("collector", 0);
  public static final String CLIENT_QUEUE = SimulatedTopology.CLIENT_QUEUE;
  public static final String GATEWAY_QUEUE = SimulatedTopology.GATEWAY_QUEUE;

  /** The stream of facts, that of names, and those between the stages. */
  public static final String SALES = "sales";

  static final String NAMES_TABLE = "names";
  static final String NAMES = JobTopology.referenceStream(NAMES_TABLE);
  static final String TOTALS = "totals";
  static final String CANDIDATES = "candidates";
  static final String BIG = "big";
  static final String WINNERS = "winners";
  public static final String RESULT = "result";

  /** Amounts from here on pass the filter, the three highest totals the ranking. */
  static final long BIG_FROM = 50;

  static final int LIMIT = 3;

  /** A job with a sale of this key fails where its sums are made. */
  static final long FATAL_KEY = 777;

  private static final StageKind SUM =
      new StageKind("sum", "sum", "sum", Queries.ALL, Division.BY_BATCH, StageKind.Tables.FACTS, 1);
  private static final StageKind TOP =
      new StageKind(
          "top", "top", "top", Queries.GROUPED, Division.BY_KEY, StageKind.Tables.NONE, 1);
  private static final StageKind JOIN =
      new StageKind(
          "join",
          "join",
          "join",
          Queries.GROUPED_OR_JOINED,
          Division.BY_QUERY,
          StageKind.Tables.REFERENCES,
          1);

  public static final Pipeline PIPELINE =
      new Pipeline(List.of(SUM, TOP, JOIN, StageKind.COLLECTOR));

  static final String TABLES_JSON =
      """
      { "tables": {
          "sales": { "columns": { "key": "whole", "amount": "whole" } },
          "names": { "columns": { "key": "whole", "name": "whole" }, "key": "key" } } }
      """;

  static final String QUERY_JSON =
      """
      { "name": "result", "from": "sales",
        "groupBy": ["key"],
        "measures": { "total": { "sum": "amount" } },
        "join": [ { "table": "names", "on": "key", "take": ["name"] } ],
        "select": ["name", "total"] }
      """;

  /** Plans are read by each partition of each job, and there are few. */
  private static final Map<String, ToyPlan> READ = new ConcurrentHashMap<>();

  private static final Map<ToyPlan, JobPlan> PLANS = new ConcurrentHashMap<>();

  /** As it is in JOB. */
  public String text() {
    return jobPlan().toJson();
  }

  public static ToyPlan parse(String text) {
    return READ.computeIfAbsent(text, ToyPlan::read);
  }

  private static ToyPlan read(String text) {
    if (!(JobPlan.read("a toy's plan", text, PIPELINE) instanceof Parsed.Valid<JobPlan> plan)) {
      throw new JobFailure("no toy plan: '" + text + "'");
    }
    Partitions counts = plan.value().partitions();
    return new ToyPlan(counts.of(SUM), counts.of(TOP), counts.of(JOIN));
  }

  JobPlan jobPlan() {
    return PLANS.computeIfAbsent(this, ToyPlan::made);
  }

  private static JobPlan made(ToyPlan plan) {
    var tables = Tables.read("tables", TABLES_JSON.getBytes(UTF_8)).orThrow();
    BoundQuery query = QueryDocument.read("query", QUERY_JSON.getBytes(UTF_8), tables).orThrow();
    return new JobPlan(tables, List.of(query), plan.counts());
  }

  /** As the gateway has them. */
  public Partitions counts() {
    return new Partitions(PIPELINE, Map.of(SUM, sums, TOP, tops, JOIN, joins));
  }

  JobTopology topology(JobId job) {
    return new JobTopology(job, jobPlan());
  }

  public List<PartitionName> partitions() {
    return JobTopology.all(counts());
  }

  /** All queues that there are, in any job. */
  public List<String> queues() {
    List<String> queues = new ArrayList<>(List.of(CLIENT_QUEUE, GATEWAY_QUEUE));
    for (PartitionName partition : partitions()) {
      queues.add(partition.queue());
      queues.add(partition.cardQueue());
    }
    return queues;
  }

  /** The partition that has a key's total. */
  String topQueue(long key) {
    return new PartitionName("top", (int) Math.floorMod(key * 31, (long) tops)).queue();
  }
}
