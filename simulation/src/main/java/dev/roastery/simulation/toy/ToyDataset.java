package dev.roastery.simulation.toy;

import dev.roastery.common.partition.Outbound;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.wire.BatchId;
import dev.roastery.common.wire.JobId;
import dev.roastery.common.wire.Message;
import dev.roastery.simulation.scenario.Work;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * One job's input: parts of batches of rows, and a name for most keys. It knows the messages that a
 * gateway sends for it, always the same, and its answer, computed from the rows alone.
 */
public final class ToyDataset implements Work {

  /** Keys of a large dataset are smaller than this. */
  private static final int LARGE_KEYS = 40;

  private final JobId job;
  private final ToyPlan plan;

  /** Rows by part and batch. */
  private final List<List<List<long[]>>> parts = new ArrayList<>();

  private final TreeMap<Long, Long> names = new TreeMap<>();

  private ToyDataset(JobId job, ToyPlan plan) {
    this.job = job;
    this.plan = plan;
  }

  /** A small one, and every now and then one with nothing in it. */
  public ToyDataset(JobId job, ToyPlan plan, SplittableRandom random) {
    this(job, plan);
    int keys = 1 + random.nextInt(6);
    int batchesMax = random.nextInt(5);
    for (int part = 1 + random.nextInt(3); part > 0; part--) {
      List<List<long[]>> batches = new ArrayList<>();
      for (int batch = random.nextInt(batchesMax + 1); batch > 0; batch--) {
        batches.add(rows(keys, random));
      }
      parts.add(batches);
    }
    for (long key = 0; key < keys; key++) {
      if (random.nextInt(8) > 0) {
        names.put(key, 1_000 + key);
      }
    }
  }

  /** A dataset that keeps real processes busy for a while: three parts with this many batches. */
  public static ToyDataset large(JobId job, ToyPlan plan, int batches, SplittableRandom random) {
    ToyDataset dataset = new ToyDataset(job, plan);
    for (int part = 0; part < 3; part++) {
      List<List<long[]>> all = new ArrayList<>();
      for (int batch = 0; batch < batches; batch++) {
        all.add(rows(LARGE_KEYS, random));
      }
      dataset.parts.add(all);
    }
    for (long key = 0; key < LARGE_KEYS; key++) {
      dataset.names.put(key, 1_000 + key);
    }
    return dataset;
  }

  /** Adds a batch with this one row, in the middle of the first part. */
  public ToyDataset with(long key, long amount) {
    List<List<long[]>> batches = parts.getFirst();
    batches.add(batches.size() / 2, List.of(new long[] {key, amount}));
    return this;
  }

  private static List<long[]> rows(int keys, SplittableRandom random) {
    List<long[]> rows = new ArrayList<>();
    for (int row = random.nextInt(4); row > 0; row--) {
      // Few different amounts, so that there are ties; some are negative.
      rows.add(new long[] {random.nextInt(keys), 10L * random.nextInt(-2, 9)});
    }
    return rows;
  }

  @Override
  public JobId job() {
    return job;
  }

  public ToyPlan plan() {
    return plan;
  }

  @Override
  public List<PartitionName> partitions() {
    return plan.partitions();
  }

  @Override
  public SortedMap<String, byte[]> answers() {
    return new TreeMap<>(Map.of(ToyPlan.RESULT, answer()));
  }

  @Override
  public List<Outbound> messages() {
    List<Outbound> messages = new ArrayList<>();
    Message opening = new Message.Job(job, plan.text());
    plan.partitions().forEach(to -> messages.add(new Outbound(to.queue(), opening)));
    for (int part = 0; part < parts.size(); part++) {
      sales(part, messages);
    }
    String joiner = JoinStage.joiner(job, plan).queue();
    BatchId id = new BatchId(job, ToyPlan.NAMES, 0, 0);
    messages.add(new Outbound(joiner, new Message.Batch(id, Pairs.encode(names))));
    messages.add(new Outbound(joiner, new Message.End(job, ToyPlan.NAMES, 0, 1, 1)));
    return messages;
  }

  private void sales(int part, List<Outbound> messages) {
    List<List<long[]>> batches = parts.get(part);
    long[] sent = new long[plan.sums()];
    for (int batch = 0; batch < batches.size(); batch++) {
      int to = (part + batch) % plan.sums();
      BatchId id = new BatchId(job, ToyPlan.SALES, part, sent[to]++);
      List<long[]> rows = batches.get(batch);
      messages.add(sum(to, new Message.Batch(id, Pairs.encode(rows, rows.size()))));
    }
    for (int to = 0; to < plan.sums(); to++) {
      messages.add(sum(to, new Message.End(job, ToyPlan.SALES, part, parts.size(), sent[to])));
    }
  }

  private static Outbound sum(int number, Message message) {
    return new Outbound(new PartitionName("sum", number).queue(), message);
  }

  /** The answer, by another way than the pipeline's: sort, scan, stop at the limit. */
  public byte[] answer() {
    List<long[]> rows = new ArrayList<>();
    parts.forEach(batches -> batches.forEach(rows::addAll));
    rows.sort(Comparator.comparingLong(row -> row[0]));
    TreeMap<Long, List<Long>> keysByTotal = new TreeMap<>(Comparator.reverseOrder());
    for (int from = 0, to = 0; from < rows.size(); from = to) {
      long total = 0;
      while (to < rows.size() && rows.get(to)[0] == rows.get(from)[0]) {
        total += rows.get(to++)[1];
      }
      keysByTotal.computeIfAbsent(total, _ -> new ArrayList<>()).add(rows.get(from)[0]);
    }
    ByteBuffer bytes = ByteBuffer.allocate(16 * (rows.size() + ToyPlan.LIMIT));
    int rank = 0;
    for (Map.Entry<Long, List<Long>> total : keysByTotal.entrySet()) {
      for (long key : total.getValue()) {
        if (rank++ < ToyPlan.LIMIT) {
          bytes.putLong(names.getOrDefault(key, -1L)).putLong(total.getKey());
        }
      }
    }
    big(bytes);
    byte[] answer = new byte[bytes.position()];
    bytes.flip().get(answer);
    return answer;
  }

  /** Big sales, in the order of part, receiving partition, batch. */
  private void big(ByteBuffer bytes) {
    for (int part = 0; part < parts.size(); part++) {
      for (int to = 0; to < plan.sums(); to++) {
        for (int batch = 0; batch < parts.get(part).size(); batch++) {
          if ((part + batch) % plan.sums() == to) {
            for (long[] row : parts.get(part).get(batch)) {
              if (row[1] >= ToyPlan.BIG_FROM) {
                bytes.putLong(row[0]).putLong(row[1]);
              }
            }
          }
        }
      }
    }
  }
}
