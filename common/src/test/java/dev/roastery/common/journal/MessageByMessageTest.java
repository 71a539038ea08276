package dev.roastery.common.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.storage.Disk;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A stage that commits message by message, which none of ours does (docs/adr/0006): what is in work
 * is on record before it is worked on, and the record is cleared when the state has it.
 */
class MessageByMessageTest {

  private static final List<String> MESSAGES = List.of("a", "b", "c");

  @Test
  void whereverItDiesEachMessageIsWorkedIntoTheStateOnce() {
    int calls = work(new MemoryDisk(), Integer.MAX_VALUE);
    for (int at = 1; at <= calls; at++) {
      MemoryDisk disk = new MemoryDisk();
      work(disk, at);
      for (MemoryDisk left : List.of(disk.afterKill(), disk.afterPowerLoss(MemoryDisk.all()))) {
        work(left, Integer.MAX_VALUE);
        assertThat(state(claim(left))).as("died at call %d", at).isEqualTo("abc");
      }
    }
    assertThat(calls).isGreaterThan(30);
  }

  /** Works until the end or until that call of the disk; how many calls it makes. */
  private static int work(MemoryDisk disk, int deadlyCall) {
    int before = disk.calls();
    disk.dieAtCall(before + deadlyCall);
    try (PersistenceService service = claim(disk)) {
      StringBuilder state = new StringBuilder(state(service));
      service.commitWorkingState(bytes(state));
      service.settle();
      List<String> left = new ArrayList<>(MESSAGES);
      service
          .recoverLastProcessingChunk()
          .ifPresent(message -> finish(service, state, new String(message, UTF_8)));
      left.removeAll(List.of(state.toString().split("")));
      for (String message : left) {
        service.commitProcessingChunk(bytes(message));
        finish(service, state, message);
      }
    } catch (MemoryDisk.Killed _) {
      // As asked.
    }
    return disk.calls() - before;
  }

  /** The state tells whether it has the message: the record alone does not. */
  private static void finish(PersistenceService service, StringBuilder state, String message) {
    if (state.indexOf(message) < 0) {
      state.append(message);
      service.commitWorkingState(bytes(state));
    }
    service.clearProcessingCommit();
  }

  private static PersistenceService claim(Disk disk) {
    return PersistenceService.claim(
        disk,
        Reference.DIRECTORY,
        Reference.PARTITION,
        Reference.VOLUME,
        PersistenceSettings.standard(),
        CrashPoints.none());
  }

  private static String state(PersistenceService service) {
    return new String(service.recoverWorkingState().orElse(new byte[0]), UTF_8);
  }

  private static byte[] bytes(CharSequence text) {
    return text.toString().getBytes(UTF_8);
  }
}
