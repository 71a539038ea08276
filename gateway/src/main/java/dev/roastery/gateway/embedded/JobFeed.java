package dev.roastery.gateway.embedded;

import dev.roastery.common.compute.Batches;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.Routes;
import dev.roastery.common.transport.Parcel;
import dev.roastery.common.transport.Transport;
import dev.roastery.common.wire.BatchId;
import dev.roastery.common.wire.Message;
import dev.roastery.common.wire.Message.Batch;
import dev.roastery.common.wire.Message.End;
import dev.roastery.common.wire.MessageCodec;
import dev.roastery.common.wire.Rows;
import dev.roastery.gateway.ingest.CsvBatch;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** The gateway's part of a job: everything that it sends, each with the id that it always has. */
final class JobFeed implements FactSink {

  private final Routes routes;
  private final List<PartitionName> partitions;
  private final Transport transport;

  /** {@code partitions} are those that take part. */
  JobFeed(Routes routes, List<PartitionName> partitions, Transport transport) {
    this.routes = routes;
    this.partitions = partitions;
    this.transport = transport;
  }

  void open() {
    Message job = new Message.Job(routes.job(), routes.plan().toJson());
    partitions.forEach(partition -> publish(partition, job));
  }

  /** The job is over; returns when everybody has that in hand. */
  void close() throws InterruptedException {
    CountDownLatch left = new CountDownLatch(partitions.size());
    Message close = new Message.Close(routes.job());
    partitions.forEach(partition -> publish(partition, close, left::countDown));
    left.await();
  }

  @Override
  public void fact(String table, int part, CsvBatch batch) {
    BatchId id = new BatchId(routes.job(), table, part, routes.seq(batch.seq()));
    publish(routes.aggregator(part, batch.seq()), message(id, batch.rows()));
  }

  @Override
  public void endFact(String table, long[] batches) {
    for (int to = 0; to < routes.plan().partitions().aggregators(); to++) {
      PartitionName aggregator = new PartitionName(Routes.AGGREGATOR, to);
      for (int part = 0; part < batches.length; part++) {
        long sent = routes.batchesTo(to, part, batches[part]);
        End end = new End(routes.job(), table, part, batches.length, sent);
        publish(aggregator, end);
      }
    }
  }

  void reference(String table, int part, CsvBatch batch) {
    BatchId id = new BatchId(routes.job(), Routes.referenceStream(table), part, batch.seq());
    Message message = message(id, batch.rows());
    routes.joinersOf(table).forEach(joiner -> publish(joiner, message));
  }

  void endReference(String table, long[] batches) {
    String stream = Routes.referenceStream(table);
    for (PartitionName joiner : routes.joinersOf(table)) {
      for (int part = 0; part < batches.length; part++) {
        publish(joiner, new End(routes.job(), stream, part, batches.length, batches[part]));
      }
    }
  }

  void publish(PartitionName to, Message message) {
    publish(to, message, () -> {});
  }

  private static Message message(BatchId id, Rows rows) {
    return new Batch(id, Batches.encode(Batches.rows(rows.count(), rows.columns())));
  }

  private void publish(PartitionName to, Message message, Runnable confirmed) {
    Parcel parcel =
        new Parcel(
            MessageCodec.encode(message),
            MessageCodec.idOf(message),
            MessageCodec.typeOf(message),
            message.job().toString(),
            MessageCodec.senderOf(message));
    transport.publish(to.queue(), parcel, confirmed);
  }
}
