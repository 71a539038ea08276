package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.cli.Outcome;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.rabbit.RabbitSettings;
import dev.roastery.common.broker.rabbit.RabbitTransport;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.partition.JobProgress;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.Heartbeat;
import dev.roastery.common.process.NodeName;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody who has the broker's password sends what no node would: no process ends, and a job that
 * is not named in it has the right result.
 */
@Tag("broker")
class HostileMessagesTest {

  private static final String QUERY = "high-value-transactions";
  private static final int FORGED_HEARTBEATS = 3_000;

  @TempDir private Path folder;

  @Test
  void noProcessEndsAndAnHonestJobHasItsRightResult() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(20_000, 24, 3), set, Progress.UNWATCHED).write(2);
    try (PrivateBroker broker = TestBroker.startPrivate(folder.resolve("broker"));
        Service service = Service.overRabbit(folder, broker.uri());
        RabbitTransport enemy =
            RabbitTransport.connect(
                RabbitSettings.of(broker.uri(), "enemy"),
                fatal -> {
                  throw fatal;
                })) {
      JobId victim = new JobId(victim(service), 1);
      Path out = folder.resolve("out");
      Outcome.Running honest =
          service.submit(set, "--query=" + QUERY, "--watch", "--quiet", "--out=" + out);

      AtomicInteger confirmed = new AtomicInteger();
      int sent = 0;
      for (String queue : queues(broker)) {
        for (byte[] body : bodies(victim)) {
          enemy.publish(
              queue, new Parcel(body, "forged", "?", "?", "?"), confirmed::incrementAndGet);
          sent++;
        }
      }
      for (int beat = 0; beat < FORGED_HEARTBEATS; beat++) {
        enemy.publish(
            Heartbeat.QUEUE,
            new Parcel(heartbeat(beat), "forged", "?", "?", "?"),
            confirmed::incrementAndGet);
        sent++;
      }
      int all = sent;
      await().atMost(Service.LIMIT).until(() -> confirmed.get() == all);

      Outcome done = honest.await(Service.LIMIT);
      assertThat(done.code()).as(done.err()).isZero();
      assertThat(Service.results(out))
          .containsOnly(Map.entry(QUERY + ".csv", NaiveOracle.results(set).get(QUERY)));
      for (Outcome.Running node : service.nodes()) {
        assertThat(node.process().isAlive()).as(Files.readString(node.err())).isTrue();
      }
      assertThat(service.get("/v1/workers").required("workers").size()).isLessThanOrEqualTo(64);
      await()
          .atMost(Service.LIMIT)
          .untilAsserted(() ->
              assertThat(service.get("/v1/workers").required("partitions").toString())
                  .doesNotContain("stranger"));
      await().atMost(Service.LIMIT).until(() -> service.status("/readyz") == 200);
    }
  }

  /** A job that is open, for the forged messages to name. */
  private static UUID victim(Service service) throws Exception {
    var created =
        service.call(
            service
                .to("/v1/jobs")
                .POST(
                    java.net.http.HttpRequest.BodyPublishers.ofString(
                        "{\"queries\":[\"" + QUERY + "\"]}")));
    String location = created.headers().firstValue("Location").orElseThrow();
    return UUID.fromString(location.substring("/v1/jobs/".length()));
  }

  /** All of them, those of owners' cards and the gateway's too. */
  private static List<String> queues(PrivateBroker broker) {
    return broker
        .rabbitmqctl("list_queues", "name")
        .lines()
        .filter(name -> name.startsWith("roastery.") && !name.contains(Heartbeat.QUEUE))
        .toList();
  }

  private static List<byte[]> bodies(JobId victim) {
    JobId nobody = new JobId(new UUID(0, 666), 1);
    JobId later = new JobId(victim.id(), Integer.MAX_VALUE);
    List<byte[]> bodies = new ArrayList<>();
    for (JobId job : List.of(victim, nobody, later)) {
      List<Message> messages =
          List.of(
              new Message.End(job, "transactions", 0, 1, 0),
              new Message.End(job, "transactions", 5, 6, Long.MAX_VALUE),
              new Message.End(job, "../x", 0, Integer.MAX_VALUE, 1),
              new Message.Batch(new BatchId(job, "transactions", 0, 0), new byte[] {1, 2, 3}),
              new Message.Batch(
                  new BatchId(job, "transactions", Integer.MAX_VALUE, Long.MAX_VALUE), new byte[0]),
              new Message.Job(job, "{}"),
              new Message.Job(job, "[".repeat(10_000)),
              new Message.Close(job),
              new Message.Gone(job, "aggregator-0"),
              new Message.Gone(job, "\u0000"),
              new Message.Fail(job, "aggregator-9", "<script>alert(1)</script>"),
              new Message.Abort(job, "because"));
      messages.forEach(message -> bodies.add(MessageCodec.encode(message)));
    }
    SplittableRandom random = new SplittableRandom(7);
    for (byte[] good : List.copyOf(bodies)) {
      byte[] flipped = good.clone();
      flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
      bodies.add(flipped);
      bodies.add(Arrays.copyOf(good, random.nextInt(good.length)));
    }
    byte[] noise = new byte[100_000];
    random.nextBytes(noise);
    bodies.add(noise);
    bodies.add(new byte[0]);
    bodies.add("DEED 999999 nobody".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return bodies;
  }

  private static byte[] heartbeat(int number) {
    NodeName stranger =
        new NodeName("joiner", "stranger" + number, number, Instant.parse("2026-05-01T10:00:00Z"));
    PartitionReport claim =
        new PartitionReport(
            new PartitionName(number % 3 == 0 ? "joiner" : "aggregator", number % 5),
            Long.MAX_VALUE - number,
            Map.of(new JobId(new UUID(1, number), 1), new JobProgress(5, 9)),
            Map.of());
    return new Heartbeat(stranger, Instant.now(), false, false, List.of(claim)).bytes();
  }
}
