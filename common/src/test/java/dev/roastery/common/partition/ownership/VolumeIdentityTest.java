package dev.roastery.common.partition.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.journal.PersistenceService;
import dev.roastery.common.journal.PersistenceSettings;
import dev.roastery.common.partition.ownership.OwnerCard.Deed;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two witnesses, the broker's deed and the volume's mark, must agree. */
class VolumeIdentityTest {

  private static final String DIRECTORY = "tally-0";
  private static final UUID VOLUME = new UUID(1, 2);

  private MemoryDisk disk = new MemoryDisk();

  @Test
  void anEmptyVolumeAndAnEmptyBrokerBelongTogether() {
    check(null);
  }

  @Test
  void aVolumeAtOrBeyondTheDeedsEpochIsTheRightOne() {
    owned(3);
    check(new Deed(VOLUME, 3, 1));
    check(new Deed(VOLUME, 2, 9));
  }

  @Test
  void anEmptyVolumeIsLostWhenTheBrokerHasADeed() {
    refused(
        new Deed(VOLUME, 3, 1), FatalReason.VOLUME_LOST, "holds no epoch, but the broker knows");
  }

  @Test
  void aVolumeOfAnotherIdIsForeign() {
    owned(3);
    refused(new Deed(new UUID(9, 9), 3, 1), FatalReason.VOLUME_FOREIGN, "is of volume " + VOLUME);
  }

  @Test
  void aVolumeThatEndsBeforeTheDeedsEpochIsStale() {
    owned(3);
    refused(new Deed(VOLUME, 4, 1), FatalReason.VOLUME_STALE, "ends at epoch 3");
  }

  @Test
  void aMarkedVolumeWithoutADeedMeansALostBrokerAlsoAfterAPowerLoss() {
    owned(1);
    check(null);

    mark().deeded();
    mark().deeded();
    disk = disk.afterPowerLoss(MemoryDisk.all());

    refused(null, FatalReason.BROKER_LOST, "the broker has no deed of partition tally-0");
    check(new Deed(VOLUME, 1, 1));
  }

  @Test
  void aRefusalLeavesTheVolumeAsItWas() {
    owned(3);
    var before = disk.files();
    refused(new Deed(VOLUME, 4, 1), FatalReason.VOLUME_STALE, "ends at epoch 3");
    assertThat(disk.files()).isEqualTo(before);
  }

  private VolumeIdentity mark() {
    return new VolumeIdentity(disk, DIRECTORY);
  }

  private void check(@Nullable Deed deed) {
    assertThatCode(() -> mark().check("tally-0", deed)).doesNotThrowAnyException();
  }

  private void refused(@Nullable Deed deed, FatalReason reason, String words) {
    assertThatThrownBy(() -> mark().check("tally-0", deed))
        .isInstanceOf(Fatal.class)
        .hasMessageContaining(words)
        .hasMessageContaining("; ")
        .extracting(fatal -> ((Fatal) fatal).reason())
        .isEqualTo(reason);
  }

  private void owned(int epochs) {
    for (int epoch = 1; epoch <= epochs; epoch++) {
      PersistenceService service =
          PersistenceService.claim(
              disk,
              DIRECTORY,
              "tally-0",
              VOLUME,
              PersistenceSettings.standard(),
              CrashPoints.none());
      service.commitWorkingState(new byte[] {1});
      service.settle();
      service.close();
    }
  }
}
