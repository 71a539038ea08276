package dev.roastery.common.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.message.JobId;
import dev.roastery.common.storage.Disk;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** PIPE-07 to PIPE-20, with a power loss as the restart unless a name says otherwise. */
class PersistenceServiceTest {

  private static final JobId JOB = Reference.JOB;

  private MemoryDisk disk = new MemoryDisk();
  private PersistenceSettings settings = PersistenceSettings.standard();

  @Test
  void exactlyTheCommittedSendsAreAcknowledgedAfterARestart() {
    PersistenceService service = started();
    service.commitSendAck(JOB, "results/0");
    service.commitWorkingState(bytes("x"));
    service.commitSendAck(JOB, "results/1");
    service.forceChunkBuffer();
    service.commitSendAck(JOB, "results/2");

    PersistenceService next = restarted();

    assertThat(next.sendHasBeenAcknowledged(JOB, "results/0")).isTrue();
    assertThat(next.sendHasBeenAcknowledged(JOB, "results/1")).isTrue();
    assertThat(next.sendHasBeenAcknowledged(JOB, "results/2")).isFalse();
    assertThat(next.sendHasBeenAcknowledged(new JobId(new UUID(8, 8), 1), "results/0")).isFalse();
  }

  @Test
  void aProcessingChunkIsRecoveredUntilItIsClearedAlsoOverASnapshotAndAnEpoch() {
    PersistenceService service = started();
    assertThat(service.recoverLastProcessingChunk()).isEmpty();
    service.commitProcessingChunk(bytes("first"));
    service.commitProcessingChunk(bytes("second"));
    assertThat(restarted().recoverLastProcessingChunk()).hasValue(bytes("second"));

    PersistenceService next = restarted();
    next.commitWorkingState(bytes("x"));
    next.settle();
    next = restarted();
    assertThat(next.recoverLastProcessingChunk()).hasValue(bytes("second"));
    next.commitWorkingState(bytes("x"));
    next.settle();
    next.clearProcessingCommit();
    next.clearProcessingCommit();

    assertThat(next.recoverLastProcessingChunk()).isEmpty();
    assertThat(restarted().recoverLastProcessingChunk()).isEmpty();
  }

  @Test
  void theNewestCommittedStateIsRecoveredWithTheIdsThatWereCountedInIt() {
    PersistenceService service = started();
    service.processedIds().add(Reference.id(0));
    service.commitWorkingState(bytes("one"));
    service.processedIds().add(Reference.id(1));

    PersistenceService next = restarted();

    assertThat(next.recoverWorkingState()).hasValue(bytes("one"));
    assertThat(next.processedIds().contains(Reference.id(0))).isTrue();
    assertThat(next.processedIds().contains(Reference.id(1))).isFalse();
  }

  @Test
  void aThousandChunksComeBackInTheOrderInWhichTheyWereAppendedWhateverLiesBetween() {
    settings = new PersistenceSettings(10, 0, 512);
    PersistenceService service = started();
    Random random = new Random(20260303);
    List<byte[]> appended = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      byte[] chunk = new byte[random.nextInt(400)];
      random.nextBytes(chunk);
      appended.add(chunk);
      service.appendChunkToBuffer(chunk);
      if (random.nextInt(10) == 0) {
        service.commitSendAck(JOB, "send-" + i);
      }
      if (random.nextInt(5) == 0) {
        service.forceChunkBuffer();
      }
    }
    service.forceChunkBuffer();

    PersistenceService next = restarted();

    assertThat(next.recoverBufferedChunks()).containsExactlyElementsOf(appended);
    assertThat(next.report().chunks()).isEqualTo(1000);
    assertThat(next.report().findings()).isEmpty();
  }

  @Test
  void countAndBytesAreThoseAppendedSinceTheCommitAlsoAfterARestart() {
    PersistenceService service = started();
    service.appendChunkToBuffer(new byte[100]);
    service.appendChunkToBuffer(new byte[0]);
    service.appendChunkToBuffer(new byte[23]);
    service.forceChunkBuffer();
    assertThat(List.of(service.rule().chunks(), service.rule().bytes())).containsExactly(3L, 123L);

    PersistenceService next = restarted();

    assertThat(List.of(next.rule().chunks(), next.rule().bytes())).containsExactly(3L, 123L);
    assertThat(next.report().bytes()).isEqualTo(123);
    next.commitWorkingState(bytes("x"));
    assertThat(List.of(next.rule().chunks(), next.rule().bytes())).containsExactly(0L, 0L);
  }

  @Test
  void aSmallStateIsCommittedAtEveryTenthChunk() {
    assertThat(commitsOver(45, bytes("small"))).containsExactly(10, 20, 30, 40);
  }

  @Test
  void withIntervalOneEveryChunkIsCommitted() {
    settings = new PersistenceSettings(1, 64 << 10, 64 << 20);
    assertThat(commitsOver(4, bytes("small"))).containsExactly(1, 2, 3, 4);
  }

  @Test
  void aLargeStateWaitsUntilTheBufferHasTakenThreeTimesItsLastSnapshot() {
    // Chunks of 1,000 bytes, and a snapshot of something above 100,000.
    assertThat(commitsOver(640, new byte[100_000])).containsExactly(10, 311, 612);
  }

  private List<Integer> commitsOver(int chunks, byte[] state) {
    PersistenceService service = started();
    List<Integer> commits = new ArrayList<>();
    for (int i = 1; i <= chunks; i++) {
      service.appendChunkToBuffer(new byte[1000]);
      service.forceChunkBuffer();
      if (service.shouldCommitState()) {
        commits.add(i);
        service.commitWorkingState(state);
      }
    }
    return commits;
  }

  @Test
  void aDeathBetweenCommitAndClearReplaysNothing() {
    CrashPoints crash =
        new CrashPoints() {
          private int commits;

          @Override
          public void reached(CrashPoint point) {
            if (point == CrashPoint.SNAPSHOT_DURABLE && ++commits == 2) {
              throw new MemoryDisk.Killed();
            }
          }
        };
    PersistenceService service = claim(crash);
    service.commitWorkingState(new byte[0]);
    service.settle();
    service.appendChunkToBuffer(Reference.message(0));
    service.forceChunkBuffer();
    service.processedIds().add(Reference.id(0));
    assertThatThrownBy(() -> service.commitWorkingState(bytes("0")))
        .isInstanceOf(MemoryDisk.Killed.class);

    PersistenceService next = restarted();

    assertThat(next.recoverWorkingState()).hasValue(bytes("0"));
    assertThat(next.recoverBufferedChunks()).isEmpty();
    assertThat(next.processedIds().contains(Reference.id(0))).isTrue();
  }

  @Test
  void clearingAgainChangesNothing() {
    PersistenceService service = started();
    service.appendChunkToBuffer(bytes("kept"));
    service.forceChunkBuffer();
    List<String> before = disk.files();

    service.clearChunkBuffer();
    service.clearChunkBuffer();

    assertThat(disk.files()).isEqualTo(before);
    assertThat(restarted().recoverBufferedChunks()).containsExactly(bytes("kept"));
  }

  @Test
  void aForgottenJobIsGoneWithTheNextCommit() {
    PersistenceService service = started();
    service.processedIds().add(Reference.id(0));
    service.commitSendAck(JOB, "results/0");
    service.commitWorkingState(bytes("x"));

    service.forget(JOB);
    assertThat(service.processedIds().contains(Reference.id(0))).isFalse();
    assertThat(claim(disk.afterKill()).processedIds().contains(Reference.id(0))).isTrue();
    service.commitWorkingState(bytes("y"));

    PersistenceService next = restarted();
    assertThat(next.recoverWorkingState()).hasValue(bytes("y"));
    assertThat(next.processedIds().contains(Reference.id(0))).isFalse();
    assertThat(next.sendHasBeenAcknowledged(JOB, "results/0")).isFalse();
  }

  @Test
  void appendingBeforeTheFirstCommitIsABrokenInvariant() {
    PersistenceService service = claim(CrashPoints.none());
    assertThat(service.shouldCommitState()).isTrue();

    assertThatThrownBy(() -> service.appendChunkToBuffer(bytes("early")))
        .hasMessageStartingWith(FatalReason.BROKEN_INVARIANT.name());
    assertThatThrownBy(() -> service.commitWorkingState(bytes("late")))
        .hasMessageStartingWith(FatalReason.BROKEN_INVARIANT.name());
  }

  @Test
  void appendingBeforeItIsSettledIsABrokenInvariant() {
    PersistenceService service = claim(CrashPoints.none());
    service.commitWorkingState(bytes("recovered"));

    assertThatThrownBy(() -> service.appendChunkToBuffer(bytes("early")))
        .hasMessageStartingWith(FatalReason.BROKEN_INVARIANT.name())
        .hasMessageContaining("not settled");
  }

  @Test
  void aFailedForceIsNeverTriedAgain() {
    PersistenceService service = started();
    service.appendChunkToBuffer(bytes("doubtful"));
    disk.failAtCall(2);

    assertThatThrownBy(service::forceChunkBuffer)
        .hasMessageStartingWith("FORCE_FAILED")
        .hasMessageContaining("segment-");
    int calls = disk.calls();
    assertThatThrownBy(service::forceChunkBuffer).hasMessageStartingWith("FORCE_FAILED");
    assertThatThrownBy(() -> service.commitWorkingState(bytes("x")))
        .hasMessageStartingWith("FORCE_FAILED");
    assertThat(disk.calls()).isEqualTo(calls);
    service.close();
  }

  /** D05: the next owner sees the bytes, and must not trust that they are safe. */
  @Test
  void whatTheNextOwnerReadsSurvivesAPowerLossAfterItsFirstCommit() {
    PersistenceService service = started();
    service.appendChunkToBuffer(bytes("visible"));
    disk.failAtCall(2);
    assertThatThrownBy(service::forceChunkBuffer).hasMessageStartingWith("FORCE_FAILED");

    PersistenceService next = claim(CrashPoints.none());
    assertThat(next.recoverBufferedChunks()).containsExactly(bytes("visible"));
    next.commitWorkingState(bytes("with visible"));
    next.settle();

    assertThat(restarted().recoverWorkingState()).hasValue(bytes("with visible"));
  }

  @Test
  void aMessageAboveTheLimitIsRefusedAndOneAtTheLimitIsKept() {
    PersistenceService service = started();
    assertThatThrownBy(
            () -> service.appendChunkToBuffer(new byte[PersistenceService.CHUNK_BYTES_MAX + 1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the limit is");
    service.appendChunkToBuffer(new byte[PersistenceService.CHUNK_BYTES_MAX]);
    service.forceChunkBuffer();

    assertThat(restarted().recoverBufferedChunks())
        .singleElement()
        .satisfies(chunk -> assertThat(chunk).hasSize(PersistenceService.CHUNK_BYTES_MAX));
  }

  private PersistenceService started() {
    PersistenceService service = claim(CrashPoints.none());
    service.commitWorkingState(new byte[0]);
    service.settle();
    return service;
  }

  private PersistenceService restarted() {
    disk = disk.afterPowerLoss(MemoryDisk.all());
    return claim(CrashPoints.none());
  }

  private PersistenceService claim(CrashPoints crash) {
    return claim(disk, crash);
  }

  private PersistenceService claim(Disk on) {
    return claim(on, CrashPoints.none());
  }

  private PersistenceService claim(Disk on, CrashPoints crash) {
    return PersistenceService.claim(
        on, Reference.DIRECTORY, Reference.PARTITION, Reference.VOLUME, settings, crash);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
