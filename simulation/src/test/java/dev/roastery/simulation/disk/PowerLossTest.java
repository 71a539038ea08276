package dev.roastery.simulation.disk;

import static dev.roastery.simulation.disk.ADisk.bytes;
import static dev.roastery.simulation.disk.ADisk.durableFile;
import static dev.roastery.simulation.disk.ADisk.mounted;
import static dev.roastery.simulation.disk.ADisk.seeded;
import static dev.roastery.simulation.disk.ADisk.text;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.storage.Disk;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PowerLossTest {

  private static final int SEEDS = 500;

  private interface Workload {
    void run(Disk disk) throws IOException;
  }

  /** "f" is forced up to "safe" and not after, "g" has no durable name. */
  private static void unforcedAndUnsynced(Disk disk) throws IOException {
    Disk.File file = durableFile(disk, "f", "safe");
    file.append(bytes("ONE"));
    file.append(bytes("TWO"));
    Disk.File other = disk.create("g");
    other.append(bytes("forced"));
    other.force();
  }

  /** What the volume can hold afterwards, over many seeds. */
  private static Set<String> results(PowerLoss outcome, Workload workload) throws IOException {
    Set<String> results = new TreeSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk volume = seeded(seed);
      workload.run(mounted(volume));
      volume.powerLoss(outcome);
      StringBuilder result = new StringBuilder();
      for (String path : volume.files()) {
        result.append(path).append('=').append(text(volume, path)).append(' ');
      }
      results.add(result.toString().strip());
    }
    return results;
  }

  @ParameterizedTest
  @CsvSource({
    "ALL_KEPT, f=safeONETWO g=forced",
    "ALL_DROPPED, f=safe",
    "DIRECTORY_DROPPED_DATA_KEPT, f=safeONETWO",
    "DATA_DROPPED_DIRECTORY_KEPT, f=safe g=forced",
  })
  void eachOutcomeWithoutChanceHasOneResult(PowerLoss outcome, String result) throws IOException {
    assertThat(results(outcome, PowerLossTest::unforcedAndUnsynced)).containsExactly(result);
  }

  @Test
  void anyPrefixMayBeKept() throws IOException {
    assertThat(results(PowerLoss.PREFIX_KEPT, PowerLossTest::unforcedAndUnsynced))
        .containsExactlyInAnyOrder(
            "f=safe",
            "f=safeO",
            "f=safeON",
            "f=safeONE",
            "f=safeONET",
            "f=safeONETW",
            "f=safeONETWO",
            "f=safe g=forced",
            "f=safeO g=forced",
            "f=safeON g=forced",
            "f=safeONE g=forced",
            "f=safeONET g=forced",
            "f=safeONETW g=forced",
            "f=safeONETWO g=forced");
  }

  @Test
  void theLastWriteMayBeTornAtAnyByte() throws IOException {
    assertThat(results(PowerLoss.LAST_WRITE_TORN, PowerLossTest::unforcedAndUnsynced))
        .containsExactlyInAnyOrder(
            "f=safeONE g=forced", "f=safeONET g=forced", "f=safeONETW g=forced");
  }

  @Test
  void trashedSectorsKeepTheSizeAndSpareWhatWasForced() throws IOException {
    String unforced = IntStream.range(0, 1_000).mapToObj("%03d"::formatted).collect(joining());
    int trashedEnds = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk volume = seeded(seed);
      durableFile(mounted(volume), "f", "s".repeat(100)).append(bytes(unforced));
      volume.powerLoss(PowerLoss.SECTORS_TRASHED);
      String text = text(volume, "f");

      assertThat(text).hasSize(3_100).startsWith("s".repeat(100));
      assertThat(text.substring(100)).as("seed %d", seed).isNotEqualTo(unforced);
      trashedEnds += text.endsWith("999") ? 0 : 1;
    }
    assertThat(trashedEnds).as("trashed last sectors").isBetween(1, SEEDS - 1);
  }

  @Test
  void atRandomALaterWriteMayOutliveAnEarlierOne() throws IOException {
    Set<String> results = results(PowerLoss.RANDOM, PowerLossTest::unforcedAndUnsynced);

    assertThat(results)
        .contains(
            "f=safe",
            "f=safeONETWO g=forced",
            "f=safe\0\0\0TWO g=forced",
            "f=safeONE",
            "f=safeONETW g=forced",
            "f=safeO\0\0TWO",
            "f=safeONE\0\0\0")
        .allMatch(result -> result.startsWith("f=safe"));
    assertThat(results.size()).isGreaterThan(50);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsForcedAndSyncedStays(PowerLoss outcome) throws IOException {
    Workload safe =
        disk -> {
          disk.createDirectory("a");
          disk.syncDirectory("");
          durableFile(disk, "a/tmp", "safe").close();
          disk.rename("a/tmp", "a/f");
          disk.create("a/gone");
          disk.delete("a/gone");
          disk.syncDirectory("a");
        };

    assertThat(results(outcome, safe)).containsExactly("a/f=safe");
  }

  @Test
  void aForcedFileIsLostWithTheDirectoryAboveIt() throws IOException {
    SimulatedDisk volume = seeded(1);
    Disk disk = mounted(volume);
    disk.createDirectory("a");
    durableFile(disk, "a/f", "safe, but in a directory that is not");

    volume.powerLoss(PowerLoss.ALL_DROPPED);

    assertThat(volume.files()).isEmpty();
    assertThat(mounted(volume).list("")).isEmpty();
  }

  @Test
  void aLostRenameLeavesTheOldFile() throws IOException {
    Workload replacing =
        disk -> {
          durableFile(disk, "f", "old");
          durableFile(disk, "tmp", "new");
          disk.rename("tmp", "f");
        };

    assertThat(results(PowerLoss.ALL_DROPPED, replacing)).containsExactly("f=old tmp=new");
    assertThat(results(PowerLoss.RANDOM, replacing))
        .containsExactlyInAnyOrder("f=old tmp=new", "f=new");
  }

  @Test
  void aRenameMayBeKeptWithoutTheCreationBeforeIt() throws IOException {
    SimulatedDisk volume = seeded(1);
    Disk disk = mounted(volume);
    Disk.File file = disk.create("tmp");
    file.append(bytes("new"));
    file.force();
    disk.rename("tmp", "f");

    volume.powerLossKeepingNames(0b10);

    assertThat(volume.files()).containsExactly("f");
    assertThat(text(volume, "f")).isEqualTo("new");
  }

  @Test
  void anySubsetOfChangedNamesCanBeKept() throws IOException {
    Set<List<String>> results = new HashSet<>();
    for (long mask = 0; mask < 8; mask++) {
      SimulatedDisk volume = seeded(1);
      Disk disk = mounted(volume);
      durableFile(disk, "a", "a");
      durableFile(disk, "b", "b");
      disk.create("c");
      disk.delete("a");
      disk.rename("b", "d");
      assertThat(volume.unsyncedNames()).isEqualTo(3);
      volume.powerLossKeepingNames(mask);
      results.add(volume.files());
    }

    assertThat(results)
        .containsExactlyInAnyOrderElementsOf(
            Set.of(
                List.of("a", "b"),
                List.of("a", "b", "c"),
                List.of("b"),
                List.of("b", "c"),
                List.of("a", "d"),
                List.of("a", "c", "d"),
                List.of("d"),
                List.of("c", "d")));
  }

  @Test
  void aFileThatWasRenamedTwiceHasOneName() throws IOException {
    Workload twice =
        disk -> {
          durableFile(disk, "a", "x");
          disk.rename("a", "b");
          disk.rename("b", "c");
        };

    assertThat(results(PowerLoss.RANDOM, twice)).containsExactlyInAnyOrder("a=x", "b=x", "c=x");
  }

  @Test
  void aDeletedFileMayComeBack() throws IOException {
    SimulatedDisk volume = seeded(1);
    Disk disk = mounted(volume);
    durableFile(disk, "f", "old");
    disk.delete("f");
    Disk.File successor = disk.create("f");
    successor.append(bytes("new"));

    volume.powerLoss(PowerLoss.ALL_DROPPED);

    assertThat(text(volume, "f")).isEqualTo("old");
  }

  @Test
  void aSecondPowerLossTakesNothingThatTheFirstLeft() throws IOException {
    SimulatedDisk volume = seeded(1);
    Disk disk = mounted(volume);
    unforcedAndUnsynced(disk);

    volume.powerLoss(PowerLoss.ALL_KEPT);
    volume.powerLoss(PowerLoss.ALL_DROPPED);

    assertThat(volume.files()).containsExactly("f", "g");
    assertThat(text(volume, "f")).isEqualTo("safeONETWO");
  }

  @Test
  void theSameSeedGivesTheSameResult() throws IOException {
    for (PowerLoss outcome : PowerLoss.values()) {
      SimulatedDisk one = seeded(7);
      SimulatedDisk two = seeded(7);
      for (SimulatedDisk volume : Arrays.asList(one, two)) {
        unforcedAndUnsynced(mounted(volume));
        volume.powerLoss(outcome);
      }

      assertThat(one.files()).isEqualTo(two.files());
      assertThat(text(one, "f")).isEqualTo(text(two, "f"));
    }
  }
}
