package dev.roastery.simulation.toy;

import dev.roastery.common.kernel.Batches;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.partition.Outbound;
import dev.roastery.common.pipeline.PartitionName;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One job for real processes that have no gateway: it knows the messages that a gateway would send,
 * always the same, and its answer, computed from the rows alone.
 */
public final class ToyDataset {

  private static final int LARGE_KEYS = 40;

  private final JobId job;
  private final ToyPlan plan;
  private final ToyRows rows;

  private ToyDataset(JobId job, ToyPlan plan, ToyRows rows) {
    this.job = job;
    this.plan = plan;
    this.rows = rows;
  }

  /** A dataset that keeps real processes busy for a while: three parts with this many batches. */
  public static ToyDataset large(JobId job, ToyPlan plan, int batches, SplittableRandom random) {
    ToyRows large = new ToyRows();
    for (int part = 0; part < 3; part++) {
      List<List<long[]>> all = new ArrayList<>();
      for (int batch = 0; batch < batches; batch++) {
        all.add(ToyRows.rows(LARGE_KEYS, random));
      }
      large.parts.add(all);
    }
    for (long key = 0; key < LARGE_KEYS; key++) {
      large.names.put(key, 1_000 + key);
    }
    return new ToyDataset(job, plan, large);
  }

  /** Adds a batch with this one row, in the middle of the first part. */
  public ToyDataset with(long key, long amount) {
    rows.add(key, amount);
    return this;
  }

  public JobId job() {
    return job;
  }

  public ToyPlan plan() {
    return plan;
  }

  /** All that a gateway sends, in the order in which it sends it. */
  public List<Outbound> messages() {
    List<Outbound> messages = new ArrayList<>();
    Message opening = new Message.Job(job, plan.text());
    plan.partitions().forEach(to -> messages.add(new Outbound(to.queue(), opening)));
    for (int part = 0; part < rows.parts.size(); part++) {
      sales(part, messages);
    }
    String joiner = JoinStage.joiner(job, plan).queue();
    BatchId id = new BatchId(job, ToyPlan.NAMES, 0, 0);
    List<long[]> names = new ArrayList<>();
    rows.names.forEach((key, name) -> names.add(new long[] {key, name}));
    messages.add(new Outbound(joiner, new Message.Batch(id, encodeRows(names))));
    messages.add(new Outbound(joiner, new Message.End(job, ToyPlan.NAMES, 0, 1, 1)));
    return messages;
  }

  private void sales(int part, List<Outbound> messages) {
    List<List<long[]>> batches = rows.parts.get(part);
    int parts = rows.parts.size();
    long[] sent = new long[plan.sums()];
    for (int batch = 0; batch < batches.size(); batch++) {
      int to = (part + batch) % plan.sums();
      BatchId id = new BatchId(job, ToyPlan.SALES, part, sent[to]++);
      messages.add(sum(to, new Message.Batch(id, encodeRows(batches.get(batch)))));
    }
    for (int to = 0; to < plan.sums(); to++) {
      messages.add(sum(to, new Message.End(job, ToyPlan.SALES, part, parts, sent[to])));
    }
  }

  private static Outbound sum(int number, Message message) {
    return new Outbound(new PartitionName("sum", number).queue(), message);
  }

  private static byte[] encodeRows(List<long[]> pairs) {
    long[] keys = pairs.stream().mapToLong(pair -> pair[0]).toArray();
    long[] values = pairs.stream().mapToLong(pair -> pair[1]).toArray();
    int count = pairs.size();
    return Batches.encode(
        Batches.rows(
            count,
            List.of(
                Column.Longs.of(new ColumnType.Whole(), count, keys, null),
                Column.Longs.of(new ColumnType.Whole(), count, values, null))));
  }

  public byte[] answer() {
    return rows.answer();
  }
}
