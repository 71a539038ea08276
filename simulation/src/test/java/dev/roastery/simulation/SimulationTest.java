package dev.roastery.simulation;

import static dev.roastery.simulation.store.StoreFault.GET_STALE_ABSENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.simulation.store.StateKind;
import dev.roastery.simulation.store.StoreFault;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A fixed set of schedules, in every build. {@code -Droastery.simulation.seeds=N} runs more of
 * them; a failing seed is told as a story by {@code ./roastery simulate --topology T --seed S}.
 */
class SimulationTest {

  /** Points that a worker passes; the others are the gateway's, or need to be armed. */
  private static final Set<CrashPoint> OF_A_WORKER =
      EnumSet.range(CrashPoint.APPENDED_BEFORE_FORCE, CrashPoint.RECOVERY_BEFORE_REPUBLISH);

  /** Points that a worker passes when its state is in an object store. */
  private static final Set<CrashPoint> OF_A_TAKEOVER =
      EnumSet.of(CrashPoint.TAKEOVER_JOURNAL_SEALED, CrashPoint.TAKEOVER_EPOCH_SEALED);

  /** The gateway sends END when all batches are confirmed: only a redelivery comes after it. */
  private static final CrashPoint RARE = CrashPoint.LAST_BATCH_AFTER_END;

  /** Points that the gateway passes in every topology. */
  private static final Set<CrashPoint> OF_A_GATEWAY =
      EnumSet.of(
          CrashPoint.GATEWAY_BEFORE_JOB_RECORD,
          CrashPoint.GATEWAY_JOB_RECORDED_BEFORE_REPLY,
          CrashPoint.GATEWAY_MID_UPLOAD,
          CrashPoint.GATEWAY_BEFORE_UPLOAD_END,
          CrashPoint.GATEWAY_AFTER_UPLOAD_END,
          CrashPoint.RESULT_STORED_BEFORE_NOTIFY,
          CrashPoint.NOTIFIED_BEFORE_COMPLETE,
          CrashPoint.WORKFLOW_EVENT_APPENDED,
          CrashPoint.WORKFLOW_BEFORE_STEP,
          CrashPoint.WORKFLOW_AFTER_STEP);

  @Test
  void everyScheduleEndsWithTheRightResultsAndNothingElse() {
    check(TopologyKind.TOY, 1, Long.getLong("roastery.simulation.seeds", 5_000));
  }

  @Test
  void everyScheduleOfTheRealStagesEndsWithTheRightResultsAndNothingElse() {
    // From a seed on that has the rare point among so few of them.
    check(TopologyKind.SALES, 1_501, Long.getLong("roastery.simulation.sales.seeds", 900));
  }

  /** A retry that could not be made safe was shown to its client, because its event was on disk. */
  @Test
  void whatCouldNotBeWrittenIsNotShown() {
    assertThat(Campaign.run(TopologyKind.TOY, 40379594, 1, 1, done -> {}).complaints()).isEmpty();
  }

  /** A confirmation came when the job had ended: its client was told that the volume was bad. */
  @Test
  void anUploadWhoseJobHasEndedIsToldSo() {
    assertThat(Campaign.run(TopologyKind.TOY, 60007213, 1, 1, done -> {}).complaints()).isEmpty();
  }

  /** What the collector had of a result when its job was cancelled stayed in the job's folder. */
  @Test
  void aResultThatIsGivenUpLeavesNothing() {
    assertThat(Campaign.run(TopologyKind.SALES, 2940, 1, 1, done -> {}).complaints()).isEmpty();
  }

  private static void check(TopologyKind kind, long from, long seeds) {
    Campaign campaign = Campaign.run(kind, from, seeds, 2, done -> {});

    assertThat(campaign.complaints()).isEmpty();
    assertThat(campaign.counts().schedules()).isEqualTo(seeds);
    assertThat(OF_A_WORKER)
        .allSatisfy(point ->
            assertThat(campaign.counts().count(point)).isGreaterThan(point == RARE ? 0 : 100));
    assertThat(OF_A_GATEWAY)
        .allSatisfy(point -> assertThat(campaign.counts().count(point)).isGreaterThan(100));
    System.out.println(campaign.report());
  }

  @ParameterizedTest
  @EnumSource(value = StateKind.class, names = "VOLUME", mode = EnumSource.Mode.EXCLUDE)
  void everyScheduleOverAStoreEndsWithTheRightResults(StateKind state) {
    FaultCounts toys =
        overStore(TopologyKind.TOY, state, Long.getLong("roastery.simulation.store.seeds", 800));
    overStore(TopologyKind.SALES, state, Long.getLong("roastery.simulation.store.sales.seeds", 60));

    assertThat(StoreFault.values())
        .filteredOn(fault -> state == StateKind.HOSTILE_STORE || fault != GET_STALE_ABSENT)
        .allSatisfy(fault -> assertThat(toys.count(fault)).isGreaterThan(20));
    assertThat(OF_A_TAKEOVER).allSatisfy(point -> assertThat(toys.count(point)).isGreaterThan(100));
  }

  private static FaultCounts overStore(TopologyKind kind, StateKind state, long seeds) {
    Campaign campaign = Campaign.run(kind, state, 1, seeds, 2, done -> {});

    assertThat(campaign.complaints()).isEmpty();
    assertThat(campaign.counts().schedules()).isEqualTo(seeds);
    System.out.println(campaign.report());
    return campaign.counts();
  }

  @ParameterizedTest
  @EnumSource
  void sameSeedTellsTheSameStory(TopologyKind kind) {
    assertThat(Simulation.tell(kind, StateKind.VOLUME, 4_711))
        .isEqualTo(Simulation.tell(kind, StateKind.VOLUME, 4_711))
        .hasSizeGreaterThan(50);
  }

  @ParameterizedTest
  @EnumSource
  void forceThatDoesNothingIsNoticed(TopologyKind kind) {
    assertThat(Simulation.noticesPlantedBug(kind)).isTrue();
  }
}
