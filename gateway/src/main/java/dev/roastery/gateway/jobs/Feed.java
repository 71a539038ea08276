package dev.roastery.gateway.jobs;

import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.Routes;
import dev.roastery.common.transport.Parcel;
import dev.roastery.common.transport.Transport;
import dev.roastery.common.wire.BatchId;
import dev.roastery.common.wire.Message;
import dev.roastery.common.wire.Message.Batch;
import dev.roastery.common.wire.Message.End;
import dev.roastery.common.wire.MessageCodec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** All that the gateway sends of a job, each message with the id and bytes that it always has. */
final class Feed {

  private final Routes routes;
  private final Transport transport;

  /** A message and who gets it. */
  private record Letter(PartitionName to, Message message) {}

  Feed(Routes routes, Transport transport) {
    this.routes = routes;
    this.transport = transport;
  }

  /** Batch {@code batch} of a part of a table whose rows are counted. */
  void fact(String table, int part, long batch, byte[] rows, Runnable confirmed) {
    BatchId id = new BatchId(routes.job(), table, part, routes.seq(batch));
    send(routes.aggregator(part, batch), new Batch(id, rows), confirmed);
  }

  /** The same of a table that is looked up: each joiner that needs it gets all of it. */
  void reference(String table, int part, long batch, byte[] rows, Runnable confirmed) {
    BatchId id = new BatchId(routes.job(), Routes.referenceStream(table), part, batch);
    List<Letter> letters =
        routes.joinersOf(table).stream().map(to -> new Letter(to, new Batch(id, rows))).toList();
    var _ = sendAll(letters).thenRun(confirmed);
  }

  /** To all that take part; done when all have it. */
  CompletableFuture<Void> tellAll(Message message) {
    return sendAll(routes.all().stream().map(to -> new Letter(to, message)).toList());
  }

  /** Says of each table how many batches came of each part. */
  CompletableFuture<Void> end(Collection<Part> parts) {
    List<Letter> letters = new ArrayList<>();
    for (String table : routes.plan().facts()) {
      endFact(table, batches(parts, table), letters);
    }
    for (String table : routes.plan().references()) {
      endReference(table, batches(parts, table), letters);
    }
    return sendAll(letters);
  }

  /** By number; a table without a part is one sender that has sent nothing. */
  private static long[] batches(Collection<Part> parts, String table) {
    long[] batches =
        parts.stream()
            .filter(part -> part.name().table().equals(table))
            .sorted(Comparator.comparingInt(Part::number))
            .mapToLong(Part::batches)
            .toArray();
    return batches.length == 0 ? new long[1] : batches;
  }

  private void endFact(String table, long[] batches, List<Letter> letters) {
    for (int part = 0; part < batches.length; part++) {
      for (int to = 0; to < routes.plan().partitions().aggregators(); to++) {
        long sent = routes.batchesTo(to, part, batches[part]);
        letters.add(
            new Letter(
                new PartitionName(Routes.AGGREGATOR, to),
                new End(routes.job(), table, part, batches.length, sent)));
      }
    }
  }

  private void endReference(String table, long[] batches, List<Letter> letters) {
    String stream = Routes.referenceStream(table);
    for (int part = 0; part < batches.length; part++) {
      End end = new End(routes.job(), stream, part, batches.length, batches[part]);
      routes.joinersOf(table).forEach(to -> letters.add(new Letter(to, end)));
    }
  }

  private CompletableFuture<Void> sendAll(List<Letter> letters) {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (Letter letter : letters) {
      CompletableFuture<Void> confirmed = new CompletableFuture<>();
      send(letter.to(), letter.message(), () -> confirmed.complete(null));
      all.add(confirmed);
    }
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
  }

  private void send(PartitionName to, Message message, Runnable confirmed) {
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
