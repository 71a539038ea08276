package dev.roastery.gateway.collect;

import dev.roastery.aggregator.AggregatorStage;
import dev.roastery.common.durable.ProcessedIds;
import dev.roastery.common.partition.Outbound;
import dev.roastery.common.partition.Partition;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.Routes;
import dev.roastery.common.partition.Send;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.plan.ColumnSpec;
import dev.roastery.common.wire.BatchId;
import dev.roastery.common.wire.JobId;
import dev.roastery.common.wire.Message;
import dev.roastery.common.wire.Rows;
import dev.roastery.common.wire.RowsCodec;
import dev.roastery.joiner.JoinerStage;
import dev.roastery.maximizer.AbsoluteStage;
import dev.roastery.maximizer.MaximizerStage;
import java.util.ArrayList;
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
final class Pipeline {

  private static final String GATEWAY = "gateway";

  final MemorySink sink = new MemorySink();
  final List<Message.Fail> failures = new ArrayList<>();

  /** Queues that rows were sent to. */
  final SortedSet<String> fed = new TreeSet<>();

  private final Map<String, Slot> slots = new TreeMap<>();
  private final List<Outbound> queued = new ArrayList<>();
  private final SplittableRandom trouble;

  /** A partition, and what of it survives a crash. */
  private final class Slot {
    final PartitionName name;
    final ProcessedIds processed = new ProcessedIds();
    final Set<String> acknowledged = new HashSet<>();
    Partition partition;

    Slot(PartitionName name) {
      this.name = name;
      this.partition = fresh();
    }

    Partition fresh() {
      return new Partition(
          name,
          stage(name.stage()),
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
          });
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

    private void send(List<Send> sends) {
      for (Send send : sends) {
        queued.addAll(send.drain());
        if (send.key() != null && (trouble == null || trouble.nextInt(4) > 0)) {
          acknowledged.add(send.job() + send.key());
          partition.acknowledged(send.job(), send.key());
        }
      }
    }
  }

  private Pipeline(SplittableRandom trouble) {
    this.trouble = trouble;
  }

  static Pipeline inOrder() {
    return new Pipeline(null);
  }

  static Pipeline inTrouble(SplittableRandom random) {
    return new Pipeline(random);
  }

  private Stage stage(String name) {
    return switch (name) {
      case Routes.AGGREGATOR -> new AggregatorStage();
      case Routes.MAXIMIZER -> new MaximizerStage();
      case Routes.ABSOLUTE -> new AbsoluteStage();
      case Routes.JOINER -> new JoinerStage();
      case Routes.COLLECTOR -> new CollectorStage(sink);
      default -> throw new IllegalArgumentException("no stage " + name);
    };
  }

  Pipeline open(Routes routes) {
    Message.Job opening = new Message.Job(routes.job(), routes.plan().toJson());
    for (PartitionName name : routes.all()) {
      slots.computeIfAbsent(name.queue(), _ -> new Slot(name));
      queued.add(new Outbound(name.queue(), opening));
    }
    return this;
  }

  /** Queues all that the gateway sends of a job. */
  Pipeline submit(Routes routes, List<ModelTable> tables) {
    open(routes);
    for (ModelTable table : tables) {
      if (routes.plan().facts().contains(table.name)) {
        facts(routes, table);
      }
      if (routes.plan().references().contains(table.name)) {
        references(routes, table);
      }
    }
    return this;
  }

  private void facts(Routes routes, ModelTable table) {
    List<ColumnSpec> columns = routes.plan().factColumns(table.name);
    int parts = Math.max(1, table.parts.size());
    for (int part = 0; part < parts; part++) {
      List<List<Object[]>> batches = part < table.parts.size() ? table.parts.get(part) : List.of();
      for (int batch = 0; batch < batches.size(); batch++) {
        fact(routes, table.name, part, batch, table.encoded(batches.get(batch), columns));
      }
      endFacts(routes, table.name, part, parts, batches.size());
    }
  }

  void fact(Routes routes, String table, int part, int batch, Rows rows) {
    BatchId id = new BatchId(routes.job(), table, part, routes.seq(batch));
    Message message = new Message.Batch(id, RowsCodec.encode(rows));
    queued.add(new Outbound(routes.aggregator(part, batch).queue(), message));
  }

  void endFacts(Routes routes, String table, int part, int parts, int batches) {
    for (int to = 0; to < routes.plan().partitions().aggregators(); to++) {
      long count = routes.batchesTo(to, part, batches);
      Message end = new Message.End(routes.job(), table, part, parts, count);
      queued.add(new Outbound(new PartitionName(Routes.AGGREGATOR, to).queue(), end));
    }
  }

  private void references(Routes routes, ModelTable table) {
    List<ColumnSpec> columns = routes.plan().referenceColumns(table.name);
    String stream = Routes.referenceStream(table.name);
    int parts = Math.max(1, table.parts.size());
    for (PartitionName joiner : routes.joinersOf(table.name)) {
      for (int part = 0; part < parts; part++) {
        List<List<Object[]>> batches =
            part < table.parts.size() ? table.parts.get(part) : List.of();
        for (int batch = 0; batch < batches.size(); batch++) {
          BatchId id = new BatchId(routes.job(), stream, part, batch);
          byte[] rows = RowsCodec.encode(table.encoded(batches.get(batch), columns));
          queued.add(new Outbound(joiner.queue(), new Message.Batch(id, rows)));
        }
        Message end = new Message.End(routes.job(), stream, part, parts, batches.size());
        queued.add(new Outbound(joiner.queue(), end));
      }
    }
  }

  /** Delivers until nothing is left. */
  Pipeline run() {
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
