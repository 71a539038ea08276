package dev.roastery.simulation.toy;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.Message.End;
import dev.roastery.common.partition.Gate;
import dev.roastery.common.partition.Outbound;
import dev.roastery.common.partition.Outputs;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.pipeline.PartitionName;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Ranks the candidates of all shards, and replaces each key by its name (the key's, in the toy).
 */
public final class JoinStage implements Stage {

  /** The partition that joins for this job. */
  static PartitionName joiner(JobId job, ToyPlan plan) {
    return plan.topology(job).referenceReceivers(ToyPlan.NAMES_TABLE).getFirst();
  }

  @Override
  public StageJob open(PartitionName partition, JobId job, String plan) {
    return new Join(job, partition.equals(joiner(job, ToyPlan.parse(plan))));
  }

  private static final class Join implements StageJob {
    private final JobId job;
    private final boolean mine;
    private final TreeMap<Long, Long> candidates = new TreeMap<>();
    private final TreeMap<Long, Long> names = new TreeMap<>();

    Join(JobId job, boolean mine) {
      this.job = job;
      this.mine = mine;
    }

    @Override
    public List<Gate> gates() {
      return mine
          ? List.of(new Gate("join", List.of(ToyPlan.CANDIDATES, ToyPlan.NAMES)))
          : List.of();
    }

    @Override
    public void apply(Batch batch, Outputs out) {
      if (batch.id().stream().equals(ToyPlan.NAMES)) {
        Pairs.decodeRows(batch, names::put);
      } else {
        Pairs.decode(batch.rows(), candidates::put);
      }
    }

    @Override
    public void pass(Gate gate, Barrier inputs, Outputs out) {
      List<Map.Entry<Long, Long>> ranked = ToyRanking.of(candidates);
      ByteBuffer rows = ByteBuffer.allocate(16 * ranked.size());
      for (Map.Entry<Long, Long> entry : ranked) {
        rows.putLong(names.getOrDefault(entry.getKey(), -1L)).putLong(entry.getValue());
      }
      String collector = ToyPlan.COLLECTOR.queue();
      BatchId id = new BatchId(job, ToyPlan.WINNERS, 0, 0);
      out.derived(new Outbound(collector, new Batch(id, rows.array())));
      out.derived(new Outbound(collector, new End(job, ToyPlan.WINNERS, 0, 1, 1)));
    }

    @Override
    public byte[] save() {
      byte[] first = Pairs.encode(candidates);
      byte[] second = Pairs.encode(names);
      return ByteBuffer.allocate(4 + first.length + second.length)
          .putInt(first.length)
          .put(first)
          .put(second)
          .array();
    }

    @Override
    public void restore(byte[] saved) {
      ByteBuffer bytes = ByteBuffer.wrap(saved);
      byte[] first = new byte[bytes.getInt()];
      bytes.get(first);
      byte[] second = new byte[bytes.remaining()];
      bytes.get(second);
      Pairs.decode(first, candidates::put);
      Pairs.decode(second, names::put);
    }
  }
}
