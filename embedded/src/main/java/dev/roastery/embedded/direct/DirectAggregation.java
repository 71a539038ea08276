package dev.roastery.embedded.direct;

import dev.roastery.aggregator.TableScan;
import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.journal.ScratchStore;
import dev.roastery.common.journal.format.ProcessedIds;
import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.group.GroupTable;
import dev.roastery.common.kernel.order.BatchStream;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.Message.End;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.NullDisk;
import dev.roastery.input.csv.CsvBatch;
import dev.roastery.input.feed.FactSink;
import dev.roastery.input.feed.JobFeed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import org.jspecify.annotations.Nullable;

/**
 * The aggregators and maximizers of a run whose state need not survive: the thread that reads rows
 * also aggregates them. It takes a scan that no other thread is using, so there are as many scans
 * as threads; at the end their groups are merged. There is no message and no second look-up between
 * a row and its group.
 *
 * <p>The promises of partitions hold here too: a batch counts once (invariant 4), and a table is
 * complete when as many batches have arrived as were sent (invariant 5).
 */
public final class DirectAggregation implements FactSink {

  private static final List<StageKind> REPLACED =
      List.of(StageKind.AGGREGATOR, StageKind.MAXIMIZER, StageKind.ABSOLUTE);

  private final JobTopology topology;
  private final JobFeed feed;
  private final Map<String, BlockingDeque<TableScan>> idle = new HashMap<>();

  private final Map<String, GroupShares> groups = new HashMap<>();

  // Guarded by itself, with what it counts.
  private final Barrier barrier;
  private final ProcessedIds processed = new ProcessedIds();

  public DirectAggregation(JobTopology topology, JobFeed feed) {
    this(topology, feed, MemoryBudget.unlimited(), new NullDisk());
  }

  /** What is more than that memory goes to that disk. */
  public DirectAggregation(JobTopology topology, JobFeed feed, MemoryBudget memory, Disk disk) {
    Pipeline pipeline = topology.plan().partitions().pipeline();
    if (Collections.indexOfSubList(pipeline.stages(), REPLACED) != 0) {
      throw new IllegalArgumentException("no stage may be among those that are replaced here");
    }
    this.topology = topology;
    this.feed = feed;
    this.barrier = new Barrier(topology.job(), processed);
    topology.plan().facts().forEach(table -> idle.put(table, new LinkedBlockingDeque<>()));
    for (BoundQuery query : topology.plan().queries()) {
      if (query.shape() instanceof BoundQuery.Groups) {
        JobSpace space =
            new JobSpace(
                "this run",
                topology.job(),
                memory,
                new ScratchStore(disk, "groups-" + groups.size()));
        groups.put(query.name(), new GroupShares(query, space));
      }
    }
  }

  /** The partitions whose work is done here. */
  public static boolean replaces(PartitionName name) {
    return REPLACED.stream().anyMatch(stage -> stage.name().equals(name.stage()));
  }

  @Override
  public void fact(String table, int part, CsvBatch batch) {
    BatchId id = new BatchId(topology.job(), table, part, batch.seq());
    if (isNew(id)) {
      TableScan scan = take(table);
      Rows rows = batch.rows();
      scan.add(rows, (query, passed) -> answer(query, id, passed));
      empty(scan);
      idle(table).push(scan);
    }
  }

  private void empty(TableScan scan) {
    for (GroupTable table : List.copyOf(scan.groups().values())) {
      if (GroupShares.isLarge(table)) {
        groups(table.query()).add(scan.takeGroups(table.query()));
      }
    }
  }

  private boolean isNew(BatchId id) {
    synchronized (barrier) {
      if (processed.contains(id)) {
        return false;
      }
      refuse(barrier.batch(id));
      return true;
    }
  }

  private static void refuse(@Nullable String violation) {
    if (violation != null) {
      throw new JobFailure(violation);
    }
  }

  private TableScan take(String table) {
    TableScan scan = idle(table).poll();
    return scan == null ? new TableScan(topology.plan(), table) : scan;
  }

  private BlockingDeque<TableScan> idle(String table) {
    BlockingDeque<TableScan> scans = idle.get(table);
    if (scans == null) {
      throw new IllegalArgumentException("no query reads table " + table);
    }
    return scans;
  }

  /** What a filter lets through of one batch: the answer's id is made of the batch's. */
  private void answer(BoundQuery query, BatchId of, Rows passed) {
    BatchId id = new BatchId(of.job(), query.name(), of.sender(), of.seq());
    publish(topology.receiver(StageKind.AGGREGATOR, query), new Batch(id, Batches.encode(passed)));
  }

  @Override
  public void endFact(String table, long[] batches) {
    synchronized (barrier) {
      for (int part = 0; part < batches.length; part++) {
        refuse(barrier.end(new End(topology.job(), table, part, batches.length, batches[part])));
      }
      if (batches.length > 0 && !barrier.complete(table)) {
        throw new IllegalStateException(barrier.waitsFor(table).toString());
      }
    }
    List<TableScan> scans = new ArrayList<>();
    idle(table).drainTo(scans);
    for (BoundQuery query : topology.plan().queriesFrom(table)) {
      if (query.shape() instanceof BoundQuery.Groups) {
        rank(query, scans);
      } else {
        endAnswers(query, batches);
      }
    }
  }

  private void endAnswers(BoundQuery query, long[] batches) {
    for (int part = 0; part < batches.length; part++) {
      End end = new End(topology.job(), query.name(), part, batches.length, batches[part]);
      publish(topology.receiver(StageKind.AGGREGATOR, query), end);
    }
  }

  private void rank(BoundQuery query, List<TableScan> scans) {
    PartitionName next = topology.receiver(StageKind.ABSOLUTE, query);
    int[] sent = new int[1];
    BatchStream batches =
        new BatchStream(
            query.name(),
            query.passed().stream().map(ResultColumn::type).toList(),
            rows -> publish(next, batch(query, sent[0]++, rows)));
    groups(query).ranked(scans.stream().map(scan -> scan.takeGroups(query)).toList(), batches::add);
    batches.finish();
    publish(next, new End(topology.job(), query.name(), 0, 1, sent[0]));
  }

  private void publish(PartitionName to, Message message) {
    feed.publish(to, message, () -> {});
  }

  private Batch batch(BoundQuery query, int seq, byte[] rows) {
    return new Batch(new BatchId(topology.job(), query.name(), 0, seq), rows);
  }

  private GroupShares groups(BoundQuery query) {
    GroupShares shares = groups.get(query.name());
    if (shares == null) {
      throw new IllegalArgumentException("query " + query.name() + " has no groups");
    }
    return shares;
  }
}
