package dev.roastery.simulation.toy;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.partition.Gate;
import dev.roastery.common.partition.Outputs;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.pipeline.PartitionName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Adds up the partial sums of its share of the keys, and sends its highest to the job's joiner. */
public final class TopStage implements Stage {

  @Override
  public StageJob open(PartitionName partition, JobId job, String plan) {
    return new Tops(job, ToyPlan.parse(plan));
  }

  private static final class Tops implements StageJob {
    private final JobId job;
    private final ToyPlan plan;
    private final TreeMap<Long, Long> totals = new TreeMap<>();

    Tops(JobId job, ToyPlan plan) {
      this.job = job;
      this.plan = plan;
    }

    @Override
    public List<Gate> gates() {
      return List.of(new Gate("tops", List.of(ToyPlan.TOTALS)));
    }

    @Override
    public void apply(Batch batch, Outputs out) {
      Pairs.decode(batch.rows(), (key, sum) -> totals.merge(key, sum, Math::addExact));
    }

    @Override
    public void pass(Gate gate, Barrier inputs, Outputs out) {
      Map<Long, Long> best = new LinkedHashMap<>();
      ToyRanking.of(totals).forEach(entry -> best.put(entry.getKey(), entry.getValue()));
      String joiner = JoinStage.joiner(job, plan).queue();
      if (!best.isEmpty()) {
        out.batch(joiner, ToyPlan.CANDIDATES, Pairs.encode(best));
      }
      out.end(joiner, ToyPlan.CANDIDATES, plan.tops());
    }

    @Override
    public byte[] save() {
      return Pairs.encode(totals);
    }

    @Override
    public void restore(byte[] saved) {
      Pairs.decode(saved, totals::put);
    }
  }
}
