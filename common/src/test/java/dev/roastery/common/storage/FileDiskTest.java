package dev.roastery.common.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.journal.PersistenceService;
import dev.roastery.common.journal.PersistenceSettings;
import dev.roastery.common.journal.Reference;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real disk: D06, D07, D08, D14, D16. */
class FileDiskTest {

  @TempDir Path root;

  private final List<Path> mounts = new ArrayList<>();

  @AfterEach
  void unmount() throws Exception {
    for (Path mount : mounts) {
      // Lazily: what a partition had open when its disk was full goes with its process only.
      run("umount", "-l", mount.toString());
    }
  }

  @Test
  void itDoesWhatThePortPromises() throws IOException {
    Disk disk = new FileDisk(root);
    assertThat(disk.createDirectory("a")).isTrue();
    assertThat(disk.createDirectory("a")).isFalse();
    try (Disk.File file = disk.create("a/one")) {
      file.append(ByteBuffer.wrap(bytes("first ")));
      file.append(ByteBuffer.wrap(bytes("second")));
      file.force();
    }
    disk.create("a/two").close();
    disk.syncDirectory("a");
    disk.syncDirectory("");
    assertThatThrownBy(() -> disk.create("a/one")).isInstanceOf(IOException.class);
    disk.rename("a/one", "a/two");

    assertThat(disk.list("a")).containsExactly("two");
    assertThat(disk.read("a/two")).isEqualTo(bytes("first second"));
    assertThat(disk.list("nowhere")).isEmpty();
    assertThatThrownBy(() -> disk.delete("a")).isInstanceOf(IOException.class);
    disk.delete("a/two");
    disk.delete("a/two");
    disk.delete("a");
    assertThat(disk.list("")).isEmpty();
  }

  @Test
  void aPathThatLeadsOutOfTheVolumeIsRefused() {
    Disk disk = new FileDisk(root);
    for (String path : List.of("../x", "a/../../x", "/etc/passwd")) {
      assertThatThrownBy(() -> disk.read(path)).hasMessageContaining("leads outside the volume");
      assertThatThrownBy(() -> disk.create(path)).hasMessageContaining("leads outside the volume");
      assertThatThrownBy(() -> disk.list(path)).hasMessageContaining("leads outside the volume");
    }
  }

  @Test
  void aMissingMountIsNotAnEmptyVolume() {
    assertThatThrownBy(() -> new FileDisk(root.resolve("gone")))
        .isInstanceOf(Fatal.class)
        .hasMessageStartingWith("DISK_UNREADABLE")
        .hasMessageContaining("mount the volume");
  }

  @Test
  void aLifeOnARealDiskIsRecovered() {
    PersistenceService owner = claim(new FileDisk(root));
    owner.commitWorkingState(bytes("state"));
    owner.settle();
    owner.appendChunkToBuffer(bytes("chunk"));
    owner.forceChunkBuffer();
    owner.close();

    PersistenceService next = claim(new FileDisk(root));

    assertThat(next.recoverWorkingState()).hasValue(bytes("state"));
    assertThat(next.recoverBufferedChunks()).containsExactly(bytes("chunk"));
  }

  @Test
  void aFlippedByteInTheMiddleHaltsWithFileAndOffsetAndChangesNothing() throws IOException {
    PersistenceService owner = claim(new FileDisk(root));
    owner.commitWorkingState(bytes("state"));
    owner.settle();
    for (int i = 0; i < 3; i++) {
      owner.appendChunkToBuffer(Reference.message(i));
      owner.forceChunkBuffer();
    }
    owner.close();
    Path segment = root.resolve(Reference.DIRECTORY + "/epoch-1/segment-0000000000000000");
    byte[] damaged = Files.readAllBytes(segment);
    damaged[100] ^= 4;
    Files.write(segment, damaged);

    assertThatThrownBy(() -> claim(new FileDisk(root)))
        .hasMessageStartingWith("JOURNAL_CORRUPT")
        .hasMessageContaining("epoch-1/segment-0000000000000000 at offset ");
    assertThat(Files.readAllBytes(segment)).isEqualTo(damaged);
    assertThat(files(root.resolve(Reference.DIRECTORY))).containsExactly("epoch-1");
  }

  @Test
  void anUnreadableEpochHaltsWithItsName() throws IOException {
    Path directory = Files.createDirectories(root.resolve(Reference.DIRECTORY));
    Files.createFile(directory.resolve("epoch-3"));

    assertThatThrownBy(() -> claim(new FileDisk(root)))
        .hasMessageStartingWith("DISK_UNREADABLE")
        .hasMessageContaining("epoch-3");
  }

  @Test
  void aReadErrorInTheMiddleOfAFileHaltsWithFileAndOffset() throws IOException {
    PersistenceService owner = claim(new FileDisk(root));
    owner.commitWorkingState(bytes("state"));
    owner.settle();
    owner.appendChunkToBuffer(new byte[300_000]);
    owner.forceChunkBuffer();
    owner.close();

    assertThatThrownBy(() -> claim(unreadableAfterTheBeginning("segment-0000000000000000")))
        .hasMessageStartingWith("DISK_UNREADABLE")
        .message()
        .containsPattern("epoch-1/segment-0000000000000000 at offset [1-9]")
        .contains("(Input/output error)");
  }

  private Disk unreadableAfterTheBeginning(String file) {
    FileDisk real = new FileDisk(root);
    return (Disk)
        Proxy.newProxyInstance(
            Disk.class.getClassLoader(),
            new Class<?>[] {Disk.class},
            (_, method, arguments) -> {
              if (arguments.length == 3
                  && arguments[0].toString().endsWith(file)
                  && (long) arguments[1] > 0) {
                throw new IOException("Input/output error");
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void anInterruptEndsThePartitionForTheFileIsClosed() {
    PersistenceService owner = claim(new FileDisk(root));
    owner.commitWorkingState(bytes("state"));
    owner.settle();
    owner.appendChunkToBuffer(bytes("chunk"));
    Thread.currentThread().interrupt();

    assertThatThrownBy(owner::forceChunkBuffer)
        .hasMessageStartingWith("DISK_UNWRITABLE")
        .hasCauseInstanceOf(ClosedByInterruptException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThatThrownBy(owner::forceChunkBuffer).hasMessageStartingWith("DISK_UNWRITABLE");
  }

  /** The disk fills at another byte each time; what was acknowledged is there when it has room. */
  @Test
  void aFullDiskEndsThePartitionAndLosesNothingThatWasForced() throws Exception {
    Path volume = tmpfs("size=256k,nr_inodes=200");
    for (int filler = 0; filler < 40; filler++) {
      Path directory = Files.createDirectory(volume.resolve("run-" + filler));
      Path ballast = Files.write(volume.resolve("ballast"), new byte[3 * 4096 + 101 * filler]);
      int acknowledged = appendUntilFull(new FileDisk(directory));
      Files.delete(ballast);

      assertThat(acknowledged).isPositive();
      assertThat(Reference.recovered(new FileDisk(directory)))
          .hasSizeGreaterThanOrEqualTo(acknowledged)
          .startsWith(0, 1, 2);
      delete(directory);
    }
  }

  /** How many messages were forced before there was no space for the next. */
  private static int appendUntilFull(Disk disk) {
    PersistenceService owner = claim(disk);
    owner.commitWorkingState(new byte[0]);
    owner.settle();
    int forced = 0;
    try {
      while (true) {
        for (int i = 0; i < 100; i++) {
          owner.appendChunkToBuffer(Reference.message(forced + i));
        }
        owner.forceChunkBuffer();
        forced += 100;
      }
    } catch (Fatal e) {
      assertThat(e).hasMessageStartingWith("NO_SPACE").hasMessageContaining("free some space");
    }
    owner.close();
    return forced;
  }

  @Test
  void aReadOnlyVolumeIsRefusedBeforeAnythingIsConsumed() throws Exception {
    Path volume = tmpfs("size=64k,ro");

    assertThatThrownBy(() -> claim(new FileDisk(volume)))
        .hasMessageStartingWith("DISK_UNWRITABLE")
        .hasMessageContaining("writable");
  }

  private Path tmpfs(String options) throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root may mount");
    Path mount = Files.createDirectory(root.resolve("mount"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", options, "tmpfs", mount.toString()), "mount refused");
    mounts.add(mount);
    return mount;
  }

  private static boolean run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).inheritIO().start();
    return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
  }

  private static PersistenceService claim(Disk disk) {
    return PersistenceService.claim(
        disk,
        Reference.DIRECTORY,
        Reference.PARTITION,
        Reference.VOLUME,
        new PersistenceSettings(10, 1024, 4096),
        CrashPoints.none());
  }

  private static List<String> files(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.map(entry -> entry.getFileName().toString()).toList();
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> below = Files.walk(directory)) {
      for (Path path : below.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
