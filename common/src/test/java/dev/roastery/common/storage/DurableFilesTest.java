package dev.roastery.common.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.journal.MemoryDisk;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A replaced file is the old one or the new one, whatever happens and whenever. */
class DurableFilesTest {

  private final MemoryDisk disk = new MemoryDisk();

  @BeforeEach
  void anOldFile() throws IOException {
    DurableFiles.createFolder(disk, "a");
    DurableFiles.replace(disk, "a/f", "old".getBytes(UTF_8));
  }

  private static String text(Disk disk) throws IOException {
    return DurableFiles.read(disk, "a/f").map(bytes -> new String(bytes, UTF_8)).orElse("none");
  }

  private static boolean replaced(MemoryDisk disk) throws IOException {
    try {
      DurableFiles.replace(disk, "a/f", "new one".getBytes(UTF_8));
      return true;
    } catch (MemoryDisk.Killed _) {
      return false;
    }
  }

  @Test
  void killedAtAnyEffectItHasTheOldBytesOrTheNewOnesAlsoAfterAPowerLoss() throws IOException {
    boolean done = false;
    for (int call = 1; !done; call++) {
      MemoryDisk dead = disk.afterKill();
      dead.dieAtCall(call);
      done = replaced(dead);
      assertThat(text(dead.afterKill())).isIn("old", "new one");
      for (int seed = 0; seed < 20; seed++) {
        MemoryDisk after = dead.afterPowerLoss(MemoryDisk.some(new Random(seed)));
        assertThat(text(after)).as("call %d, seed %d", call, seed).isIn("old", "new one");
        assertThat(replaced(after)).as("the next replacement takes what was left").isTrue();
        assertThat(text(after.afterPowerLoss(MemoryDisk.all()))).isEqualTo("new one");
        assertThat(after.files()).containsExactly("a/f");
      }
    }
    assertThat(replaced(disk)).isTrue();
    assertThat(text(disk.afterPowerLoss(MemoryDisk.all()))).isEqualTo("new one");
  }

  @Test
  void afterAFailedCallItIsTheOldFileOrTheNewOneAndMayBeReplacedAgain() throws IOException {
    for (int call = 1; call <= 7; call++) {
      MemoryDisk failing = disk.afterKill();
      failing.failAtCall(call);
      try {
        DurableFiles.replace(failing, "a/f", "new one".getBytes(UTF_8));
      } catch (IOException _) {
        assertThat(text(failing)).isIn("old", "new one");
      }
      DurableFiles.replace(failing, "a/f", "newer".getBytes(UTF_8));
      assertThat(text(failing.afterPowerLoss(MemoryDisk.all()))).isEqualTo("newer");
    }
  }

  @Test
  void aFolderIsDeletedWithAllThatIsInIt() throws IOException {
    DurableFiles.createFolder(disk, "a/b");
    DurableFiles.replace(disk, "a/b/c", new byte[1]);
    DurableFiles.deleteFolder(disk, "a");
    assertThat(disk.files()).isEmpty();
    assertThat(disk.list("")).isEmpty();
    DurableFiles.deleteFolder(disk, "a");
  }
}
