package dev.roastery.common.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.journal.recovery.VolumeCheck;
import dev.roastery.common.spill.SpillStore;
import dev.roastery.common.spill.SpilledFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A power loss that keeps only what was forced is the restart. */
class SpilledFilesTest {

  private MemoryDisk disk = new MemoryDisk();

  private PersistenceService claim() {
    return PersistenceService.claim(
        disk, "p-0", "p-0", Reference.VOLUME, PersistenceSettings.standard(), CrashPoints.none());
  }

  private PersistenceService started() {
    PersistenceService service = claim();
    service.commitWorkingState(bytes("nothing"));
    service.settle();
    return service;
  }

  private PersistenceService restarted() {
    disk = disk.afterPowerLoss(MemoryDisk.all());
    return claim();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static SpilledFile spilled(PersistenceService service, String... records) {
    SpillStore.Growing file = service.spills().create();
    for (String record : records) {
      file.append(bytes(record));
    }
    return file.finish();
  }

  private static String read(PersistenceService service, SpilledFile file) {
    StringBuilder all = new StringBuilder();
    SpillStore store = service.spills();
    for (long at = store.start(file); at < file.length(); ) {
      SpillStore.Piece piece = store.read(file, at);
      all.append(new String(piece.bytes(), StandardCharsets.UTF_8)).append(' ');
      at = piece.next();
    }
    return all.toString();
  }

  private List<String> spilledNames() {
    return disk.files().stream().filter(name -> name.contains("spill-")).toList();
  }

  @Test
  void aFileIsThereForEveryOwnerAsLongAsASnapshotRefersToIt() {
    PersistenceService service = started();
    SpilledFile file = spilled(service, "a", "b".repeat(100_000), "c");
    service.commitWorkingState(bytes("with"), List.of(file));

    for (int owner = 0; owner < 3; owner++) {
      PersistenceService next = restarted();
      assertThat(read(next, file)).isEqualTo("a " + "b".repeat(100_000) + " c ");
      next.commitWorkingState(bytes("with"), List.of(file));
      next.settle();
    }
  }

  @Test
  void aFileIsForcedAsItGrowsAndNeverMuchAtOnce() {
    SpillStore.Growing file = started().spills().create();
    List<Integer> unforced = new ArrayList<>();
    for (int record = 0; record < 40; record++) {
      file.append(new byte[300 << 10]);
      unforced.add(unforcedBytes());
    }
    assertThat(unforced).allMatch(bytes -> bytes < 2 << 20);
  }

  private int unforcedBytes() {
    AtomicInteger most = new AtomicInteger();
    disk.afterPowerLoss(
        new MemoryDisk.Loss() {
          @Override
          public byte[] tail(byte[] unforced) {
            most.accumulateAndGet(unforced.length, Math::max);
            return unforced;
          }

          @Override
          public boolean keepsOperation() {
            return true;
          }
        });
    return most.get();
  }

  @Test
  void aFileToWhichNoSnapshotRefersIsGoneWithItsEpoch() {
    PersistenceService service = started();
    spilled(service, "lost");
    PersistenceService next = restarted();
    next.commitWorkingState(bytes("x"));
    next.settle();
    assertThat(spilledNames()).isEmpty();
  }

  @Test
  void aFileStaysWhileTheLastButOneSnapshotRefersToIt() {
    PersistenceService service = started();
    SpilledFile file = spilled(service, "a");
    service.commitWorkingState(bytes("with"), List.of(file));
    service.appendChunkToBuffer(bytes("1"));
    service.spills().release(file);
    service.commitWorkingState(bytes("without"));
    assertThat(spilledNames()).hasSize(1);
    service.appendChunkToBuffer(bytes("2"));
    service.commitWorkingState(bytes("without"));
    assertThat(spilledNames()).isEmpty();
  }

  @Test
  void aSnapshotWhoseFileIsDamagedIsMadeUpForByTheOneBefore() throws IOException {
    PersistenceService service = started();
    service.appendChunkToBuffer(bytes("1"));
    service.forceChunkBuffer();
    SpilledFile file = spilled(service, "a");
    service.commitWorkingState(bytes("with"), List.of(file));
    assertThat(VolumeCheck.of(disk, "p-0", "p-0").damages()).isEmpty();
    disk.bytesOf("p-0/epoch-1/" + file.name())[60] ^= 1;
    assertThat(VolumeCheck.of(disk, "p-0", "p-0").damages())
        .singleElement()
        .satisfies(damage -> assertThat(damage.what()).contains(file.name()));
    assertThatThrownBy(() -> read(service, file)).hasMessageContaining("it fails its checksum");

    disk = disk.afterKill();
    PersistenceService next = claim();

    assertThat(next.recoverWorkingState()).hasValue(bytes("nothing"));
    assertThat(next.recoverBufferedChunks()).containsExactly(bytes("1"));
    assertThat(next.report().findings()).hasSize(1);
  }

  @Test
  void anOwnerThatDoesNotKnowOfItsEndTakesNothingFromTheNext() {
    PersistenceService stale = started();
    SpilledFile file = spilled(stale, "a");
    stale.appendChunkToBuffer(bytes("1"));
    stale.commitWorkingState(bytes("with"), List.of(file));
    stale.appendChunkToBuffer(bytes("2"));
    stale.forceChunkBuffer();
    PersistenceService next = claim();
    stale.spills().release(file);
    for (int commit = 0; commit < 3; commit++) {
      stale.movePosition();
      stale.commitWorkingState(bytes("without"));
    }

    assertThat(next.recoverBufferedChunks()).containsExactly(bytes("2"));
    assertThat(read(next, file)).isEqualTo("a ");
    next.commitWorkingState(bytes("with"), List.of(file));
    next.settle();
    assertThat(disk.files()).noneMatch(name -> name.contains(".of-"));
  }
}
