package dev.roastery.common.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.journal.format.Epochs;
import dev.roastery.common.journal.format.FileHead;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.format.Ledger;
import dev.roastery.common.journal.recovery.Recovered;
import dev.roastery.common.journal.recovery.Recovery;
import dev.roastery.common.journal.recovery.RecoveryReport;
import dev.roastery.common.storage.FailStop;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Two snapshots with chunks between and after them, and every way to damage them. D10, D11, D18.
 */
class SnapshotDamageTest {

  private static final int STATE_BYTES = 16 << 10;

  @Test
  void everyFlippedBitOfTheNewestSnapshotFallsBackToTheOneBeforeAndItsBuffer() {
    int threads = 2;
    int flips =
        IntStream.range(0, threads)
            .parallel()
            .map(thread -> {
              Written written = new Written();
              byte[] bytes = written.disk.bytesOf(written.newest);
              int done = 0;
              for (int bit = thread; bit < 8 * bytes.length; bit += threads) {
                bytes[bit >> 3] ^= (byte) (1 << (bit & 7));
                written.checkFallback("bit " + bit);
                bytes[bit >> 3] ^= (byte) (1 << (bit & 7));
                done++;
              }
              return done;
            })
            .sum();

    assertThat(flips).isGreaterThan(8 * STATE_BYTES);
  }

  @Test
  void aNewestSnapshotCutAtAnyByteFallsBackToTheOneBeforeAndItsBuffer() {
    Written written = new Written();
    byte[] whole = written.disk.bytesOf(written.newest);
    for (int length = 0; length < whole.length; length += length < 200 ? 1 : 97) {
      written.disk.replace(written.newest, Arrays.copyOf(whole, length));
      written.checkFallback("cut at " + length);
    }
  }

  @Test
  void aDamagedSnapshotBeforeTheNewestDoesNotMatter() {
    Written written = new Written();
    written.disk.bytesOf(written.older)[100] ^= 1;

    Recovered found = written.recover();

    assertThat(found.findings()).isEmpty();
    assertThat(found.state()).hasValue(written.newerState);
    assertThat(found.chunks()).containsExactly(Written.chunk(2));
  }

  @Test
  void twoDamagedSnapshotsAreCorruptAndBothAreNamed() {
    Written written = new Written();
    written.disk.bytesOf(written.older)[100] ^= 1;
    written.disk.bytesOf(written.newest)[100] ^= 1;

    assertThatThrownBy(written::recover)
        .isInstanceOf(Fatal.class)
        .hasMessageStartingWith("SNAPSHOT_CORRUPT")
        .hasMessageContaining(written.older)
        .hasMessageContaining(written.newest);
  }

  @Test
  void aFallbackWhoseBufferDoesNotReachTheDamagedSnapshotIsCorrupt() {
    Written written = new Written();
    written.disk.bytesOf(written.newest)[100] ^= 1;
    byte[] journal = written.disk.bytesOf(written.segment);
    long reached = FileKind.SNAPSHOT.positions(written.names()).getLast();
    for (int length = 0; length < reached; length++) {
      written.disk.replace(written.segment, Arrays.copyOf(journal, length));
      assertThatThrownBy(written::recover).hasMessageStartingWith("JOURNAL_CORRUPT");
    }
  }

  @Test
  void aFallbackFindsItsSegmentsAfterTrimming() {
    Written written = new Written(1);
    assertThat(written.names()).filteredOn(name -> name.startsWith("segment")).hasSizeBetween(3, 5);
    written.disk.bytesOf(written.newest)[100] ^= 1;

    written.checkFallback("trimmed");
  }

  @Test
  void vanishedSnapshotsWithABufferBesideThemAreCorruptAndNotAnEmptyVolume() throws Exception {
    Written written = new Written();
    written.disk.delete(written.older);
    written.disk.delete(written.newest);

    assertThatThrownBy(written::recover)
        .hasMessageStartingWith("SNAPSHOT_CORRUPT")
        .hasMessageContaining("no snapshot");
  }

  @Test
  void anotherSnapshotUnderThisNameIsNotBelieved() {
    Written written = new Written();
    written.disk.replace(written.newest, written.disk.bytesOf(written.older));

    written.checkFallback("misplaced");
  }

  @Test
  void aSnapshotOfANewerFormatIsRefusedAndNothingIsTouched() {
    Written written = new Written();
    ByteBuffer head = ByteBuffer.wrap(written.disk.bytesOf(written.newest));
    head.putInt(8, 3).putInt(12, FileHead.checksum(head.array(), 12));
    List<String> before = written.disk.files();

    assertThatThrownBy(() -> Reference.claim(written.disk, CrashPoints.none()))
        .hasMessageStartingWith("FORMAT_TOO_NEW")
        .hasMessageContaining(written.newest);

    assertThat(written.disk.files()).isEqualTo(before);
    assertThat(new Epochs(written.disk, Reference.DIRECTORY))
        .satisfies(epochs -> assertThat(epochs.newest()).isEqualTo(1));
  }

  @Test
  void aVolumeOfAnotherPartitionIsForeign() {
    Written written = new Written();

    assertThatThrownBy(() ->
            PersistenceService.claim(
                written.disk,
                Reference.DIRECTORY,
                "stage-7",
                Reference.VOLUME,
                Reference.SETTINGS,
                CrashPoints.none()))
        .hasMessageStartingWith("VOLUME_FOREIGN")
        .hasMessageContaining("stage-0, not stage-7");
  }

  /** Chunk 0, snapshot, chunk 1, snapshot, chunk 2; and a first snapshot that is trimmed. */
  private static final class Written {
    private final MemoryDisk disk = new MemoryDisk();
    private final byte[] olderState = state(1);
    private final byte[] newerState = state(2);
    private final String older;
    private final String newest;
    private final String segment;

    private Written() {
      this(64 << 20);
    }

    private Written(long segmentBytes) {
      PersistenceService service =
          PersistenceService.claim(
              disk,
              Reference.DIRECTORY,
              Reference.PARTITION,
              Reference.VOLUME,
              new PersistenceSettings(10, 0, segmentBytes),
              CrashPoints.none());
      service.commitWorkingState(new byte[0]);
      service.settle();
      append(service, 0);
      service.commitWorkingState(olderState);
      append(service, 1);
      service.commitWorkingState(newerState);
      append(service, 2);
      service.close();
      List<String> files = disk.files();
      segment = files.getFirst();
      older = files.get(files.size() - 2);
      newest = files.getLast();
    }

    private static void append(PersistenceService service, int number) {
      service.appendChunkToBuffer(chunk(number));
      service.forceChunkBuffer();
      service.processedIds().add(Reference.id(number));
      service.commitSendAck(Reference.JOB, "send-" + number);
      service.forceChunkBuffer();
    }

    private static byte[] chunk(int number) {
      return Reference.message(number);
    }

    private static byte[] state(int seed) {
      byte[] state = new byte[STATE_BYTES];
      new Random(seed).nextBytes(state);
      return state;
    }

    private Recovered recover() {
      FailStop guard = new FailStop(() -> false);
      Epochs epochs = new Epochs(disk, Reference.DIRECTORY);
      return new Recovery(epochs, guard, Reference.PARTITION, 2).recover(new UUID(0, 0));
    }

    private void checkFallback(String how) {
      Recovered found = recover();
      Ledger ledger = found.ledger();
      boolean right =
          Arrays.equals(found.state().orElseThrow(), olderState)
              && found.chunks().size() == 2
              && Arrays.equals(found.chunks().get(0), chunk(1))
              && Arrays.equals(found.chunks().get(1), chunk(2))
              && ledger.processed().contains(Reference.id(0))
              && !ledger.processed().contains(Reference.id(1))
              && ledger.hasAcknowledged(Reference.JOB, "send-2");
      // Hundreds of thousands of times: AssertJ only says what is wrong.
      if (!right || !isFallback(found.findings())) {
        fail(how + " gave " + found);
      }
    }

    private boolean isFallback(List<RecoveryReport.Finding> findings) {
      return findings.size() == 1
          && findings.getFirst() instanceof RecoveryReport.SnapshotFallback found
          && found.unreadable().equals(newest)
          && found.used().equals(older);
    }

    private List<String> names() {
      return disk.files().stream().map(path -> path.substring(path.lastIndexOf('/') + 1)).toList();
    }
  }
}
