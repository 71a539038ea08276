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
import dev.roastery.simulation.disk.DiskFaults.Failure;
import java.io.IOException;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DiskFaultsTest {

  private final SimulatedDisk volume = seeded(1);
  private final Disk disk = mounted(volume);
  private final DiskFaults faults = volume.faults();

  @Test
  void theChosenCallFailsWithoutEffectAndTheNextOneWorks() throws IOException {
    faults.failCall(2, Failure.BEFORE);

    disk.create("a");
    assertThatThrownBy(() -> disk.create("b")).hasMessageContaining("Input/output error");
    disk.create("c");

    assertThat(volume.files()).containsExactly("a", "c");
    assertThat(faults.injected()).isEqualTo(1);
  }

  @Test
  void aCallMayHaveItsEffectAndFail() {
    faults.failCall(1, Failure.PARTIAL);

    assertThatThrownBy(() -> disk.create("a")).isInstanceOf(IOException.class);

    assertThat(volume.files()).containsExactly("a");
  }

  @Test
  void anAppendThatFailsInTheMiddleLeavesAnyShorterPrefix() throws IOException {
    TreeSet<String> left = new TreeSet<>();
    for (long seed = 0; seed < 200; seed++) {
      SimulatedDisk each = seeded(seed);
      Disk.File file = durableFile(mounted(each), "f", "x");
      each.faults().failCall(1, Failure.PARTIAL);
      assertThatThrownBy(() -> file.append(bytes("abc"))).isInstanceOf(IOException.class);
      left.add(text(each, "f"));
    }

    assertThat(left).containsExactly("x", "xa", "xab");
  }

  @Test
  void aFullVolumeTakesWhatFits() throws IOException {
    Disk.File file = durableFile(disk, "f", "12345");
    faults.limitSpace(8);

    assertThatThrownBy(() -> file.append(bytes("6789")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left on device");
    assertThat(text(volume, "f")).isEqualTo("12345678");
    assertThatThrownBy(() -> disk.create("g")).hasMessageContaining("No space left on device");
    assertThatThrownBy(() -> disk.createDirectory("d")).hasMessageContaining("No space left");
    disk.rename("f", "h");
    disk.delete("h");
    disk.create("g").append(bytes("12345678"));
    assertThat(faults.injected()).isEqualTo(3);
  }

  @Test
  void aDirectoryThatIsThereNeedsNoSpace() throws IOException {
    disk.createDirectory("d");
    faults.limitSpace(0);

    assertThat(disk.createDirectory("d")).isFalse();
  }

  @Test
  void afterAFailedForceTheBytesAreReadableUntilThePowerIsLost() throws IOException {
    Disk.File file = durableFile(disk, "f", "safe");
    file.append(bytes("DOOMED"));
    faults.failForce(1);

    assertThatThrownBy(file::force).isInstanceOf(IOException.class);
    file.append(bytes("later"));
    file.force();
    assertThat(disk.read("f")).isEqualTo("safeDOOMEDlater".getBytes(UTF_8));

    volume.powerLoss(PowerLoss.ALL_KEPT);
    assertThat(text(volume, "f")).isEqualTo("safe\0\0\0\0\0\0later");
  }

  @Test
  void bytesOfAFailedForceAtTheEndAreCutOff() throws IOException {
    Disk.File file = durableFile(disk, "f", "safe");
    file.append(bytes("DOOMED"));
    faults.failForce(1);
    assertThatThrownBy(file::force).isInstanceOf(IOException.class);
    file.force();

    volume.powerLoss(PowerLoss.ALL_KEPT);

    assertThat(text(volume, "f")).isEqualTo("safe");
  }

  @Test
  void theChosenForceFailsWhateverComesBetween() throws IOException {
    Disk.File file = disk.create("f");
    faults.failForce(2);

    file.force();
    file.append(bytes("x"));
    assertThatThrownBy(file::force).isInstanceOf(IOException.class);
    file.force();
  }

  @Test
  void aForceChosenByItsNumberAmongAllCallsLosesTheBytesToo() throws IOException {
    Disk.File file = durableFile(disk, "f", "safe");
    file.append(bytes("DOOMED"));
    faults.failCall(1, Failure.BEFORE);
    assertThatThrownBy(file::force).isInstanceOf(IOException.class);
    file.force();

    volume.powerLoss(PowerLoss.ALL_KEPT);

    assertThat(text(volume, "f")).isEqualTo("safe");
  }
}
