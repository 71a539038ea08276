package dev.roastery.common.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import dev.roastery.common.plan.BoundQuery;
import dev.roastery.common.plan.JobPlan;
import dev.roastery.common.plan.Partitions;
import dev.roastery.common.plan.document.Parsed;
import dev.roastery.common.plan.document.Problem;
import dev.roastery.common.wire.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who gets what of a job, and under which stream and number: the one answer for the gateway and all
 * stages. All of it is arithmetic on the plan, the job's id and names, fixed for ever.
 *
 * <pre>
 *   stream             from                    to
 *   the table's name   gateway: part           aggregator (part + batch) mod A
 *   the query's name   aggregator              maximizer, by hash of the group key
 *   the query's name   maximizer               absolute, joiner, collector: one each for a query
 *   reference.table    gateway: part           each joiner that has a query which joins the table
 * </pre>
 */
public record Routes(JobId job, JobPlan plan) {

  public static final String AGGREGATOR = "aggregator";

  /** The partial maximizer: adds up, and ranks within its share of the groups. */
  public static final String MAXIMIZER = "maximizer";

  /** The absolute maximizer: ranks the candidates of all shares. */
  public static final String ABSOLUTE = "absolute";

  public static final String JOINER = "joiner";
  public static final String COLLECTOR = "collector";
  private static final PartitionName COLLECTING = new PartitionName(COLLECTOR, 0);

  /**
   * Where partitions tell the gateway of failed and vanished jobs (FAIL, GONE). It is nobody's
   * queue of data, so that it also hears of the collector's own failures.
   */
  public static final String GATEWAY_QUEUE = "roastery.gateway";

  /** From the JOB message; a plan that this program cannot read fails the job. */
  public static Routes of(JobId job, String plan) {
    return switch (JobPlan.read("the plan of job " + job, plan)) {
      case Parsed.Valid<JobPlan> valid -> new Routes(job, valid.value());
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

  /** Every partition that takes part in jobs of so many. */
  public static List<PartitionName> all(Partitions partitions) {
    List<PartitionName> all = new ArrayList<>();
    all.addAll(PartitionName.ofStage(AGGREGATOR, partitions.aggregators()));
    all.addAll(PartitionName.ofStage(MAXIMIZER, partitions.partialMaximizers()));
    all.addAll(PartitionName.ofStage(ABSOLUTE, partitions.absoluteMaximizers()));
    all.addAll(PartitionName.ofStage(JOINER, partitions.joiners()));
    all.add(COLLECTING);
    return all;
  }

  /** Who gets batch {@code batch} of a part of a fact table, both counted from 0. */
  public PartitionName aggregator(int part, long batch) {
    int count = plan.partitions().aggregators();
    return new PartitionName(AGGREGATOR, (int) ((part + batch) % count));
  }

  /** The number of that batch among those of its part that its receiver gets. */
  public long seq(long batch) {
    return batch / plan.partitions().aggregators();
  }

  /** How many of a part's {@code batches} one aggregator gets: what its END says. */
  public long batchesTo(int aggregator, int part, long batches) {
    int count = plan.partitions().aggregators();
    int first = Math.floorMod(aggregator - part, count);
    return first < batches ? (batches - 1 - first) / count + 1 : 0;
  }

  /** Whose share a group is, by the KeyHash of its key. */
  public PartitionName maximizer(long keyHash) {
    return new PartitionName(MAXIMIZER, maximizerNumber(keyHash));
  }

  /** Its number alone, for who asks of every group. */
  public int maximizerNumber(long keyHash) {
    return (int) Math.floorMod(keyHash, (long) plan.partitions().partialMaximizers());
  }

  /** The absolute maximizer of a query with groups. */
  public PartitionName absolute(BoundQuery query) {
    return one(ABSOLUTE, query, plan.partitions().absoluteMaximizers());
  }

  /** The joiner of a query; also one with groups and nothing to join goes through it. */
  public PartitionName joiner(BoundQuery query) {
    return one(JOINER, query, plan.partitions().joiners());
  }

  public PartitionName collector() {
    return COLLECTING;
  }

  /** Where the rows go that a query without groups lets through. */
  public PartitionName filtered(BoundQuery query) {
    return query.joins().isEmpty() ? collector() : joiner(query);
  }

  /** What an aggregator lets through of one part is a sender of its own. */
  public int filteredSender(int part, int aggregator) {
    return part * plan.partitions().aggregators() + aggregator;
  }

  public int filteredSenders(int parts) {
    return Math.multiplyExact(parts, plan.partitions().aggregators());
  }

  /** Who gets a reference table, by number. */
  public List<PartitionName> joinersOf(String table) {
    SortedMap<Integer, PartitionName> joiners = new TreeMap<>();
    for (BoundQuery query : plan.queries()) {
      if (query.joins().stream().anyMatch(join -> join.table().name().equals(table))) {
        joiners.put(joiner(query).number(), joiner(query));
      }
    }
    return List.copyOf(joiners.values());
  }

  /** Spread by job and query, so that many jobs use all partitions. */
  private PartitionName one(String stage, BoundQuery query, int count) {
    long hash = job.id().getMostSignificantBits() * 31 + job.id().getLeastSignificantBits();
    for (byte letter : query.name().getBytes(UTF_8)) {
      hash = (hash ^ letter) * 0x100000001b3L;
    }
    return new PartitionName(stage, (int) Math.floorMod(hash ^ (hash >>> 32), (long) count));
  }
}
