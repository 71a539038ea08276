package dev.roastery.maximizer;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.kernel.state.KeptStreams;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.partition.Gate;
import dev.roastery.common.partition.Outputs;
import dev.roastery.common.partition.SingleSender;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.plan.BoundQuery;
import java.util.List;

/**
 * One job in one absolute maximizer: the queries that are its own. No group comes from two shares,
 * so there is nothing to add up.
 */
final class AbsoluteJob implements StageJob {

  private final JobTopology topology;
  private final List<BoundQuery> queries;
  private final KeptStreams candidates;

  AbsoluteJob(PartitionName me, JobTopology topology) {
    this.topology = topology;
    this.queries = topology.queriesAt(me);
    this.candidates = new KeptStreams(me, topology.job());
    queries.forEach(query -> candidates.expectResult(query.name(), query.passed()));
  }

  @Override
  public List<Gate> gates() {
    return queries.stream().map(q -> new Gate(q.name(), List.of(q.name()))).toList();
  }

  @Override
  public void apply(Batch batch, Outputs out) {
    candidates.add(batch);
  }

  @Override
  public void pass(Gate gate, Barrier inputs, Outputs out) {
    BoundQuery query = topology.plan().query(gate.name());
    Rows passed = candidates.stream(gate.name()).all();
    PartitionName next = topology.receiver(StageKind.ABSOLUTE, query);
    SingleSender sender = new SingleSender(topology.job(), query, next, out);
    sender.send(passed, Ranking.kept(query, passed));
  }

  @Override
  public byte[] save() {
    return candidates.save();
  }

  @Override
  public void restore(byte[] saved) {
    candidates.restore(saved);
  }
}
