package dev.roastery.simulation.process;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport.Session;
import dev.roastery.common.broker.Transport.SessionListener;
import dev.roastery.common.broker.rabbit.RabbitSettings;
import dev.roastery.common.broker.rabbit.RabbitTransport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.partition.Outbound;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.simulation.toy.ToyPlan;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The gateway's stand-in: sends the messages of jobs, and keeps what comes for the clients. */
final class ToyGateway implements AutoCloseable {

  private final List<Fatal> fatals = new CopyOnWriteArrayList<>();
  private final RabbitTransport transport;
  private final AtomicInteger published = new AtomicInteger();
  private final AtomicInteger confirmed = new AtomicInteger();
  private final Map<JobId, Set<ByteBuffer>> results = new ConcurrentHashMap<>();
  private final Map<JobId, Set<String>> gone = new ConcurrentHashMap<>();
  private final List<Message.Fail> failures = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  ToyGateway(String uri, ToyPlan plan) {
    RabbitSettings settings = ToyArguments.rabbit(uri, "toy-gateway", 5, 1_000);
    transport = RabbitTransport.connect(settings, fatals::add);
    transport.declare(plan.queues());
    standBy();
  }

  private void standBy() {
    Session[] mine = new Session[1];
    SessionListener listener =
        new SessionListener() {
          @Override
          public void delivered(Delivery delivery) {
            received(delivery);
            mine[0].acknowledge(delivery.tag());
          }

          @Override
          public void lost(String reason) {
            if (!closed) {
              Thread.ofPlatform().daemon().start(ToyGateway.this::standBy);
            }
          }
        };
    mine[0] = transport.open(listener);
    mine[0].subscribe(ToyPlan.CLIENT_QUEUE, 8);
    mine[0].subscribe(ToyPlan.GATEWAY_QUEUE, 8);
  }

  private void received(Delivery delivery) {
    switch (decode(delivery.body())) {
      case Message.Batch result ->
          results
              .computeIfAbsent(result.job(), _ -> ConcurrentHashMap.newKeySet())
              .add(ByteBuffer.wrap(result.rows()));
      case Message.Fail fail -> failures.add(fail);
      case Message.Gone answer ->
          gone.computeIfAbsent(answer.job(), _ -> ConcurrentHashMap.newKeySet())
              .add(answer.partition());
      case Message other -> throw new AssertionError("not for a client: " + other);
    }
  }

  private static Message decode(byte[] body) {
    try {
      return MessageCodec.decode(body);
    } catch (WireException e) {
      throw new AssertionError("a client received what is no message", e);
    }
  }

  /** Returns when all are handed over, which does not mean that they are confirmed. */
  void send(List<Outbound> messages) {
    for (Outbound outbound : messages) {
      Parcel parcel = Parcel.of(outbound.message(), "gateway");
      published.incrementAndGet();
      transport.publish(outbound.queue(), parcel, confirmed::incrementAndGet);
    }
  }

  /** Puts bytes that are no message into a queue. */
  void sendBytes(String queue, byte[] body) {
    published.incrementAndGet();
    Parcel parcel = new Parcel(body, "bytes", "BYTES", "", "gateway");
    transport.publish(queue, parcel, confirmed::incrementAndGet);
  }

  int confirmed() {
    return confirmed.get();
  }

  void awaitConfirmed() {
    Waiting.until(
        () -> "all is confirmed: " + confirmed + " of " + published,
        () -> confirmed.get() == published.get());
  }

  /** How many messages are not confirmed. */
  int unconfirmed() {
    return published.get() - confirmed.get();
  }

  /** All that came as this job's result, without repetitions. */
  Set<ByteBuffer> results(JobId job) {
    return new HashSet<>(results.getOrDefault(job, Set.of()));
  }

  /** Has every partition forget the job; returns when they have. */
  void abort(JobId job, ToyPlan plan) {
    Message abort = new Message.Abort(job, "failed");
    List<PartitionName> all = plan.partitions();
    send(all.stream().map(each -> new Outbound(each.queue(), abort)).toList());
    Set<String> names = all.stream().map(PartitionName::toString).collect(toSet());
    Waiting.until(
        () -> job + " is gone everywhere, not only from " + gone.get(job),
        () -> names.equals(gone.get(job)));
  }

  List<Message.Fail> failures() {
    return List.copyOf(failures);
  }

  @Override
  public void close() {
    closed = true;
    transport.close();
    assertThat(fatals).isEmpty();
  }
}
