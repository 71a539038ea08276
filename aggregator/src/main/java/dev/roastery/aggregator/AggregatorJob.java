package dev.roastery.aggregator;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.group.GroupTable;
import dev.roastery.common.kernel.state.GroupTables;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.Message.End;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.partition.Gate;
import dev.roastery.common.partition.Outbound;
import dev.roastery.common.partition.Outputs;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.share.Share;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.SpilledFile;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** One job in one aggregator: a scan for each table that its queries read row by row. */
final class AggregatorJob implements StageJob {

  private final PartitionName me;
  private final JobTopology topology;
  private final SortedMap<String, TableScan> scans = new TreeMap<>();
  private final GroupTables groups;

  AggregatorJob(PartitionName me, JobTopology topology) {
    this.me = me;
    this.topology = topology;
    this.groups = new GroupTables(me);
    for (BoundQuery query : topology.queriesAt(me)) {
      String table = query.from().name();
      scans.computeIfAbsent(table, _ -> new TableScan(topology.plan(), table));
    }
    scans.values().forEach(scan -> scan.groups().values().forEach(this::add));
  }

  private void add(GroupTable table) {
    groups.add(table, topology.shards(StageKind.AGGREGATOR, table.query()).size());
  }

  @Override
  public Share share() {
    return topology.plan().share();
  }

  @Override
  public List<Gate> gates() {
    return scans.keySet().stream().map(table -> new Gate(table, List.of(table))).toList();
  }

  @Override
  public void apply(Batch batch, Outputs out) {
    TableScan scan = scans.get(batch.id().stream());
    if (scan == null) {
      throw new JobFailure(
          "batch %s arrived at %s, which reads the tables %s: it belongs to another partition"
              .formatted(batch.id(), me, scans.keySet()));
    }
    Rows rows = Batches.decode(batch, scan.types());
    scan.add(rows, (query, passed) -> out.derived(answer(query, passed, batch.id())));
    scan.groups().keySet().forEach(query -> groups.pay(query, rows.count()));
  }

  /** What a filter lets through of one batch: the answer's id is made of the batch's. */
  private Outbound answer(BoundQuery query, Rows passed, BatchId of) {
    int sender = topology.filteredSender(of.sender(), me.number());
    BatchId id = new BatchId(of.job(), query.name(), sender, of.seq());
    String queue = topology.receiver(StageKind.AGGREGATOR, query).queue();
    return new Outbound(queue, new Batch(id, Batches.encode(passed)));
  }

  @Override
  public void pass(Gate gate, Barrier inputs, Outputs out) {
    TableScan scan = scans.get(gate.name());
    if (scan == null) {
      throw new IllegalArgumentException("no gate " + gate.name() + " at " + me);
    }
    for (BoundQuery query : scan.queries()) {
      if (query.shape() instanceof BoundQuery.Groups) {
        send(query, out);
      } else {
        endAnswers(query, gate.name(), inputs, out);
      }
    }
  }

  private void send(BoundQuery query, Outputs out) {
    if (groups.isSpilled(query.name())) {
      new SpilledGroupSender(groups, query, topology, out).send();
    } else {
      new GroupSender(groups.table(query.name()), query, topology, out).send();
    }
  }

  private void endAnswers(BoundQuery query, String table, Barrier inputs, Outputs out) {
    String queue = topology.receiver(StageKind.AGGREGATOR, query).queue();
    int parts = inputs.senders(table);
    for (int part = 0; part < parts; part++) {
      int sender = topology.filteredSender(part, me.number());
      long batches = inputs.promised(table, part);
      End end =
          new End(topology.job(), query.name(), sender, topology.filteredSenders(parts), batches);
      out.derived(new Outbound(queue, end));
    }
  }

  @Override
  public void use(JobSpace space) {
    groups.use(space);
  }

  @Override
  public long memoryBytes() {
    return groups.bytes();
  }

  @Override
  public void spill() {
    groups.spill();
  }

  @Override
  public List<SpilledFile> spilled() {
    return groups.files();
  }

  @Override
  public byte[] save() {
    return groups.save();
  }

  @Override
  public void restore(byte[] saved) {
    groups.restore(saved);
  }
}
