package dev.roastery.simulation.toy;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.fault.JobFailure;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Sums amounts by key; and lets big amounts through to the collector, batch by batch. */
public final class SumStage implements Stage {

  @Override
  public StageJob open(PartitionName partition, JobId job, String plan) {
    return new Sums(partition.number(), job, ToyPlan.parse(plan));
  }

  /** The keys of a batch of sales. */
  public static Set<Long> keys(Batch sales) {
    Set<Long> keys = new TreeSet<>();
    Pairs.decodeRows(sales, (key, _) -> keys.add(key));
    return keys;
  }

  private static final class Sums implements StageJob {
    private static final int ROWS_PER_BATCH = 2;

    private final int number;
    private final JobId job;
    private final ToyPlan plan;
    private final TreeMap<Long, Long> sums = new TreeMap<>();

    Sums(int number, JobId job, ToyPlan plan) {
      this.number = number;
      this.job = job;
      this.plan = plan;
    }

    @Override
    public List<Gate> gates() {
      return List.of(new Gate("sums", List.of(ToyPlan.SALES)));
    }

    @Override
    public void apply(Batch batch, Outputs out) {
      List<long[]> big = new ArrayList<>();
      Pairs.decodeRows(
          batch,
          (key, amount) -> {
            sums.merge(key, amount, Math::addExact);
            if (amount >= ToyPlan.BIG_FROM) {
              big.add(new long[] {key, amount});
            }
          });
      BatchId id = new BatchId(job, ToyPlan.BIG, big(batch.id().sender()), batch.id().seq());
      Batch answer = new Batch(id, Pairs.encode(big, big.size()));
      out.derived(new Outbound(ToyPlan.COLLECTOR.queue(), answer));
    }

    /** The rows of one part that pass this partition form their own sender. */
    private int big(int part) {
      return part * plan.sums() + number;
    }

    @Override
    public void pass(Gate gate, Barrier inputs, Outputs out) {
      if (sums.containsKey(ToyPlan.FATAL_KEY)) {
        throw new JobFailure("there is no sum of " + ToyPlan.FATAL_KEY);
      }
      for (int top = 0; top < plan.tops(); top++) {
        sendSums(new PartitionName("top", top).queue(), out);
      }
      int parts = inputs.senders(ToyPlan.SALES);
      for (int part = 0; part < parts; part++) {
        long batches = inputs.promised(ToyPlan.SALES, part);
        End end = new End(job, ToyPlan.BIG, big(part), parts * plan.sums(), batches);
        out.derived(new Outbound(ToyPlan.COLLECTOR.queue(), end));
      }
    }

    /** A piece for each batch, as a large job has them: everything else may come between. */
    private void sendSums(String queue, Outputs out) {
      List<Map.Entry<Long, Long>> mine =
          sums.entrySet().stream()
              .filter(sum -> plan.topQueue(sum.getKey()).equals(queue))
              .toList();
      for (int from = 0; from < mine.size(); from += ROWS_PER_BATCH) {
        TreeMap<Long, Long> rows = new TreeMap<>();
        mine.subList(from, Math.min(from + ROWS_PER_BATCH, mine.size()))
            .forEach(sum -> rows.put(sum.getKey(), sum.getValue()));
        out.later(() -> out.batch(queue, ToyPlan.TOTALS, Pairs.encode(rows)));
      }
      out.later(() -> out.end(queue, ToyPlan.TOTALS, plan.sums()));
    }

    @Override
    public byte[] save() {
      return Pairs.encode(sums);
    }

    @Override
    public void restore(byte[] saved) {
      Pairs.decode(saved, sums::put);
    }
  }
}
