package dev.roastery.maximizer;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.kernel.state.KeptBatches;
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
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.share.Share;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.SpilledFile;
import java.util.Iterator;
import java.util.List;

/**
 * One job in one absolute maximizer: the queries that are its own. No group comes from two shares,
 * so there is nothing to add up.
 */
final class AbsoluteJob implements StageJob {

  private final JobTopology topology;
  private final List<BoundQuery> queries;
  private final KeptStreams candidates;
  private JobSpace space = JobSpace.unlimited();

  AbsoluteJob(PartitionName me, JobTopology topology) {
    this.topology = topology;
    this.queries = topology.queriesAt(me);
    this.candidates = new KeptStreams(me, topology.job());
    queries.forEach(query -> candidates.expectResult(query.name(), query.passed()));
  }

  @Override
  public Share share() {
    return topology.plan().share();
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
    KeptBatches kept = candidates.stream(gate.name());
    PartitionName next = topology.receiver(StageKind.ABSOLUTE, query);
    SingleSender sender = new SingleSender(topology.job(), query, next, out);
    if (kept.decodedBytes() > space.workBytes()) {
      sendInSteps(query, kept, sender, out);
    } else {
      Rows passed = kept.all();
      sender.send(passed, Ranking.kept(query, passed));
    }
  }

  private void sendInSteps(BoundQuery query, KeptBatches kept, SingleSender sender, Outputs out) {
    SpilledRanking ranking = new SpilledRanking(query, space);
    Iterator<Rows> batches = kept.iterator();
    out.stepwise(() -> {
      if (batches.hasNext()) {
        ranking.add(batches.next());
        return true;
      }
      ranking.sendRanked(out, sender.stream(kept.types()), sender::end);
      return false;
    });
  }

  @Override
  public void use(JobSpace space) {
    this.space = space;
    candidates.use(space);
  }

  @Override
  public long memoryBytes() {
    return candidates.bytes();
  }

  @Override
  public void spill() {
    candidates.spill();
  }

  @Override
  public List<SpilledFile> spilled() {
    return candidates.files();
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
