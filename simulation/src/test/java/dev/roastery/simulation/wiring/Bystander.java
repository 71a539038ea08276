package dev.roastery.simulation.wiring;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport.Session;
import dev.roastery.common.broker.Transport.SessionListener;
import dev.roastery.common.broker.rabbit.RabbitSettings;
import dev.roastery.common.broker.rabbit.RabbitTransport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.Heartbeat;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Hears the heartbeats of nodes, and sends them messages. */
final class Bystander implements AutoCloseable {

  static final String DEAD = RabbitTransport.DEAD_LETTERS;

  private static final JobId JOB = new JobId(new UUID(7, 7), 1);
  private static final Message MESSAGE = new Message.Job(JOB, "{}");

  private final List<Heartbeat> beats = new CopyOnWriteArrayList<>();
  private final RabbitTransport transport;

  Bystander(String amqp) {
    transport = RabbitTransport.connect(RabbitSettings.of(amqp, "bystander"), Bystander::fail);
    transport.declare(List.of(Heartbeat.QUEUE));
    AtomicReference<Session> session = new AtomicReference<>();
    session.set(
        transport.open(
            new SessionListener() {
              @Override
              public void delivered(Delivery delivery) {
                try {
                  beats.add(Heartbeat.parse(delivery.body()));
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
                session.get().acknowledge(delivery.tag());
              }

              @Override
              public void lost(String reason) {}
            }));
    session.get().subscribe(Heartbeat.QUEUE, 10);
  }

  private static void fail(Fatal fatal) {
    throw fatal;
  }

  /** The heartbeats of that process so far. */
  List<Heartbeat> beats(long pid) {
    return beats.stream().filter(beat -> beat.node().pid() == pid).toList();
  }

  /** Whether so many more come in that time. */
  boolean hearsMore(long pid, int more, int seconds) {
    int before = beats(pid).size();
    try {
      Awaitility.await()
          .atMost(seconds, TimeUnit.SECONDS)
          .until(() -> beats(pid).size() >= before + more);
      return true;
    } catch (ConditionTimeoutException _) {
      return false;
    }
  }

  static String queue(String partition) {
    String[] parts = partition.split("-", 2);
    return new PartitionName(parts[0], Integer.parseInt(parts[1])).queue();
  }

  void sendJob(String partition) {
    send(queue(partition));
  }

  void sendDeadLetter() {
    send(DEAD);
  }

  private void send(String queue) {
    transport.publish(queue, Parcel.of(MESSAGE, "bystander"), () -> {});
  }

  @Override
  public void close() {
    transport.close();
  }
}
