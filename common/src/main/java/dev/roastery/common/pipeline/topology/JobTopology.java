package dev.roastery.common.pipeline.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.StageKind.Tables;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.document.Problem;
import dev.roastery.common.query.plan.JobPlan;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who gets what of a job, and under which stream and number: the single source for the gateway and
 * all stages. It is arithmetic on the plan, the job's id and names, and must never change.
 *
 * <pre>
 *   stream             from             to
 *   the table's name   gateway: part    first stage, partition (part + batch) mod count
 *   the query's name   a stage          the next stage that the query passes: by hash of the group
 *                                       key, or the query's one partition
 *   reference.table    gateway: part    each partition with a query which joins the table, of the
 *                                       stages that get reference tables
 * </pre>
 */
public record JobTopology(JobId job, JobPlan plan) {

  /**
   * Where partitions tell the gateway of failed and vanished jobs (FAIL, GONE). It is no stage's
   * queue of data, so that it also hears of the collector's own failures.
   */
  public static final String GATEWAY_QUEUE = "roastery." + Pipeline.GATEWAY;

  /** From the JOB message; a plan that this program cannot read fails the job. */
  public static JobTopology of(JobId job, String plan, Pipeline pipeline) {
    return switch (JobPlan.read("the plan of job " + job, plan, pipeline)) {
      case Parsed.Valid<JobPlan> valid -> new JobTopology(job, valid.value());
      case Parsed.Invalid<JobPlan> invalid ->
          throw new JobFailure(
              invalid.problems().stream().map(Problem::toString).collect(joining("\n")));
    };
  }

  /** The stream of a reference table. No query's name has a point in it, so none is the same. */
  public static String referenceStream(String table) {
    return "reference." + table;
  }

  /** Every partition that takes part, and so must get JOB, CLOSE and ABORT. */
  public List<PartitionName> all() {
    return all(plan.partitions());
  }

  /** Every partition that takes part in jobs with these partitions. */
  public static List<PartitionName> all(Partitions partitions) {
    return partitions.pipeline().stages().stream()
        .flatMap(stage -> of(stage, partitions).stream())
        .toList();
  }

  /** The partitions that get tables from the gateway. */
  public static List<PartitionName> entries(Partitions partitions) {
    return partitions.pipeline().stages().stream()
        .filter(stage -> stage.tables() != Tables.NONE)
        .flatMap(stage -> of(stage, partitions).stream())
        .toList();
  }

  private static List<PartitionName> of(StageKind stage, Partitions partitions) {
    return PartitionName.ofStage(stage, partitions.of(stage));
  }

  private Pipeline pipeline() {
    return plan.partitions().pipeline();
  }

  /** How many partitions a stage has in this job. */
  public int count(StageKind stage) {
    return plan.partitions().of(stage);
  }

  /** All that get batches of fact tables. */
  public List<PartitionName> factReceivers() {
    return of(pipeline().first(), plan.partitions());
  }

  private int factReceiverCount() {
    return count(pipeline().first());
  }

  /** The receiver of batch {@code batch} of a part of a fact table, both counted from 0. */
  public PartitionName factReceiver(int part, long batch) {
    return new PartitionName(
        pipeline().first().name(), (int) ((part + batch) % factReceiverCount()));
  }

  /** The number of that batch among those of its part that its receiver gets. */
  public long seq(long batch) {
    return batch / factReceiverCount();
  }

  /** How many of a part's {@code batches} one receiver gets: what its END says. */
  public long batchesTo(int receiver, int part, long batches) {
    int count = factReceiverCount();
    int first = Math.floorMod(receiver - part, count);
    return first < batches ? (batches - 1 - first) / count + 1 : 0;
  }

  /**
   * The receiver of batch {@code batch} of a part that goes out in runs: so many batches that
   * follow each other have the same receiver.
   */
  public PartitionName factReceiver(int part, long batch, int run) {
    return factReceiver(part, batch / run);
  }

  /** The number of that batch among those of its part that its receiver gets. */
  public long seq(long batch, int run) {
    return seq(batch / run) * run + batch % run;
  }

  /** How many of the {@code batches} of such a part one receiver gets. */
  public long batchesTo(int receiver, int part, long batches, int run) {
    long runs = (batches + run - 1) / run;
    long here = batchesTo(receiver, part, runs) * run;
    boolean hasLast = runs > 0 && factReceiver(part, runs - 1).number() == receiver;
    return hasLast ? here - (runs * run - batches) : here;
  }

  /** The rows of one part that pass the first stage form a separate sender in each partition. */
  public int filteredSender(int part, int partition) {
    return part * factReceiverCount() + partition;
  }

  public int filteredSenders(int parts) {
    return Math.multiplyExact(parts, factReceiverCount());
  }

  /** The receivers of a reference table, by number. */
  public List<PartitionName> referenceReceivers(String table) {
    SortedMap<PartitionName, BoundQuery> receivers = new TreeMap<>();
    for (StageKind stage : pipeline().stages()) {
      if (stage.tables() == Tables.REFERENCES) {
        plan.queries().stream()
            .filter(query -> query.joins(table))
            .forEach(query -> receivers.put(partition(stage, query), query));
      }
    }
    return List.copyOf(receivers.keySet());
  }

  /** The queries whose rows a partition gets. */
  public List<BoundQuery> queriesAt(PartitionName me) {
    StageKind stage = pipeline().stage(me.stage());
    return plan.queries().stream()
        .filter(query -> query.passes(stage) && isAt(me, stage, query))
        .toList();
  }

  private boolean isAt(PartitionName me, StageKind stage, BoundQuery query) {
    return switch (stage.division()) {
      case BY_BATCH, BY_KEY -> me.number() < count(stage);
      case BY_QUERY, NONE -> partition(stage, query).equals(me);
    };
  }

  /** The one partition that has all of a query, in a stage where there is one. */
  public PartitionName partition(StageKind stage, BoundQuery query) {
    return switch (stage.division()) {
      case BY_QUERY ->
          new PartitionName(stage, (int) Math.floorMod(hash(query), (long) count(stage)));
      case NONE -> new PartitionName(stage, 0);
      case BY_BATCH, BY_KEY ->
          throw new IllegalArgumentException(
              "query " + query.name() + " is in more than one partition of " + stage.name());
    };
  }

  /** Spread by job and query, so that many jobs use all partitions. */
  private long hash(BoundQuery query) {
    long hash = job.id().getMostSignificantBits() * 31 + job.id().getLeastSignificantBits();
    for (byte letter : query.name().getBytes(UTF_8)) {
      hash = (hash ^ letter) * 0x100000001b3L;
    }
    return hash ^ (hash >>> 32);
  }

  /** The stage that a query's rows go to from another one. */
  public StageKind next(StageKind from, BoundQuery query) {
    List<StageKind> passed = query.stages(pipeline());
    int at = passed.indexOf(from);
    if (at < 0 || at == passed.size() - 1) {
      throw new IllegalArgumentException(
          "query " + query.name() + " does not leave " + from.name());
    }
    return passed.get(at + 1);
  }

  /** The one partition that all of a query's rows go to from a stage. */
  public PartitionName receiver(StageKind from, BoundQuery query) {
    return partition(next(from, query), query);
  }

  /** The partitions that a query's groups go to from a stage, each by {@link #shard}. */
  public List<PartitionName> shards(StageKind from, BoundQuery query) {
    StageKind next = next(from, query);
    return switch (next.division()) {
      case BY_KEY -> of(next, plan.partitions());
      case BY_BATCH, BY_QUERY, NONE ->
          throw new IllegalArgumentException(next.name() + " does not take groups by their keys");
    };
  }

  /** The share of a group among the given number, by the KeyHash of its key. */
  public static int shard(long keyHash, int shards) {
    return (int) Math.floorMod(keyHash, (long) shards);
  }
}
