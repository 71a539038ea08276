package dev.roastery.gateway.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.aggregator.AggregatorStage;
import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.journal.format.ProcessedIds;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.message.rows.RowsCodec;
import dev.roastery.common.partition.Outbound;
import dev.roastery.common.partition.Partition;
import dev.roastery.common.partition.PendingSend;
import dev.roastery.common.partition.Stages;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.common.spill.PartitionSpace;
import dev.roastery.joiner.JoinerStage;
import dev.roastery.maximizer.AbsoluteStage;
import dev.roastery.maximizer.MaximizerStage;
import dev.roastery.testkit.HeapSpillStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All stages' partitions, connected by queues. In order and once; or {@linkplain #inTrouble} every
 * message in any order, some several times, each partition saved and restored after every delivery,
 * and confirmations that come late or not at all.
 */
final class InMemoryPipeline {

  private static final String GATEWAY = "gateway";

  final MemorySink sink = new MemorySink();
  final List<Message.Fail> failures = new ArrayList<>();

  /** Queues that rows were sent to. */
  final SortedSet<String> fed = new TreeSet<>();

  private final Map<String, Slot> slots = new TreeMap<>();
  private final List<Outbound> queued = new ArrayList<>();
  private final SplittableRandom trouble;
  private final MemoryBudget memory;

  /** Every batch that was sent, by its queue and id. */
  final Map<String, byte[]> sent = new TreeMap<>();

  /** A partition, and what of it survives a crash. */
  private final class Slot {
    final PartitionName name;
    final ProcessedIds processed = new ProcessedIds();
    final Set<String> acknowledged = new HashSet<>();
    final HeapSpillStore spilled = new HeapSpillStore();
    Partition partition;

    Slot(PartitionName name) {
      this.name = name;
      this.partition = fresh();
    }

    Partition fresh() {
      return new Partition(
          name,
          stages().named(name.stage()),
          GATEWAY,
          processed,
          new Partition.SendLog() {
            @Override
            public boolean acknowledged(JobId job, String key) {
              return acknowledged.contains(job + key);
            }

            @Override
            public void forget(JobId job) {
              acknowledged.removeIf(key -> key.startsWith(job.toString()));
            }
          },
          new PartitionSpace(name.toString(), memory, spilled));
    }

    void deliver(Message message) {
      if (message instanceof Message.Batch) {
        fed.add(name.queue());
      }
      send(partition.apply(message));
      if (trouble != null) {
        byte[] saved = partition.save();
        partition = fresh();
        send(partition.restore(saved));
      }
      send(partition.passGates(message.job()));
    }

    private void send(List<PendingSend> sends) {
      for (PendingSend send : sends) {
        if (sent(send) && send.key() != null && (trouble == null || trouble.nextInt(4) > 0)) {
          acknowledged.add(send.job() + send.key());
          partition.acknowledged(send.job(), send.key());
        }
      }
    }

    /** False if a piece could not be made, which fails the job. */
    private boolean sent(PendingSend send) {
      try {
        List<Outbound> all = send.drain();
        all.forEach(InMemoryPipeline.this::note);
        queued.addAll(all);
        return true;
      } catch (JobFailure failure) {
        failures.add(new Message.Fail(send.job(), name.toString(), failure.getMessage()));
        return false;
      }
    }
  }

  private InMemoryPipeline(SplittableRandom trouble, MemoryBudget memory) {
    this.trouble = trouble;
    this.memory = memory;
  }

  static InMemoryPipeline inOrder() {
    return new InMemoryPipeline(null, MemoryBudget.unlimited());
  }

  /** In order, with so little memory that all state is spilled, or so much that some is. */
  static InMemoryPipeline inOrderWith(MemoryBudget memory) {
    return new InMemoryPipeline(null, memory);
  }

  static InMemoryPipeline inTrouble(SplittableRandom random) {
    return new InMemoryPipeline(random, MemoryBudget.unlimited());
  }

  static InMemoryPipeline inTroubleWith(SplittableRandom random, MemoryBudget memory) {
    return new InMemoryPipeline(random, memory);
  }

  /** The same batch always has the same bytes. */
  private void note(Outbound outbound) {
    if (outbound.message() instanceof Message.Batch batch) {
      byte[] before = sent.put(outbound.queue() + " " + batch.id(), batch.rows());
      assertThat(before == null || Arrays.equals(before, batch.rows())).isTrue();
    }
  }

  /** How many files were spilled. */
  int spilled() {
    return slots.values().stream().mapToInt(slot -> slot.spilled.created()).sum();
  }

  /** How many of them are still there. */
  int left() {
    return slots.values().stream().mapToInt(slot -> slot.spilled.present()).sum();
  }

  private Stages stages() {
    return new Stages(
        Map.of(
            StageKind.AGGREGATOR, new AggregatorStage(),
            StageKind.MAXIMIZER, new MaximizerStage(),
            StageKind.ABSOLUTE, new AbsoluteStage(),
            StageKind.JOINER, new JoinerStage(),
            StageKind.COLLECTOR, new CollectorStage(sink)));
  }

  InMemoryPipeline open(JobTopology topology) {
    Message.Job opening = new Message.Job(topology.job(), topology.plan().toJson());
    for (PartitionName name : topology.all()) {
      slots.computeIfAbsent(name.queue(), _ -> new Slot(name));
      queued.add(new Outbound(name.queue(), opening));
    }
    return this;
  }

  /** Queues all that the gateway sends of a job. */
  InMemoryPipeline submit(JobTopology topology, List<ModelTable> tables) {
    open(topology);
    for (ModelTable table : tables) {
      if (topology.plan().facts().contains(table.name)) {
        facts(topology, table);
      }
      if (topology.plan().references().contains(table.name)) {
        references(topology, table);
      }
    }
    return this;
  }

  private void facts(JobTopology topology, ModelTable table) {
    List<ColumnSpec> columns = topology.plan().factColumns(table.name);
    int parts = Math.max(1, table.parts.size());
    for (int part = 0; part < parts; part++) {
      List<List<Object[]>> batches = part < table.parts.size() ? table.parts.get(part) : List.of();
      for (int batch = 0; batch < batches.size(); batch++) {
        fact(topology, table.name, part, batch, table.encoded(batches.get(batch), columns));
      }
      endFacts(topology, table.name, part, parts, batches.size());
    }
  }

  void fact(JobTopology topology, String table, int part, int batch, Rows rows) {
    BatchId id = new BatchId(topology.job(), table, part, topology.seq(batch));
    Message message = new Message.Batch(id, RowsCodec.encode(rows));
    queued.add(new Outbound(topology.factReceiver(part, batch).queue(), message));
  }

  void endFacts(JobTopology topology, String table, int part, int parts, int batches) {
    for (PartitionName to : topology.factReceivers()) {
      long count = topology.batchesTo(to.number(), part, batches);
      Message end = new Message.End(topology.job(), table, part, parts, count);
      queued.add(new Outbound(to.queue(), end));
    }
  }

  private void references(JobTopology topology, ModelTable table) {
    List<ColumnSpec> columns = topology.plan().referenceColumns(table.name);
    String stream = JobTopology.referenceStream(table.name);
    int parts = Math.max(1, table.parts.size());
    for (PartitionName joiner : topology.referenceReceivers(table.name)) {
      for (int part = 0; part < parts; part++) {
        List<List<Object[]>> batches =
            part < table.parts.size() ? table.parts.get(part) : List.of();
        for (int batch = 0; batch < batches.size(); batch++) {
          BatchId id = new BatchId(topology.job(), stream, part, batch);
          byte[] rows = RowsCodec.encode(table.encoded(batches.get(batch), columns));
          queued.add(new Outbound(joiner.queue(), new Message.Batch(id, rows)));
        }
        Message end = new Message.End(topology.job(), stream, part, parts, batches.size());
        queued.add(new Outbound(joiner.queue(), end));
      }
    }
  }

  /** Delivers until nothing is left. */
  InMemoryPipeline run() {
    while (!queued.isEmpty()) {
      Outbound next = next();
      if (next.queue().equals(GATEWAY)) {
        failures.add((Message.Fail) next.message());
      } else {
        slots.get(next.queue()).deliver(next.message());
      }
    }
    return this;
  }

  private Outbound next() {
    if (trouble == null) {
      return queued.removeFirst();
    }
    int at = trouble.nextInt(queued.size());
    if (trouble.nextInt(5) == 0) {
      return queued.get(at); // stays, and so comes again
    }
    Outbound last = queued.removeLast();
    return at == queued.size() ? last : queued.set(at, last);
  }

  void deliver(PartitionName to, Message message) {
    queued.add(new Outbound(to.queue(), message));
  }

  Map<String, String> results() {
    return sink.results;
  }
}
