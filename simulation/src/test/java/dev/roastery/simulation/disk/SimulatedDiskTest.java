package dev.roastery.simulation.disk;

import static dev.roastery.simulation.disk.ADisk.bytes;
import static dev.roastery.simulation.disk.ADisk.durableFile;
import static dev.roastery.simulation.disk.ADisk.mounted;
import static dev.roastery.simulation.disk.ADisk.seeded;
import static dev.roastery.simulation.disk.ADisk.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.storage.Disk;
import dev.roastery.simulation.effect.EffectHook;
import dev.roastery.simulation.effect.Incarnation;
import dev.roastery.simulation.effect.SimulatedCrash;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class SimulatedDiskTest {

  private final SimulatedDisk volume = seeded(1);
  private final Disk disk = mounted(volume);

  @Test
  void whatIsAppendedCanBeRead() throws IOException {
    assertThat(disk.createDirectory("a")).isTrue();
    Disk.File file = disk.create("a/f");
    file.append(bytes("one "));
    file.append(bytes("two"));

    assertThat(disk.read("a/f")).isEqualTo("one two".getBytes(UTF_8));
  }

  @Test
  void aDirectoryIsCreatedByOneOfTwo() throws IOException {
    Disk other = mounted(volume);

    assertThat(disk.createDirectory("epoch-1")).isTrue();
    assertThat(other.createDirectory("epoch-1")).isFalse();
  }

  @Test
  void namesAreListedSorted() throws IOException {
    disk.createDirectory("a");
    for (String name : new String[] {"c", "ab", "b", "a", "e", "d"}) {
      disk.create("a/" + name);
    }

    assertThat(disk.list("a")).containsExactly("a", "ab", "b", "c", "d", "e");
    assertThat(disk.list("")).containsExactly("a");
    assertThat(disk.list("nowhere")).isEmpty();
  }

  @Test
  void aRenameReplacesWhatWasThere() throws IOException {
    durableFile(disk, "old", "old");
    durableFile(disk, "new", "new");

    disk.rename("new", "old");

    assertThat(volume.files()).containsExactly("old");
    assertThat(text(volume, "old")).isEqualTo("new");
  }

  @Test
  void unexpectedNamesAreErrors() throws IOException {
    disk.createDirectory("a");
    disk.create("a/f");

    assertThatThrownBy(() -> disk.create("a/f")).isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> disk.create("b/f")).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> disk.createDirectory("b/c")).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> disk.createDirectory("a/f"))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> disk.read("a")).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> disk.read("a/g")).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> disk.rename("a/g", "a/h")).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> disk.rename("a/f", "f")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> disk.syncDirectory("b")).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> disk.list("a/f")).isInstanceOf(IOException.class);
  }

  @Test
  void deletingTwiceIsFineAndAFullDirectoryStays() throws IOException {
    disk.createDirectory("a");
    disk.create("a/f");

    assertThatThrownBy(() -> disk.delete("a")).isInstanceOf(DirectoryNotEmptyException.class);
    disk.delete("a/f");
    disk.delete("a/f");
    disk.delete("a");

    assertThat(disk.list("")).isEmpty();
  }

  @Test
  void aDeletedFileCanStillBeWrittenByWhoHasItOpen() throws IOException {
    Disk.File file = durableFile(disk, "f", "x");
    disk.delete("f");

    file.append(bytes("y"));

    assertThat(volume.files()).isEmpty();
  }

  @Test
  void aClosedFileTakesNothing() throws IOException {
    Disk.File file = disk.create("f");
    file.close();
    file.close();

    assertThatThrownBy(() -> file.append(bytes("x"))).isInstanceOf(ClosedChannelException.class);
    assertThatThrownBy(file::force).isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void aKilledNodeKeepsWhatItWroteAndWritesNoMore() throws IOException {
    Incarnation life = new Incarnation("killed", EffectHook.NONE);
    Disk mount = volume.mount(life);
    Disk.File file = mount.create("f");
    file.append(bytes("unforced"));

    life.end();

    assertThatThrownBy(() -> file.append(bytes("more"))).isInstanceOf(SimulatedCrash.class);
    assertThatThrownBy(() -> mount.delete("f")).isInstanceOf(SimulatedCrash.class);
    assertThat(disk.read("f")).isEqualTo("unforced".getBytes(UTF_8));
  }

  @Test
  void aPowerLossKillsAllMountsAndNotLaterOnes() throws IOException {
    Disk other = mounted(volume);
    Disk.File file = durableFile(disk, "f", "safe");

    volume.powerLoss(PowerLoss.ALL_KEPT);

    assertThatThrownBy(() -> file.append(bytes("x"))).isInstanceOf(SimulatedCrash.class);
    assertThatThrownBy(() -> other.list("")).isInstanceOf(SimulatedCrash.class);
    assertThat(mounted(volume).read("f")).isEqualTo("safe".getBytes(UTF_8));
  }

  @Test
  void filesCanBeInspected() throws IOException {
    disk.createDirectory("a");
    durableFile(disk, "a/snapshot.tmp", "abc");
    durableFile(disk, "f", "abcd");

    assertThat(volume.files()).containsExactly("a/snapshot.tmp", "f");
    assertThat(volume.totalBytes()).isEqualTo(7);
  }
}
