package dev.roastery.common.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.storage.Disk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Files of version 1, byte by byte. They never change: a journal once written is read for ever. */
class GoldenFilesTest {

  private static final UUID VOLUME = UUID.fromString("01020304-0506-0708-090a-0b0c0d0e0f10");
  private static final JobId JOB =
      new JobId(UUID.fromString("11121314-1516-1718-191a-1b1c1d1e1f20"), 2);
  private static final String EPOCH = "p/epoch-1";

  @Test
  void theFilesOfALifeAreTheGoldenOnes() {
    MemoryDisk disk = new MemoryDisk();
    live(disk);

    assertThat(disk.files()).containsExactly(segment(), firstSnapshot(), snapshot());
    assertThat(hex(disk.bytesOf(segment()))).isEqualTo(hex(golden("segment-v1.hex")));
    assertThat(hex(disk.bytesOf(snapshot()))).isEqualTo(hex(golden("snapshot-v1.hex")));
  }

  @Test
  void theGoldenFilesAreReadWhoeverWroteThem() throws IOException {
    PersistenceService service = claim(goldenVolume());

    assertThat(service.volume()).isEqualTo(VOLUME);
    assertThat(service.recoverWorkingState()).hasValue(bytes("state"));
    assertThat(service.recoverBufferedChunks()).containsExactly(bytes("chunk two"));
    assertThat(service.recoverLastProcessingChunk()).hasValue(bytes("in work"));
    assertThat(service.sendHasBeenAcknowledged(JOB, "results/0")).isTrue();
    assertThat(service.sendHasBeenAcknowledged(JOB, "results/1")).isTrue();
    assertThat(service.processedIds().missing(JOB, "sales", 3, 6)).hasToString("[2-3, 5]");
  }

  /**
   * D19. An upgrade is a take-over: the new version writes what it knows into an epoch of its own,
   * and the old files go when that is safe. It dies at every call to its disk; then a power loss
   * may follow.
   */
  @Test
  void whereverAnUpgradeDiesNothingThatTheGoldenFilesSayIsLost() throws IOException {
    int calls = upgrade(goldenVolume(), Integer.MAX_VALUE);
    int oldOnes = 0;
    for (int at = 1; at <= calls; at++) {
      MemoryDisk disk = goldenVolume();
      upgrade(disk, at);
      for (MemoryDisk left : List.of(disk.afterKill(), disk.afterPowerLoss(MemoryDisk.all()))) {
        oldOnes += untouched(left) ? 1 : 0;
        assertThat(knowledge(claim(left))).as("died at call %d", at).isEqualTo("state|chunk two");
        upgrade(left, Integer.MAX_VALUE);
        assertThat(left.files()).noneMatch(file -> file.startsWith(EPOCH + "/"));
        assertThat(knowledge(claim(left))).isEqualTo("state|chunk two");
      }
    }
    assertThat(oldOnes).as("it dies before and after the old files go").isBetween(10, 2 * calls);
  }

  private static boolean untouched(MemoryDisk disk) {
    boolean there = disk.files().contains(segment()) && disk.files().contains(snapshot());
    if (there) {
      assertThat(hex(disk.bytesOf(segment()))).isEqualTo(hex(golden("segment-v1.hex")));
      assertThat(hex(disk.bytesOf(snapshot()))).isEqualTo(hex(golden("snapshot-v1.hex")));
    }
    return there;
  }

  /** Dies at that call; how many it makes. */
  private static int upgrade(MemoryDisk disk, int deadlyCall) {
    int before = disk.calls();
    disk.dieAtCall(before + deadlyCall);
    try {
      PersistenceService service = claim(disk);
      service.commitWorkingState(bytes(knowledge(service)));
      service.settle();
      service.close();
    } catch (MemoryDisk.Killed _) {
      // As asked.
    }
    return disk.calls() - before;
  }

  /** The state, then what came after it. */
  private static String knowledge(PersistenceService service) {
    StringBuilder all = new StringBuilder(text(service.recoverWorkingState().orElseThrow()));
    service.recoverBufferedChunks().forEach(chunk -> all.append('|').append(text(chunk)));
    assertThat(service.recoverLastProcessingChunk()).hasValue(bytes("in work"));
    assertThat(service.sendHasBeenAcknowledged(JOB, "results/1")).isTrue();
    assertThat(service.processedIds().missing(JOB, "sales", 3, 6)).hasToString("[2-3, 5]");
    return all.toString();
  }

  private static MemoryDisk goldenVolume() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    disk.createDirectory("p");
    disk.syncDirectory("");
    disk.createDirectory(EPOCH);
    disk.syncDirectory("p");
    for (String file : List.of(segment(), snapshot())) {
      Disk.File written = disk.create(file);
      written.append(
          ByteBuffer.wrap(golden(file.equals(segment()) ? "segment-v1.hex" : "snapshot-v1.hex")));
      written.force();
    }
    disk.syncDirectory(EPOCH);
    return disk;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void live(MemoryDisk disk) {
    PersistenceService service = claim(disk);
    service.commitWorkingState(new byte[0]);
    service.settle();
    service.appendChunkToBuffer(bytes("chunk one"));
    service.commitSendAck(JOB, "results/0");
    service.forceChunkBuffer();
    for (int seq : new int[] {0, 1, 4}) {
      service.processedIds().add(new BatchId(JOB, "sales", 3, seq));
    }
    service.commitProcessingChunk(bytes("in work"));
    service.commitWorkingState(bytes("state"));
    service.appendChunkToBuffer(bytes("chunk two"));
    service.commitSendAck(JOB, "results/1");
    service.forceChunkBuffer();
    service.commitProcessingChunk(bytes("old"));
    service.clearProcessingCommit();
    service.commitProcessingChunk(bytes("in work"));
    service.close();
  }

  private static PersistenceService claim(Disk disk) {
    return PersistenceService.claim(
        disk, "p", "sales-0", VOLUME, PersistenceSettings.standard(), CrashPoints.none());
  }

  private static String segment() {
    return EPOCH + "/segment-0000000000000000";
  }

  private static String firstSnapshot() {
    return EPOCH + "/snapshot-000000000000003d";
  }

  private static String snapshot() {
    return EPOCH + "/snapshot-00000000000000a9";
  }

  /** Hexadecimal digits; what follows a # is for people. */
  private static byte[] golden(String name) {
    try (InputStream file = GoldenFilesTest.class.getResourceAsStream(name)) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      return HexFormat.of()
          .parseHex(
              text.lines()
                  .map(line -> line.replaceFirst("#.*", "").replace(" ", ""))
                  .collect(Collectors.joining()));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
