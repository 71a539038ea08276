package dev.roastery.maximizer;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.KeyHash;
import dev.roastery.common.kernel.group.GroupTable;
import dev.roastery.common.kernel.order.BatchSlicer;
import dev.roastery.common.kernel.state.GroupTables;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.partition.Gate;
import dev.roastery.common.partition.Outputs;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.share.Share;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.SpilledFile;
import java.util.List;

/** One job in one partial maximizer: a table of groups for each query that has any. */
final class MaximizerJob implements StageJob {

  private final PartitionName me;
  private final JobTopology topology;
  private final GroupTables tables;
  private JobSpace space = JobSpace.unlimited();

  MaximizerJob(PartitionName me, JobTopology topology) {
    this.me = me;
    this.topology = topology;
    this.tables = new GroupTables(me);
    topology.queriesAt(me).forEach(query -> tables.add(GroupTable.ofPartials(query)));
  }

  @Override
  public Share share() {
    return topology.plan().share();
  }

  @Override
  public List<Gate> gates() {
    return tables.queries().stream().map(query -> new Gate(query, List.of(query))).toList();
  }

  @Override
  public void apply(Batch batch, Outputs out) {
    if (!tables.queries().contains(batch.id().stream())) {
      throw new JobFailure(
          "batch %s arrived at %s, which merges the queries %s: it belongs to another partition"
              .formatted(batch.id(), me, tables.queries()));
    }
    BoundQuery query = topology.plan().query(batch.id().stream());
    Rows rows = Batches.decode(batch, query.partial().stream().map(ResultColumn::type).toList());
    if (rows.count() > 0) {
      tables.table(query.name()).addState(rows);
      tables.pay(query.name(), rows.count());
    }
  }

  @Override
  public void pass(Gate gate, Barrier inputs, Outputs out) {
    BoundQuery query = topology.plan().query(gate.name());
    String queue = topology.receiver(StageKind.MAXIMIZER, query).queue();
    if (tables.isSpilled(query.name())) {
      new SpilledRanking(query, space).send(tables, queue, topology, out);
      return;
    }
    if (isShared(query)) {
      Rows passed = tables.table(gate.name()).passed();
      int[] kept = Ranking.kept(query, passed);
      BatchSlicer.each(gate.name(), passed, kept, rows -> out.batch(queue, gate.name(), rows));
    }
    out.end(queue, gate.name(), topology.count(StageKind.MAXIMIZER));
  }

  /** The only group of a query without keys exists even without rows, but in one share only. */
  private boolean isShared(BoundQuery query) {
    long none = KeyHash.of(Batches.rows(1, List.of()), 0, 0);
    int shards = topology.count(StageKind.MAXIMIZER);
    return tables.table(query.name()).keyCount() > 0
        || JobTopology.shard(none, shards) == me.number();
  }

  @Override
  public void use(JobSpace space) {
    this.space = space;
    tables.use(space);
  }

  @Override
  public long memoryBytes() {
    return tables.bytes();
  }

  @Override
  public void spill() {
    tables.spill();
  }

  @Override
  public List<SpilledFile> spilled() {
    return tables.files();
  }

  @Override
  public byte[] save() {
    return tables.save();
  }

  @Override
  public void restore(byte[] saved) {
    tables.restore(saved);
  }
}
