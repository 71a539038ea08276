package dev.roastery.common.journal.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.journal.PersistenceService;
import dev.roastery.common.journal.PersistenceSettings;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code roastery verify} looks at. */
class VolumeCheckTest {

  private static final String NAME = "tally-0";

  private final MemoryDisk disk = new MemoryDisk();

  @BeforeEach
  void aPartitionWithTwoSnapshotsAndSomeSegments() {
    PersistenceService owner = claim();
    owner.commitWorkingState(new byte[] {1});
    owner.settle();
    for (int chunk = 0; chunk < 40; chunk++) {
      owner.appendChunkToBuffer(new byte[20 + chunk]);
      owner.forceChunkBuffer();
      if (chunk == 10 || chunk == 30) {
        owner.commitWorkingState(new byte[] {2, 3, (byte) chunk});
      }
    }
    owner.close();
  }

  private PersistenceService claim() {
    PersistenceSettings settings = new PersistenceSettings(1_000, 1 << 16, 300);
    return PersistenceService.claim(disk, NAME, NAME, new UUID(7, 7), settings, CrashPoints.none());
  }

  private VolumeCheck.Result check() throws IOException {
    return VolumeCheck.of(disk, NAME, NAME);
  }

  @Test
  void aWholeVolumeIsWholeAndStaysAsItIs() throws IOException {
    List<String> before = disk.files();

    VolumeCheck.Result result = check();

    assertThat(result.damages()).isEmpty();
    assertThat(result.tornTails()).isEmpty();
    assertThat(result.epochs()).isEqualTo(1);
    assertThat(result.snapshots()).isEqualTo(2);
    assertThat(result.segments()).isGreaterThan(5);
    assertThat(disk.files()).isEqualTo(before);
  }

  @Test
  void everyFlippedBitOfEveryFileIsReportedWithItsFile() throws IOException {
    for (String file : disk.files()) {
      byte[] bytes = disk.bytesOf(file);
      for (int bit = 0; bit < 8 * bytes.length; bit++) {
        bytes[bit >> 3] ^= (byte) (1 << (bit & 7));
        VolumeCheck.Result result = check();
        bytes[bit >> 3] ^= (byte) (1 << (bit & 7));
        boolean named =
            result.damages().stream().anyMatch(damage -> damage.what().contains(file))
                || result.tornTails().stream().anyMatch(tail -> tail.file().equals(file));
        if (!named) {
          throw new AssertionError("bit " + bit + " of " + file + ": " + result);
        }
      }
    }
  }

  @Test
  void damageInSeveralFilesIsReportedForEach() throws IOException {
    List<String> segments =
        disk.files().stream().filter(file -> file.contains("segment")).limit(3).toList();
    segments.forEach(segment -> disk.bytesOf(segment)[100] ^= 1);

    assertThat(check().damages())
        .extracting(VolumeCheck.Damage::reason)
        .containsOnly(FatalReason.JOURNAL_CORRUPT);
    for (String segment : segments) {
      assertThat(check().damages()).anyMatch(damage -> damage.what().contains(segment));
    }
  }

  @Test
  void theUnfinishedWriteOfARunningOrKilledWorkerIsNoDamage() throws IOException {
    String last = disk.files().stream().filter(f -> f.contains("segment")).toList().getLast();
    byte[] bytes = disk.bytesOf(last);
    disk.replace(last, Arrays.copyOf(bytes, bytes.length - 3));

    VolumeCheck.Result result = check();

    assertThat(result.damages()).isEmpty();
    assertThat(result.tornTails()).singleElement().matches(tail -> tail.file().equals(last));
  }

  @Test
  void aMissingSegmentIsDamageAndAClaimThatCameToNothingIsNot() throws IOException {
    claim().close();
    assertThat(check().damages()).isEmpty();
    assertThat(check().epochs()).isEqualTo(2);

    List<String> segments = disk.files().stream().filter(f -> f.contains("segment")).toList();
    disk.delete(segments.get(2));

    assertThat(check().damages()).isNotEmpty();
  }

  @Test
  void whatAnOwnerTrimsMeanwhileIsLookedAtAgain() throws IOException {
    PersistenceService owner = claim();
    owner.commitWorkingState(new byte[] {4});
    boolean[] settled = {false};
    disk.beforeRead(path -> {
      if (!settled[0] && path.contains("epoch-1/segment")) {
        settled[0] = true;
        owner.settle();
      }
    });

    VolumeCheck.Result result = check();

    assertThat(settled[0]).isTrue();
    assertThat(result.damages()).isEmpty();
    owner.close();
  }
}
