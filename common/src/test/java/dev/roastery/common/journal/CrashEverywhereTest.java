package dev.roastery.common.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.format.FileKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The reference partition is killed, or fails, at every call that it makes to its disk and at every
 * crash point; what the disk then holds is tried with everything kept, with only the forced kept,
 * and with six mixtures. C02 to C04, C07, C09 to C14, C27, D01 to D05.
 */
class CrashEverywhereTest {

  private static final int MESSAGES = 40;
  private static final int MIXTURES = 6;

  private final int calls = callsOfALife();
  private final Map<FatalReason, Integer> reasons = new EnumMap<>(FatalReason.class);

  @Test
  void nothingAcknowledgedIsLostAndNothingIsWrongWhereverTheProcessDies() {
    for (int call = 1; call <= calls; call++) {
      int at = call;
      crash(disk -> disk.dieAtCall(at), CrashPoints.none(), "killed at call " + at);
    }
  }

  @Test
  void nothingAcknowledgedIsLostAndNothingIsWrongWhicheverDiskCallFails() {
    for (int call = 1; call <= calls; call++) {
      int at = call;
      crash(disk -> disk.failAtCall(at), CrashPoints.none(), "call " + at + " failed");
    }
    assertThat(reasons.keySet())
        .containsExactlyInAnyOrder(
            FatalReason.FORCE_FAILED, FatalReason.DISK_UNWRITABLE, FatalReason.DISK_UNREADABLE);
  }

  @Test
  void everyCrashPointOfTheDurableCodeIsPassedAndSurvived() {
    List<CrashPoint> passed = new ArrayList<>();
    live(new MemoryDisk(), new Reference.World(), everythingArmed(passed));
    for (CrashPoint point : passed.stream().distinct().toList()) {
      for (int nth = 1; nth <= passed.stream().filter(point::equals).count(); nth++) {
        crash(_ -> {}, dieAt(point, nth), point + ":" + nth);
      }
    }
    assertThat(passed)
        .contains(
            CrashPoint.WITHIN_APPEND,
            CrashPoint.APPENDED_BEFORE_FORCE,
            CrashPoint.FORCED_BEFORE_ACK,
            CrashPoint.SNAPSHOT_TMP_WRITTEN,
            CrashPoint.SNAPSHOT_FORCED,
            CrashPoint.SNAPSHOT_RENAMED,
            CrashPoint.SNAPSHOT_DURABLE,
            CrashPoint.WITHIN_TRIM,
            CrashPoint.SEGMENT_ROLLED,
            CrashPoint.RECOVERY_EPOCH_CLAIMED,
            CrashPoint.RECOVERY_SNAPSHOT_LOADED,
            CrashPoint.RECOVERY_TAIL_COPIED_FORWARD);
  }

  @Test
  void aSecondDeathAtAnyCallOfTheRecoveryIsSurvivedToo() {
    for (int first = 1; first <= calls; first += 7) {
      MemoryDisk disk = new MemoryDisk();
      Reference.World world = new Reference.World();
      disk.dieAtCall(first);
      assertThat(dies(disk, world, CrashPoints.none())).isTrue();
      for (int second = 1; second <= 60; second++) {
        for (Function<MemoryDisk, MemoryDisk> outcome : outcomes(first * 100 + second)) {
          MemoryDisk found = outcome.apply(disk);
          found.dieAtCall(second);
          Reference.World then = world.copy();
          dies(found, then, CrashPoints.none());
          String what = "killed at call " + first + ", then at " + second;
          outcomes(second).stream()
              .limit(3)
              .forEach(last -> survives(last.apply(found), then, what));
        }
      }
    }
  }

  @Test
  void afterALongLifeThereAreTwoSnapshotsAndTheirSegmentsAndNothingElse() {
    MemoryDisk disk = new MemoryDisk();

    live(disk, new Reference.World(), CrashPoints.none());

    assertThat(disk.files()).filteredOn(name -> name.contains("/snapshot-")).hasSize(2);
    assertThat(disk.files()).allMatch(name -> name.startsWith(Reference.DIRECTORY + "/epoch-1/"));
    assertThat(disk.files()).hasSizeLessThan(12);
  }

  private void crash(Consumer<MemoryDisk> arm, CrashPoints crash, String what) {
    MemoryDisk disk = new MemoryDisk();
    Reference.World world = new Reference.World();
    arm.accept(disk);
    assertThat(dies(disk, world, crash)).as(what).isTrue();
    outcomes(what.hashCode()).forEach(outcome -> survives(outcome.apply(disk), world, what));
  }

  /** What is recovered is a run from 0 with all that was acknowledged, and life goes on. */
  private void survives(MemoryDisk disk, Reference.World world, String what) {
    List<Integer> recovered = Reference.recovered(disk.afterKill());
    assertThat(recovered).as(what).isEqualTo(upTo(recovered.size()));
    assertThat(recovered.size())
        .as(what)
        .isBetween(world.acknowledged(), Math.max(world.appended(), world.acknowledged()));
    assertThat(live(disk, world.copy(), CrashPoints.none())).as(what).isEqualTo(upTo(MESSAGES));
    assertThat(disk.files()).as(what).noneMatch(name -> name.endsWith(FileKind.TEMPORARY));
  }

  private boolean dies(MemoryDisk disk, Reference.World world, CrashPoints crash) {
    try {
      live(disk, world, crash);
      return false;
    } catch (Fatal e) {
      reasons.merge(e.reason(), 1, Integer::sum);
      return true;
    } catch (MemoryDisk.Killed _) {
      return true;
    }
  }

  private static List<Integer> live(MemoryDisk disk, Reference.World world, CrashPoints crash) {
    return Reference.live(disk, world, MESSAGES, crash);
  }

  private static int callsOfALife() {
    MemoryDisk disk = new MemoryDisk();
    live(disk, new Reference.World(), CrashPoints.none());
    return disk.calls();
  }

  private static List<Function<MemoryDisk, MemoryDisk>> outcomes(int seed) {
    List<Function<MemoryDisk, MemoryDisk>> outcomes = new ArrayList<>();
    outcomes.add(MemoryDisk::afterKill);
    outcomes.add(disk -> disk.afterPowerLoss(MemoryDisk.all()));
    for (int i = 0; i < MIXTURES; i++) {
      Random random = new Random(31L * seed + i);
      outcomes.add(disk -> disk.afterPowerLoss(MemoryDisk.some(random)));
    }
    return outcomes;
  }

  private static CrashPoints dieAt(CrashPoint point, int nth) {
    return new CrashPoints() {
      private int left = nth;

      @Override
      public void reached(CrashPoint passed) {
        if (passed == point && --left == 0) {
          throw new MemoryDisk.Killed();
        }
      }

      @Override
      public boolean isArmed(CrashPoint asked) {
        return asked == point;
      }
    };
  }

  private static CrashPoints everythingArmed(List<CrashPoint> passed) {
    return new CrashPoints() {
      @Override
      public void reached(CrashPoint point) {
        passed.add(point);
      }

      @Override
      public boolean isArmed(CrashPoint asked) {
        return true;
      }
    };
  }

  private static List<Integer> upTo(int end) {
    return IntStream.range(0, end).boxed().toList();
  }
}
