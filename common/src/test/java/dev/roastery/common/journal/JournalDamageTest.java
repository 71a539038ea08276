package dev.roastery.common.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.format.Epochs;
import dev.roastery.common.journal.format.FileHead;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.journal.recovery.Recovered;
import dev.roastery.common.journal.recovery.Recovery;
import dev.roastery.common.journal.recovery.RecoveryReport;
import dev.roastery.common.storage.FailStop;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A journal of 64 KiB in four segments, and every way to damage it. D01, D02, D08, D09, D12. */
class JournalDamageTest {

  private static final int JOURNAL_BYTES = 64 << 10;
  private static final int SEGMENT_BYTES = 16 << 10;
  private static final int GROUP = 4;

  private final Written written = new Written(Reference.PARTITION, new MemoryDisk());

  @Test
  void everyFlippedBitIsHarmlessOrCorruptOrTheReportedCutOfAnUnvouchedTail() {
    int threads = 2;
    long flips =
        IntStream.range(0, threads)
            .parallel()
            .mapToLong(thread -> flipEveryBit(new Written(thread, threads)))
            .sum();

    assertThat(flips).isGreaterThan(8L * JOURNAL_BYTES);
  }

  private static long flipEveryBit(Written journal) {
    long flips = 0;
    for (String path : journal.segments) {
      byte[] bytes = journal.disk.bytesOf(path);
      for (int bit = journal.thread; bit < 8 * bytes.length; bit += journal.threads) {
        bytes[bit >> 3] ^= (byte) (1 << (bit & 7));
        checkFlip(journal, path, bit >> 3);
        bytes[bit >> 3] ^= (byte) (1 << (bit & 7));
        flips++;
      }
    }
    return flips;
  }

  /** Only the last group has nothing after it that vouches for it (D09). */
  private static void checkFlip(Written journal, String path, int offset) {
    boolean first = path.equals(journal.segments.getFirst());
    boolean last = path.equals(journal.segments.getLast());
    String where = path + " at " + offset;
    try {
      Recovered found = journal.recover();
      if (first && offset < journal.headLength) {
        check(found.chunks().size() == journal.chunks.size(), where);
      } else {
        check(last && offset >= journal.lastGroup && found.findings().size() == 1, where);
      }
      journal.checkPrefix(found.chunks(), where);
    } catch (Fatal e) {
      check(e.reason() == FatalReason.JOURNAL_CORRUPT, where);
      check(!last || offset < journal.lastGroup, where);
    }
  }

  /** AssertJ is too slow for half a million flips. */
  private static void check(boolean right, String where) {
    if (!right) {
      fail("a wrong outcome for a flip in " + where);
    }
  }

  @Test
  void aTailCutAtAnyByteGivesExactlyTheWholeFramesBeforeIt() {
    String path = written.segments.getLast();
    byte[] whole = written.disk.bytesOf(path);
    for (int length = 0; length <= whole.length; length++) {
      written.disk.replace(path, Arrays.copyOf(whole, length));
      written.checkTail(length, length);
    }
  }

  @Test
  void aLastGroupTrashedFromAnyByteOnGivesExactlyTheWholeFramesBeforeIt() {
    Random random = new Random(20260101);
    String path = written.segments.getLast();
    byte[] whole = written.disk.bytesOf(path);
    for (int from = written.lastGroup; from < whole.length; from++) {
      byte[] trash = new byte[whole.length - from];
      random.nextBytes(trash);
      trash[0] = (byte) ~whole[from];
      byte[] trashed = whole.clone();
      System.arraycopy(trash, 0, trashed, from, trash.length);
      written.disk.replace(path, trashed);
      written.checkTail(from, whole.length);
    }
  }

  @Test
  void aSegmentBeforeTheLastThatIsCutAnywhereIsCorrupt() {
    String path = written.segments.get(1);
    byte[] whole = written.disk.bytesOf(path);
    for (int length = 0; length < whole.length; length++) {
      written.disk.replace(path, Arrays.copyOf(whole, length));
      assertCorrupt(written, path.substring(0, path.lastIndexOf('/')));
    }
  }

  @Test
  void aMissingSegmentInTheMiddleIsCorrupt() throws Exception {
    written.disk.delete(written.segments.get(2));
    assertCorrupt(written, "no segment for position");
  }

  @Test
  void aSegmentThatTheSnapshotPointsIntoMayNotBeMissing() throws Exception {
    for (String path : written.segments) {
      written.disk.delete(path);
    }
    assertCorrupt(written, "no segment for position");
  }

  @Test
  void aLengthFieldOfTwoGibibytesIsABadFrameAndIsNotAllocated() {
    String path = written.segments.getLast();
    byte[] bytes = written.disk.bytesOf(path);
    ByteBuffer.wrap(bytes).putInt(written.lastGroup, Integer.MAX_VALUE);

    written.checkTail(written.lastGroup, bytes.length);
  }

  @Test
  void aFrameOfAnotherPartitionAtTheSamePlaceIsCorrupt() {
    Written other = new Written("stage-1", new MemoryDisk());
    String path = written.segments.getFirst();
    byte[] bytes = written.disk.bytesOf(path);
    int frame = written.headLength;
    System.arraycopy(other.disk.bytesOf(path), frame, bytes, frame, 2000);

    assertCorrupt(written, path + " at offset " + frame);
  }

  @Test
  void aGoodFrameAtAnotherOffsetIsCorrupt() {
    String path = written.segments.getFirst();
    byte[] bytes = written.disk.bytesOf(path);
    List<Integer> frames = written.frames(path);
    int second = frames.get(2);
    int third = frames.get(3);
    assertThat(third - second).isEqualTo(frames.get(4) - third);
    System.arraycopy(bytes, second, bytes, third, third - second);

    assertCorrupt(written, path + " at offset " + third);
  }

  @Test
  void aWholeSegmentOfAnotherPartitionIsCorrupt() {
    Written other = new Written("stage-1", new MemoryDisk());
    String path = written.segments.get(1);
    written.disk.replace(path, other.disk.bytesOf(path));

    assertCorrupt(written, path + " at offset 0");
  }

  private static void assertCorrupt(Written journal, String where) {
    assertThatThrownBy(journal::recover)
        .isInstanceOf(Fatal.class)
        .hasMessageStartingWith("JOURNAL_CORRUPT")
        .hasMessageContaining(where);
  }

  /** A journal as the service writes it, and what is in it. */
  private static final class Written {
    private final MemoryDisk disk;
    private final String partition;
    private final int thread;
    private final int threads;
    private final List<byte[]> chunks = new ArrayList<>();
    private final List<String> segments;
    private final int headLength;
    private final List<Integer> lastEnds;
    private final int lastGroup;

    private Written(int thread, int threads) {
      this(Reference.PARTITION, new MemoryDisk(), thread, threads);
    }

    private Written(String partition, MemoryDisk disk) {
      this(partition, disk, 0, 1);
    }

    private Written(String partition, MemoryDisk disk, int thread, int threads) {
      this.disk = disk;
      this.partition = partition;
      this.thread = thread;
      this.threads = threads;
      write();
      segments = disk.files().stream().filter(name -> name.contains("segment")).toList();
      Origin origin = new Origin(Reference.VOLUME, partition, 1);
      headLength = new FileHead(FileKind.SEGMENT, origin, 0).length();
      lastEnds = new ArrayList<>(frames(segments.getLast()));
      lastGroup = lastEnds.get(lastEnds.size() - GROUP - 1);
      lastEnds.add(disk.bytesOf(segments.getLast()).length);
    }

    private void write() {
      PersistenceSettings settings = new PersistenceSettings(10, 0, SEGMENT_BYTES);
      PersistenceService service =
          PersistenceService.claim(
              disk, Reference.DIRECTORY, partition, Reference.VOLUME, settings, CrashPoints.none());
      service.commitWorkingState(new byte[0]);
      service.settle();
      Random random = new Random(7);
      while (service.rule().bytes() < JOURNAL_BYTES) {
        for (int i = 0; i < GROUP; i++) {
          byte[] chunk = new byte[1000];
          random.nextBytes(chunk);
          chunks.add(chunk);
          service.appendChunkToBuffer(chunk);
        }
        service.forceChunkBuffer();
      }
      service.close();
    }

    /** Without a claim, so that the disk stays as it is. */
    private Recovered recover() {
      FailStop guard = new FailStop(() -> false);
      Epochs epochs = new Epochs(disk, Reference.DIRECTORY);
      return new Recovery(epochs, guard, partition, 2).recover(new UUID(0, 0));
    }

    /** Where the frames of a segment begin: read here on its own, by the lengths alone. */
    private List<Integer> frames(String path) {
      ByteBuffer bytes = ByteBuffer.wrap(disk.bytesOf(path));
      List<Integer> offsets = new ArrayList<>();
      for (int at = headLength; at < bytes.limit(); at += 8 + bytes.getInt(at)) {
        offsets.add(at);
      }
      return offsets;
    }

    private void checkPrefix(List<byte[]> found, String where) {
      check(found.size() <= chunks.size(), where);
      for (int i = 0; i < found.size(); i++) {
        check(Arrays.equals(found.get(i), chunks.get(i)), where);
      }
    }

    /** The last segment is good up to {@code good}, and {@code length} bytes long. */
    private void checkTail(int good, int length) {
      String path = segments.getLast();
      List<Integer> wholeEnds = lastEnds.stream().filter(end -> end <= good).toList();
      int bytesBefore = wholeEnds.isEmpty() ? 0 : wholeEnds.getLast();
      Recovered found = recover();
      checkPrefix(found.chunks(), "good up to " + good);
      assertThat(found.end())
          .isEqualTo(FileKind.SEGMENT.positions(names()).getLast() + bytesBefore);
      assertThat(found.findings())
          .isEqualTo(
              bytesBefore == length
                  ? List.of()
                  : List.of(new RecoveryReport.TornTail(path, bytesBefore, length - bytesBefore)));
    }

    private List<String> names() {
      return segments.stream().map(path -> path.substring(path.lastIndexOf('/') + 1)).toList();
    }
  }
}
