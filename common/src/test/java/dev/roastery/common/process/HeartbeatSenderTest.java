package dev.roastery.common.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.broker.memory.InProcessLimits;
import dev.roastery.common.broker.memory.InProcessTransport;
import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.JobProgress;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionReport.JobCost;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.watch.Figures;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is heard of a node, from its start to its end. */
class HeartbeatSenderTest {

  private static final NodeName NODE =
      new NodeName("joiner", "host", 7, Instant.parse("2026-05-01T10:00:00Z"));
  private static final JobId JOB = new JobId(new UUID(1, 2), 1);
  private static final PartitionReport REPORT =
      new PartitionReport(
          new PartitionName("joiner", 0),
          3,
          Map.of(JOB, new JobProgress(5, 9)),
          Map.of(JOB, List.of("4 batches of stores")),
          PartitionReport.Use.NONE,
          true,
          Map.of(JOB, new JobCost(1, 2, 3, 4, 5, 6)));

  private static final Figures FIGURES = new Figures(0.5, 1, 2, Figures.UNKNOWN, 3, 4, 5);

  private final List<Heartbeat> heard = new CopyOnWriteArrayList<>();
  private final InProcessTransport transport =
      new InProcessTransport(
          InProcessLimits.usual(),
          _ -> false,
          fatal -> {
            throw fatal;
          });

  @AfterEach
  void close() {
    transport.close();
  }

  private void listen() {
    Transport.Session[] session = new Transport.Session[1];
    transport.declare(List.of(Heartbeat.QUEUE));
    session[0] =
        transport.open(
            new Transport.SessionListener() {
              @Override
              public void delivered(Delivery delivery) {
                try {
                  heard.add(Heartbeat.parse(delivery.body()));
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
                session[0].acknowledge(delivery.tag());
              }

              @Override
              public void lost(String reason) {}
            });
    session[0].subscribe(Heartbeat.QUEUE, 10);
  }

  @Test
  void itBeatsOnWhileTheNodeStopsAndSaysGoodbyeLast() {
    listen();
    HeartbeatSender heart = new HeartbeatSender(NODE, 10, transport, () -> List.of(REPORT));
    heart.start();
    await().until(() -> heard.size() > 3);
    heart.stopping();
    await().until(() -> heard.stream().filter(Heartbeat::stopping).count() > 3);
    heart.close();
    await().until(() -> heard.getLast().last());
    assertThat(heard).filteredOn(Heartbeat::last).hasSize(1);
    assertThat(heard).allMatch(beat -> beat.node().equals(NODE));
    assertThat(heard).allMatch(beat -> beat.partitions().equals(List.of(REPORT)));
  }

  @Test
  void newsDoNotWaitForTheTimeOfTheNextBeat() {
    listen();
    long never = Duration.ofDays(1).toMillis();
    try (HeartbeatSender heart =
        new HeartbeatSender(NODE, never, transport, () -> List.of(REPORT))) {
      heart.start();
      heart.soon();
      await().until(() -> heard.size() == 1);
      heart.soon();
      await().until(() -> heard.size() == 2);
    }
    assertThat(heard.getFirst().partitions()).containsExactly(REPORT);
  }

  /** A thousand open jobs that wait are no reason for a megabyte twice in a second. */
  @Test
  void jobsOfWhichThereIsNoNewsAreToldInTurn() {
    Map<JobId, JobProgress> jobs = new TreeMap<>();
    for (int job = 0; job < 1_000; job++) {
      jobs.put(new JobId(new UUID(3, job), 1), new JobProgress(1, -1));
    }
    PartitionReport all = new PartitionReport(new PartitionName("joiner", 0), 3, jobs, Map.of());
    listen();
    try (HeartbeatSender heart = new HeartbeatSender(NODE, 10, transport, () -> List.of(all))) {
      heart.start();
      await().until(() -> heard.size() > 21);
    }
    List<Integer> told =
        heard.stream().map(beat -> beat.partitions().getFirst().progress().size()).toList();
    assertThat(told.getFirst()).isEqualTo(1_000);
    assertThat(told.subList(1, 21)).containsOnly(50);
  }

  @Test
  void aHeartThatNeverBeganCanBeClosed() {
    listen();
    new HeartbeatSender(NODE, 10, transport, List::of).close();
    await().until(() -> heard.size() == 1 && heard.getFirst().last());
  }

  @Test
  void whatIsWrittenIsReadAndNothingElseIs() throws IOException {
    Heartbeat beat = new Heartbeat(NODE, Instant.EPOCH, true, false, List.of(REPORT), FIGURES);
    assertThat(Heartbeat.parse(beat.bytes())).isEqualTo(beat);
    for (String wrong : List.of("", "{", "{}", "[1]", "{\"stage\":\"joiner\"}")) {
      assertThatThrownBy(
              () -> Heartbeat.parse(wrong.getBytes(java.nio.charset.StandardCharsets.UTF_8)))
          .as(wrong)
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void twoStartsOfOneProcessAreTwoNodes() {
    NodeName other = new NodeName("joiner", "host", 7, NODE.started().plusMillis(1));
    assertThat(other.toString()).isNotEqualTo(NODE.toString());
  }
}
