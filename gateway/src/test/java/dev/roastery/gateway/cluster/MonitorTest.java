package dev.roastery.gateway.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.JobProgress;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionReport.JobCost;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.StageKind.Division;
import dev.roastery.common.pipeline.StageKind.Tables;
import dev.roastery.common.process.Heartbeat;
import dev.roastery.common.process.NodeName;
import dev.roastery.common.process.watch.Figures;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.gateway.cluster.ClusterView.Life;
import dev.roastery.gateway.cluster.ClusterView.PartitionView;
import dev.roastery.gateway.cluster.ClusterView.WorkerView;
import dev.roastery.gateway.jobs.MovedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a gateway shows of nodes and jobs from their heartbeats. */
class MonitorTest {

  private static final Instant START = Instant.parse("2026-05-01T10:00:00Z");
  private static final JobId JOB = new JobId(new UUID(0, 7), 1);
  private static final PartitionName PARTITION = new PartitionName("aggregator", 0);
  private static final PartitionName NEVER_SEEN = new PartitionName("joiner", 0);
  private static final List<PartitionName> EXPECTED = List.of(NEVER_SEEN, PARTITION);
  private static final PartitionName OF_AN_OLD_JOB = new PartitionName("aggregator", 5);
  private static final Duration STALLED = Duration.ofSeconds(30);

  private final MovedClock clock = new MovedClock(Clock.fixed(START, ZoneOffset.UTC));
  private final Set<UUID> open = new HashSet<>(Set.of(JOB.id()));
  private final List<PartitionMove> moves = new ArrayList<>();
  @TempDir private Path folder;
  private Monitor monitor;

  @BeforeEach
  void begin() {
    monitor = monitor(Pipeline.STANDARD);
  }

  private Monitor monitor(Pipeline pipeline) {
    return monitor(pipeline, EXPECTED);
  }

  private Monitor monitor(Pipeline pipeline, List<PartitionName> expected) {
    return new Monitor(
        clock,
        Duration.ofSeconds(8),
        pipeline,
        expected,
        new Monitor.Known() {
          @Override
          public boolean isOpen(JobId job) {
            return open.contains(job.id());
          }

          @Override
          public void moved(PartitionMove move) {
            moves.add(move);
          }

          @Override
          public Set<PartitionName> used() {
            return Set.of(OF_AN_OLD_JOB);
          }
        },
        new LastOwners(new FileDisk(folder)));
  }

  private static NodeName node(long pid) {
    return new NodeName("aggregator", "host", pid, START);
  }

  private void beat(long pid, boolean last, long epoch, long received, long expected) {
    PartitionReport report =
        new PartitionReport(
            PARTITION,
            epoch,
            Map.of(JOB, new JobProgress(received, expected)),
            Map.of(JOB, received == expected ? List.of() : List.of("batch 3 of part 0")));
    monitor.receive(new Heartbeat(node(pid), clock.instant(), last, last, List.of(report)).bytes());
  }

  private StageProgress progress() {
    return monitor.progress(JOB.id(), List.of(), STALLED).getFirst();
  }

  private Life life() {
    return monitor.workers().workers().getFirst().life();
  }

  @Test
  void aNodeIsAliveThenLostThenForgottenAndAfterItsLastHeartbeatStopped() {
    beat(1, false, 1, 0, -1);
    assertThat(life()).isEqualTo(Life.ALIVE);
    clock.pass(Duration.ofSeconds(9));
    assertThat(life()).isEqualTo(Life.LOST);
    beat(1, true, 1, 0, -1);
    assertThat(life()).isEqualTo(Life.STOPPED);
    clock.pass(Duration.ofMinutes(11));
    beat(2, false, 2, 0, -1);
    assertThat(monitor.workers().workers()).extracting(w -> w.pid()).containsExactly(2L);
  }

  private void idleBeat(long pid, long epoch, boolean idle) {
    PartitionReport report =
        new PartitionReport(PARTITION, epoch, Map.of(), Map.of(), PartitionReport.Use.NONE, idle);
    monitor.receive(
        new Heartbeat(node(pid), clock.instant(), false, false, List.of(report)).bytes());
  }

  @Test
  void aPartitionIsIdleAsLongAsItsLivingOwnerSaysSo() {
    assertThat(monitor.isIdleSince(PARTITION, Instant.MIN)).isFalse();
    idleBeat(1, 1, true);
    assertThat(monitor.isIdleSince(PARTITION, START.minusSeconds(1))).isTrue();
    assertThat(monitor.isIdleSince(PARTITION, START)).as("not said after that").isFalse();
    idleBeat(1, 1, false);
    assertThat(monitor.isIdleSince(PARTITION, START.minusSeconds(1))).isFalse();
    idleBeat(2, 2, true);
    idleBeat(1, 1, false);
    assertThat(monitor.isIdleSince(PARTITION, START.minusSeconds(1)))
        .as("of an earlier owner nothing counts")
        .isTrue();
    clock.pass(Duration.ofSeconds(9));
    assertThat(monitor.isIdleSince(PARTITION, START.minusSeconds(1)))
        .as("its owner is lost")
        .isFalse();
  }

  @Test
  void itNamesWhatThePartitionsOfAJobWaitForAndWhenTheyLastGotSomething() {
    assertThat(monitor.moved(JOB.id())).isEqualTo(Instant.MIN);
    beat(1, false, 1, 2, 3);
    clock.pass(Duration.ofSeconds(5));
    beat(1, false, 1, 2, 3);
    assertThat(monitor.moved(JOB.id())).isEqualTo(START);
    assertThat(monitor.waits(JOB.id(), EXPECTED, START))
        .containsExactly("aggregator-0: batch 3 of part 0");
  }

  /** It forgets the job when it has done its part; what it said before is no longer true. */
  @Test
  void aPartitionThatSaysNothingOfAJobAnyMoreWaitsForNothing() {
    beat(1, false, 1, 5, 9);
    for (int second = 0; second < 32; second++) {
      clock.pass(Duration.ofSeconds(1));
      PartitionReport silent = new PartitionReport(PARTITION, 1, Map.of(), Map.of());
      monitor.receive(
          new Heartbeat(node(1), clock.instant(), false, false, List.of(silent)).bytes());
    }
    assertThat(monitor.waits(JOB.id(), EXPECTED, START)).isEmpty();
    assertThat(progress().stalled()).isEmpty();
  }

  @Test
  void aNewMonitorIsCompleteAfterOneHeartbeatOfEachNode() {
    beat(1, false, 1, 0, -1);
    beat(2, false, 0, 0, -1);
    ClusterView before = monitor.workers();
    Monitor fresh = monitor(Pipeline.STANDARD);
    assertThat(fresh.workers().workers()).isEmpty();
    PartitionReport owned = new PartitionReport(PARTITION, 1, Map.of(), Map.of());
    fresh.receive(new Heartbeat(node(1), START, false, false, List.of(owned)).bytes());
    fresh.receive(new Heartbeat(node(2), START, false, false, List.of()).bytes());
    assertThat(fresh.workers()).isEqualTo(before);
  }

  @Test
  void aPartitionThatJobsNeedAndNoNodeEverOwnedIsShownWithoutOwner() {
    beat(1, false, 1, 0, -1);
    assertThat(monitor.workers().partitions())
        .containsExactly(
            new PartitionView(PARTITION.toString(), node(1).toString(), 1),
            new PartitionView(NEVER_SEEN.toString(), null, 0));
    clock.pass(Duration.ofSeconds(9));
    assertThat(monitor.workers().partitions())
        .extracting(PartitionView::owner)
        .containsExactly(null, null);
  }

  @Test
  void theHigherEpochOwnsWhicheverHeartbeatComesLast() {
    beat(1, false, 1, 5, -1);
    beat(2, false, 2, 5, -1);
    beat(1, false, 1, 900, -1);
    assertThat(monitor.workers().partitions().getFirst().owner()).isEqualTo(node(2).toString());
    assertThat(monitor.workers().partitions().getFirst().epoch()).isEqualTo(2);
    assertThat(progress().received()).as("a stale owner's counts are not taken").isEqualTo(5);
    assertThat(monitor.workers().workers().getFirst().owns()).isEmpty();
  }

  @Test
  void aTakeoverIsToldOnceWithTheTimeSinceTheLastSignOfTheOldOwner() {
    beat(1, false, 3, 5, -1);
    clock.pass(Duration.ofMillis(1_500));
    beat(1, false, 3, 5, -1);
    assertThat(moves).isEmpty();
    clock.pass(Duration.ofMillis(400));
    beat(2, false, 4, 5, -1);
    beat(2, false, 4, 6, -1);
    beat(1, false, 3, 7, -1);
    assertThat(moves)
        .containsExactly(
            new PartitionMove(PARTITION, node(1).toString(), node(2).toString(), 4, 400));
  }

  /** Nobody has listened: when the old owner was seen last is not known. */
  @Test
  void aTakeoverWhileTheGatewayWasAwayIsToldOnceWithoutATime() {
    PartitionMove unseen =
        new PartitionMove(
            PARTITION, node(1).toString(), node(3).toString(), 5, PartitionMove.UNKNOWN);
    beat(1, false, 3, 5, -1);
    monitor = monitor(Pipeline.STANDARD);
    beat(3, false, 5, 5, -1);
    beat(3, false, 5, 6, -1);
    assertThat(moves).containsExactly(unseen);
    assertThat(unseen.isSeen()).isFalse();

    monitor = monitor(Pipeline.STANDARD);
    beat(3, false, 5, 6, -1);
    assertThat(moves).as("after another restart").containsExactly(unseen);
  }

  /** Others are heard first; what was known of a partition is not forgotten with that. */
  @Test
  void whoOwnedAPartitionIsKeptOverTwoRestartsAlsoIfItIsSilentInBetween() {
    monitor = monitor(Pipeline.STANDARD, List.of(PARTITION, OF_AN_OLD_JOB));
    beat(1, false, 3, 5, -1);
    monitor = monitor(Pipeline.STANDARD, List.of(PARTITION, OF_AN_OLD_JOB));
    PartitionReport other = new PartitionReport(OF_AN_OLD_JOB, 1, Map.of(), Map.of());
    monitor.receive(new Heartbeat(node(8), clock.instant(), false, false, List.of(other)).bytes());
    monitor = monitor(Pipeline.STANDARD, List.of(PARTITION, OF_AN_OLD_JOB));
    beat(2, false, 4, 5, -1);
    assertThat(moves).extracting(PartitionMove::to).containsExactly(node(2).toString());
  }

  @Test
  void aTakeoverAfterTheReturnOfTheGatewayHasItsTime() {
    beat(1, false, 3, 5, -1);
    monitor = monitor(Pipeline.STANDARD);
    beat(1, false, 3, 5, -1);
    clock.pass(Duration.ofMillis(400));
    beat(2, false, 4, 5, -1);
    assertThat(moves).extracting(PartitionMove::millis).containsExactly(400L);
  }

  @Test
  void anOwnerThatStaysOrTakesItsPartitionAgainWhileTheGatewayIsAwayIsNoTakeover() {
    beat(1, false, 3, 5, -1);
    monitor = monitor(Pipeline.STANDARD);
    beat(1, false, 4, 5, -1);
    assertThat(moves).isEmpty();
  }

  /** It is another process after each start. */
  @Test
  void theGatewaysOwnPartitionDoesNotMove() {
    PartitionName own = new PartitionName("collector", 0);
    for (int life = 1; life <= 2; life++) {
      monitor = monitor(Pipeline.STANDARD, List.of(own));
      NodeName gateway = new NodeName(Pipeline.GATEWAY, "host", life, START);
      PartitionReport report = new PartitionReport(own, life, Map.of(), Map.of());
      monitor.receive(
          new Heartbeat(gateway, clock.instant(), false, false, List.of(report)).bytes());
      assertThat(monitor.workers().partitions().getFirst().epoch()).isEqualTo(life);
    }
    assertThat(moves).isEmpty();
  }

  @Test
  void aFileOfOwnersThatCannotBeReadIsPassedOver() throws IOException {
    beat(1, false, 3, 5, -1);
    for (String damaged : List.of("", "{", "[]", "{\"version\": 1, \"owners\": [7]}")) {
      Files.writeString(folder.resolve("owners.json"), damaged);
      monitor = monitor(Pipeline.STANDARD);
      beat(2, false, 4, 5, -1);
      assertThat(moves).as(damaged).isEmpty();
    }
    assertThat(folder.resolve("owners.json")).content().contains(node(2).toString());
  }

  /** It lives on, perhaps, and has said in its later heartbeats that it owns nothing. */
  @Test
  void theLastSignOfAnOwnerIsTheLastInWhichItOwned() {
    beat(1, false, 3, 5, -1);
    clock.pass(Duration.ofSeconds(1));
    beat(1, false, 0, 0, -1);
    clock.pass(Duration.ofSeconds(1));
    beat(2, false, 4, 5, -1);
    assertThat(moves).extracting(PartitionMove::millis).containsExactly(2_000L);
  }

  @Test
  void anOwnerThatTakesItsPartitionAgainOrComesFromThePastIsNoTakeover() {
    beat(1, false, 3, 5, -1);
    beat(1, false, 4, 5, -1);
    clock.pass(Duration.ofSeconds(9));
    beat(2, false, 2, 5, -1);
    assertThat(moves).isEmpty();
  }

  @Test
  void stagesAreInTheOrderOfTheFlowWithTheShareOfEachPartition() {
    beat(1, false, 3, 5, 9);
    List<PartitionName> partitions =
        List.of(
            new PartitionName("joiner", 0),
            new PartitionName("collector", 0),
            new PartitionName("maximizer", 0),
            new PartitionName("aggregator", 1),
            PARTITION);
    List<StageProgress> stages = monitor.progress(JOB.id(), partitions, STALLED);
    assertThat(stages)
        .extracting(StageProgress::stage)
        .containsExactly("aggregator", "maximizer", "joiner", "collector");
    StageProgress first = stages.getFirst();
    assertThat(first.shares())
        .containsExactly(
            new StageProgress.PartitionShare("aggregator-0", node(1).toString(), 5, 9L),
            new StageProgress.PartitionShare("aggregator-1", null, 0, null));
    assertThat(first.received()).isEqualTo(5);
    assertThat(first.expected()).as("one of two has not said").isNull();
    assertThat(monitor.received(JOB.id(), "aggregator")).isEqualTo(5);
    assertThat(monitor.received(JOB.id(), "joiner")).isZero();
  }

  @Test
  void countsNeverFall() {
    beat(1, false, 1, 5, 9);
    beat(1, false, 1, 3, -1);
    assertThat(progress().received()).isEqualTo(5);
    assertThat(progress().expected()).isEqualTo(9);
  }

  @Test
  void whatDoesNotMoveIsNamedAndWhatMovesAgainIsNot() {
    beat(1, false, 1, 5, 9);
    clock.pass(Duration.ofSeconds(31));
    beat(1, false, 1, 5, 9);
    assertThat(progress().stalled()).containsExactly("aggregator-0 waits for batch 3 of part 0");
    beat(1, false, 1, 6, 9);
    assertThat(progress().stalled()).isEmpty();
  }

  @Test
  void aPartitionWithoutALivingOwnerIsNamedUnlessItHasAll() {
    beat(1, false, 1, 5, 9);
    clock.pass(Duration.ofSeconds(31));
    assertThat(progress().stalled())
        .containsExactly("aggregator-0 has no node: start one of its stage");
    beat(1, false, 1, 9, 9);
    clock.pass(Duration.ofSeconds(31));
    assertThat(progress().stalled()).isEmpty();
  }

  private void waitingBeat(long pid, PartitionName partition, long epoch, List<String> waits) {
    PartitionReport report =
        new PartitionReport(
            partition, epoch, Map.of(JOB, new JobProgress(9, 9)), Map.of(JOB, waits));
    NodeName node = new NodeName(partition.stage(), "host", pid, START);
    monitor.receive(new Heartbeat(node, clock.instant(), false, false, List.of(report)).bytes());
  }

  @Test
  void aPartitionWithoutRoomInOneThatNobodyOwnsIsNamedWithIt() {
    String sending = "its outputs of sums to be sent and confirmed";
    List<String> waits = List.of("room in joiner-0", sending);
    String stalled =
        "aggregator-0 waits for room in joiner-0, which has no owner: start a node of its"
            + " stage; its outputs of sums to be sent and confirmed";
    waitingBeat(1, PARTITION, 1, waits);
    clock.pass(Duration.ofSeconds(31));
    waitingBeat(1, PARTITION, 1, waits);
    assertThat(progress().stalled()).as("never owned").containsExactly(stalled);

    waitingBeat(2, NEVER_SEEN, 1, List.of());
    assertThat(progress().stalled())
        .as("there may be room at any moment")
        .containsExactly("aggregator-0 waits for " + sending);
    clock.pass(Duration.ofSeconds(9));
    waitingBeat(1, PARTITION, 1, waits);
    assertThat(progress().stalled()).as("its owner is lost").containsExactly(stalled);
  }

  // ---- stages that no node runs

  private static final List<PartitionName> ALL =
      Stream.of("aggregator", "maximizer", "absolute", "joiner", "collector")
          .map(stage -> new PartitionName(stage, 0))
          .toList();

  /** What stands still, by stage. */
  private SortedMap<String, List<String>> troubles() {
    SortedMap<String, List<String>> troubles = new TreeMap<>();
    monitor
        .progress(JOB.id(), ALL, Duration.ofDays(1))
        .forEach(stage -> troubles.put(stage.stage(), stage.stalled()));
    troubles.values().removeIf(List::isEmpty);
    return troubles;
  }

  private void alive(String stage) {
    alive(stage, 5);
  }

  private void alive(String stage, long pid) {
    NodeName node = new NodeName(stage, "host", pid, START);
    monitor.receive(new Heartbeat(node, clock.instant(), false, false, List.of()).bytes());
  }

  @Test
  void aStageThatNoNodeRunsIsNamedOnceAllNodesHadTimeForAHeartbeat() {
    assertThat(troubles()).as("the gateway has just started").isEmpty();
    alive("gateway");
    assertThat(troubles()).isEmpty();
    clock.pass(Duration.ofSeconds(7));
    alive("gateway");
    beat(1, false, 1, 5, 9);
    assertThat(troubles()).isEmpty();
    clock.pass(Duration.ofSeconds(2));
    assertThat(troubles())
        .isEqualTo(
            Map.of(
                "maximizer", List.of("no maximizer is running: start one (roastery maximizer)"),
                "absolute", List.of("no maximizer is running: start one (roastery maximizer)"),
                "joiner", List.of("no joiner is running: start one (roastery joiner)")));
    alive("maximizer"); // owns nothing yet
    alive("joiner");
    assertThat(troubles()).isEmpty();
    clock.pass(Duration.ofSeconds(7));
    alive("gateway");
    alive("maximizer");
    alive("joiner");
    clock.pass(Duration.ofSeconds(7));
    alive("gateway");
    alive("maximizer");
    alive("joiner");
    assertThat(troubles()).as("lost").containsOnlyKeys("aggregator");
    beat(2, false, 2, 9, 9);
    clock.pass(Duration.ofSeconds(7));
    alive("gateway");
    alive("maximizer");
    alive("joiner");
    clock.pass(Duration.ofSeconds(7));
    alive("gateway");
    assertThat(troubles()).as("lost, and has all of it").isEmpty();
  }

  @Test
  void aGatewayWithoutHeartbeatsForLongOrUntilJustNowNamesNoStage() {
    alive("gateway");
    clock.pass(Duration.ofSeconds(9));
    assertThat(troubles()).as("not even itself: the broker is away").isEmpty();
    alive("gateway");
    assertThat(troubles()).as("the others may come").isEmpty();
    clock.pass(Duration.ofSeconds(8));
    alive("gateway");
    assertThat(troubles()).containsKeys("aggregator", "joiner");
  }

  @Test
  void aGatewayHasNotHeardOfAllBeforeAllHadTimeForAHeartbeat() {
    assertThat(monitor.hasHeardOfAllSince(START.minusSeconds(1))).as("of none").isFalse();
    alive("gateway");
    assertThat(monitor.hasHeardOfAllSince(START.minusSeconds(1))).as("of one").isFalse();
    clock.pass(Duration.ofSeconds(8));
    assertThat(monitor.hasHeardOfAllSince(START.minusSeconds(1))).isTrue();
    assertThat(monitor.hasHeardOfAllSince(START)).as("not after that").isFalse();
  }

  @Test
  void aStageOfAnotherPipelineIsNamedWithTheProcessThatRunsIt() {
    StageKind taster =
        new StageKind(
            "taster", "taster", "joiner", StageKind.Queries.ALL, Division.NONE, Tables.NONE, 1);
    Monitor other = monitor(Pipeline.STANDARD.withAfter(StageKind.JOINER, taster));
    byte[] beat = new Heartbeat(node(1), clock.instant(), false, false, List.of()).bytes();
    other.receive(beat);
    clock.pass(Duration.ofSeconds(8));
    other.receive(beat);
    assertThat(other.progress(JOB.id(), List.of(new PartitionName("taster", 0)), STALLED))
        .extracting(StageProgress::stalled)
        .containsExactly(List.of("no joiner is running: start one (roastery joiner)"));
  }

  @Test
  void heartbeatsAndDeletionsOfSeveralThreadsAreAllTaken() {
    monitor = monitor(Pipeline.STANDARD, PartitionName.ofStage("aggregator", 250));
    IntStream.rangeClosed(1, 1_000)
        .parallel()
        .forEach(pid -> {
          beat(pid, false, 1, pid, 1_000);
          monitor.forget(new UUID(1, pid));
        });
    assertThat(monitor.workers().workers()).hasSize(1_000);
    assertThat(progress().received()).isEqualTo(1_000);
  }

  @Test
  void countsOfAJobThatWasForgottenAreGone() {
    beat(1, false, 1, 5, 9);
    monitor.forget(JOB.id());
    assertThat(monitor.progress(JOB.id(), List.of(), STALLED)).isEmpty();
  }

  @Test
  void countsOfJobsThatHaveEndedAreNotKept() {
    open.clear();
    beat(1, false, 1, 5, 9);
    assertThat(monitor.progress(JOB.id(), List.of(), STALLED)).isEmpty();
  }

  // ---- heartbeats that no node has sent

  private void claim(NodeName node, PartitionName partition, long epoch) {
    PartitionReport report = new PartitionReport(partition, epoch, Map.of(), Map.of());
    monitor.receive(new Heartbeat(node, clock.instant(), false, false, List.of(report)).bytes());
  }

  private PartitionView owner() {
    return monitor.workers().partitions().stream()
        .filter(each -> each.partition().equals(PARTITION.toString()))
        .findFirst()
        .orElseThrow();
  }

  static Stream<String> bytesThatAreNotAHeartbeatAreIgnored() {
    String beat =
        """
        {"stage":"aggregator","host":"h","pid":1,"started":"2026-05-01T10:00:00Z",
         "at":"2026-05-01T10:00:00Z","stopping":false,"last":false,
         "partitions":[{"stage":"aggregator","number":0,"epoch":1,"jobs":[
           {"job":"00000000-0000-0000-0000-000000000007","attempt":1,"received":5,"expected":9,
            "waitsFor":[]}]}]}
        """;
    return Stream.of(
        "",
        "\u0001\u0002\u0003",
        "null",
        "[]",
        "{}",
        "[".repeat(100_000),
        beat.replace("\"host\":\"h\"", "\"host\":\"\""),
        beat.replace("\"h\"", "\"" + "h".repeat(256) + "\""),
        beat.replace("\"h\"", "\"\\u001b[2J\""),
        beat.replace("\"h\"", "\"a\\nb\""),
        beat.replace("\"started\":\"2026-05", "\"started\":\"+999999999-05"),
        beat.replace("\"started\":\"2026-05", "\"started\":\"yesterday"),
        beat.replaceFirst("aggregator", "oven"),
        beat.replaceFirst("aggregator", "joiner"),
        beat.replace("\"number\":0", "\"number\":-1"),
        beat.replace("\"attempt\":1", "\"attempt\":0"),
        beat.replace("\"received\":5", "\"received\":9223372036854775807"),
        beat.replace("\"received\":5", "\"received\":-5"),
        beat.replace("\"expected\":9", "\"expected\":-2"),
        beat + " ".repeat(5 << 20));
  }

  @ParameterizedTest
  @MethodSource
  void bytesThatAreNotAHeartbeatAreIgnored(String bytes) {
    assertThat(monitor.receive(bytes.getBytes(UTF_8))).isEmpty();
    assertThat(monitor.workers().workers()).isEmpty();
    assertThat(monitor.progress(JOB.id(), List.of(), STALLED)).isEmpty();
    beat(1, false, 1, 5, 9);
    assertThat(life()).isEqualTo(Life.ALIVE);
  }

  @Test
  void strangersAreShownInLimitsAndTakeNoKnownNodesPlace() {
    beat(1, false, 1, 5, 9);
    for (int stranger = 0; stranger < 3_000; stranger++) {
      alive("joiner", 10 + stranger);
    }
    assertThat(monitor.workers().workers()).hasSize(64);
    assertThat(owner().owner()).isEqualTo(node(1).toString());
    clock.pass(Duration.ofSeconds(9));
    beat(1, false, 1, 6, 9);
    beat(2, false, 0, 0, -1);
    assertThat(monitor.workers().workers())
        .as("a new node takes the place of one that is silent")
        .hasSize(64)
        .filteredOn(worker -> worker.life() == Life.ALIVE)
        .extracting(worker -> worker.pid())
        .containsExactlyInAnyOrder(1L, 2L);
  }

  @Test
  void partitionsThatDoNotExistAreNotShown() {
    claim(node(1), new PartitionName("aggregator", 1_000_000), 7);
    claim(node(1), OF_AN_OLD_JOB, 7);
    claim(new NodeName("oven", "host", 3, START), new PartitionName("oven", 0), 7);
    assertThat(monitor.workers().partitions())
        .extracting(PartitionView::partition)
        .containsExactly("aggregator-0", OF_AN_OLD_JOB.toString(), "joiner-0");
    assertThat(monitor.workers().workers()).extracting(worker -> worker.pid()).containsExactly(1L);
  }

  @Test
  void aNodeOwnsNoPartitionOfAnotherStage() {
    beat(1, false, 1, 5, 9);
    claim(new NodeName("joiner", "host", 3, START), PARTITION, 7);
    claim(new NodeName("gateway", "host", 4, START), PARTITION, 8);
    assertThat(owner().owner()).isEqualTo(node(1).toString());
    NodeName all = new NodeName(NodeName.ALL_STAGES, "host", 5, START);
    claim(all, PARTITION, 9);
    assertThat(owner().owner()).isEqualTo(all.toString());
  }

  @Test
  void aFalseOwnerIsShownOnlyForAsLongAsItSendsHeartbeats() {
    beat(1, false, 1, 5, 9);
    claim(node(666), PARTITION, Long.MAX_VALUE);
    assertThat(owner().owner()).isEqualTo(node(666).toString());
    clock.pass(Duration.ofSeconds(9));
    beat(1, false, 1, 6, 9);
    assertThat(owner().owner()).isEqualTo(node(1).toString());
    assertThat(owner().epoch()).isEqualTo(1);
  }

  @Test
  void whatANodeTakesIsShownAndWhatAnOlderOneDoesNotSayIsNot() {
    Figures figures = new Figures(0.42, 5, 9, Figures.UNKNOWN, 3, 1_200, 64_000);
    monitor.receive(new Heartbeat(node(1), START, false, false, List.of(), figures).bytes());
    assertThat(monitor.workers().workers().getFirst())
        .returns(0.42, WorkerView::cpu)
        .returns(5L, WorkerView::heapBytes)
        .returns(9L, WorkerView::heapMaxBytes)
        .returns(null, WorkerView::budgetBytes)
        .returns(3L, WorkerView::budgetUsedBytes)
        .returns(1_200L, WorkerView::rowsPerSecond)
        .returns(64_000L, WorkerView::bytesPerSecond);
    clock.pass(Duration.ofSeconds(9));
    assertThat(monitor.workers().workers().getFirst())
        .as("a lost worker has no speed")
        .returns(5L, WorkerView::heapBytes)
        .returns(null, WorkerView::rowsPerSecond)
        .returns(null, WorkerView::bytesPerSecond);

    String older =
        """
        {"stage":"aggregator","host":"h","pid":1,"started":"2026-05-01T10:00:00Z",
         "at":"2026-05-01T10:00:00Z","stopping":false,"last":false,"partitions":[]}
        """;
    monitor = monitor(Pipeline.STANDARD);
    monitor.receive(older.getBytes(UTF_8));
    assertThat(monitor.workers().workers().getFirst())
        .returns(null, WorkerView::cpu)
        .returns(null, WorkerView::heapBytes)
        .returns(null, WorkerView::rowsPerSecond);
  }

  @Test
  void forgedFiguresAreBroughtToWhatCanBe() {
    String forged =
        """
        {"stage":"aggregator","host":"h","pid":1,"started":"2026-05-01T10:00:00Z",
         "at":"2026-05-01T10:00:00Z","stopping":false,"last":false,"cpu":1e300,
         "heapBytes":9223372036854775807,"heapMaxBytes":"much","budgetUsedBytes":-7,
         "partitions":[{"stage":"aggregator","number":0,"epoch":1,"jobs":[],
           "stateBytes":9223372036854775807,"snapshotAgeMillis":-5,"costs":[
           {"job":"00000000-0000-0000-0000-000000000007","attempt":1,"batches":-1,
            "rows":9223372036854775807,"firstMillis":-1,"lastMillis":9223372036854775807}]}]}
        """;
    List<PartitionReport> reports = monitor.receive(forged.getBytes(UTF_8));
    assertThat(monitor.workers().workers().getFirst())
        .returns(100_000.0, WorkerView::cpu)
        .returns(1L << 50, WorkerView::heapBytes)
        .returns(null, WorkerView::heapMaxBytes)
        .returns(null, WorkerView::budgetUsedBytes);
    assertThat(owner().stateBytes()).isEqualTo(1L << 50);
    assertThat(owner().snapshotAgeMillis()).isZero();
    assertThat(reports.getFirst().costs())
        .containsEntry(JOB, new JobCost(0, 1L << 50, 0, 0, 0, 253_402_300_799_999L));
  }

  @Test
  void nodesHaveNamesThatPeopleRecogniseAndNoTwoTheSame() {
    for (NodeName each :
        List.of(
            new NodeName("joiner", "alone", 1, START),
            new NodeName("aggregator", "host", 1, START),
            new NodeName("aggregator", "host", 2, START),
            new NodeName("aggregator", "host", 2, START.plusSeconds(5)))) {
      monitor.receive(new Heartbeat(each, START, false, false, List.of()).bytes());
    }
    assertThat(monitor.workers().workers())
        .extracting(WorkerView::name)
        .containsExactlyInAnyOrder(
            "joiner@alone", "aggregator@host:1", "aggregator@host:2.1", "aggregator@host:2.2");
  }

  @Test
  void theBacklogOfAPartitionIsShownWhereItIsKnown() {
    assertThat(monitor.workers().with(Map.of(PARTITION, 7L)).partitions())
        .extracting(PartitionView::partition, PartitionView::backlog)
        .containsExactly(tuple("aggregator-0", 7L), tuple("joiner-0", null));
  }

  @Test
  void aHeartbeatNeverHasMoreBytesThanAreRead() throws IOException {
    Map<JobId, JobProgress> jobs = new HashMap<>();
    Map<JobId, List<String>> waits = new HashMap<>();
    for (int job = 0; job < 60_000; job++) {
      jobs.put(new JobId(new UUID(0, job), 1), new JobProgress(5, 9));
      waits.put(new JobId(new UUID(0, job), 1), List.of("x".repeat(200)));
    }
    PartitionReport report = new PartitionReport(PARTITION, 3, jobs, waits);
    Heartbeat huge = new Heartbeat(node(1), START, false, false, List.of(report));
    monitor.receive(huge.bytes());
    assertThat(owner().owner()).isEqualTo(node(1).toString());
    assertThat(Heartbeat.parse(huge.bytes()).partitions().getFirst().progress()).isEmpty();
    jobs.keySet().removeIf(job -> job.id().getLeastSignificantBits() >= 20_000);
    PartitionReport large = new PartitionReport(PARTITION, 3, jobs, waits);
    Heartbeat told = new Heartbeat(node(1), START, false, false, List.of(large));
    assertThat(Heartbeat.parse(told.bytes()).partitions().getFirst().progress()).hasSize(20_000);
  }
}
