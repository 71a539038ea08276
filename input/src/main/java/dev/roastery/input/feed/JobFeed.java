package dev.roastery.input.feed;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.kernel.Batches;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.Message.End;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.PartReference;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.input.csv.CsvBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** All that the gateway sends of a job, each message with the id and bytes that it always has. */
public final class JobFeed implements FactSink {

  private final JobTopology routes;
  private final List<PartitionName> partitions;
  private final Transport transport;

  /** A message and its receiver. */
  private record Letter(PartitionName to, Message message) {}

  /** {@code partitions} are those that take part. */
  public JobFeed(JobTopology routes, List<PartitionName> partitions, Transport transport) {
    this.routes = routes;
    this.partitions = partitions;
    this.transport = transport;
  }

  /** To all partitions that take part; completes when all of them have received it. */
  public CompletableFuture<Void> tellAll(Message message) {
    return sendAll(partitions.stream().map(to -> new Letter(to, message)).toList());
  }

  /** The bytes of a batch's rows. */
  public static byte[] rows(CsvBatch batch) {
    return Batches.encode(Batches.rows(batch.rows().count(), batch.rows().columns()));
  }

  @Override
  public void fact(String table, int part, CsvBatch batch) {
    fact(table, part, batch.seq(), rows(batch), () -> {});
  }

  /** Batch {@code batch} of a part of a table whose rows are counted. */
  public void fact(String table, int part, long batch, byte[] rows, Runnable confirmed) {
    BatchId id = new BatchId(routes.job(), table, part, routes.seq(batch));
    publish(routes.factReceiver(part, batch), new Batch(id, rows), confirmed);
  }

  /**
   * Batches by reference: those of the {@code run} windows of a part from {@code window} on, or as
   * many of them as there are.
   */
  public void range(
      String table, int part, PartReference of, long window, int run, Runnable confirmed) {
    BatchId first = new BatchId(routes.job(), table, part, routes.seq(window, run));
    int batches = (int) Math.min(run, of.windows() - window);
    publish(
        routes.factReceiver(part, window, run),
        new Message.Range(first, window, batches, of),
        confirmed);
  }

  public void reference(String table, int part, CsvBatch batch) {
    reference(table, part, batch.seq(), rows(batch), () -> {});
  }

  /** The same of a table that is looked up: each partition that needs it gets all of it. */
  public void reference(String table, int part, long batch, byte[] rows, Runnable confirmed) {
    BatchId id = new BatchId(routes.job(), JobTopology.referenceStream(table), part, batch);
    Message message = new Batch(id, rows);
    var _ =
        sendAll(
                routes.referenceReceivers(table).stream()
                    .map(to -> new Letter(to, message))
                    .toList())
            .thenRun(confirmed);
  }

  /**
   * Announces the number of batches of each part of every table; completes when all partitions have
   * received it.
   */
  public CompletableFuture<Void> end(Function<String, SentBatches> sentOf) {
    List<Letter> ends = new ArrayList<>();
    routes.plan().facts().forEach(table -> ends.addAll(factEnds(table, sentOf.apply(table))));
    routes
        .plan()
        .references()
        .forEach(table -> ends.addAll(referenceEnds(table, sentOf.apply(table).batches())));
    return sendAll(ends);
  }

  @Override
  public void endFact(String table, long[] batches) {
    var _ = sendAll(factEnds(table, SentBatches.inTurn(batches)));
  }

  public void endReference(String table, long[] batches) {
    var _ = sendAll(referenceEnds(table, batches));
  }

  private List<Letter> factEnds(String table, SentBatches all) {
    long[] batches = all.batches();
    List<Letter> ends = new ArrayList<>();
    for (int part = 0; part < batches.length; part++) {
      for (PartitionName to : routes.factReceivers()) {
        long sent = routes.batchesTo(to.number(), part, batches[part], all.runs()[part]);
        ends.add(new Letter(to, new End(routes.job(), table, part, batches.length, sent)));
      }
    }
    return ends;
  }

  private List<Letter> referenceEnds(String table, long[] batches) {
    List<Letter> ends = new ArrayList<>();
    String stream = JobTopology.referenceStream(table);
    for (int part = 0; part < batches.length; part++) {
      End end = new End(routes.job(), stream, part, batches.length, batches[part]);
      routes.referenceReceivers(table).forEach(to -> ends.add(new Letter(to, end)));
    }
    return ends;
  }

  private CompletableFuture<Void> sendAll(List<Letter> letters) {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (Letter letter : letters) {
      CompletableFuture<Void> confirmed = new CompletableFuture<>();
      publish(letter.to(), letter.message(), () -> confirmed.complete(null));
      all.add(confirmed);
    }
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
  }

  public void publish(PartitionName to, Message message, Runnable confirmed) {
    Parcel parcel = Parcel.of(message, MessageCodec.senderOf(message));
    transport.publish(to.queue(), parcel, confirmed);
  }
}
