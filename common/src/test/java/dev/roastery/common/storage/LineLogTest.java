package dev.roastery.common.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.storage.LineLog.Damage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a log of lines is worth after a crash at any effect, and after bit rot. */
class LineLogTest {

  private static final String PATH = "a/lines";
  private static final List<String> LINES = List.of("one", "", "drei, größer", "four 4");

  private MemoryDisk disk = new MemoryDisk();
  private byte[] whole;

  @BeforeEach
  void write() throws IOException {
    DurableFiles.createFolder(disk, "a");
    disk.syncDirectory("");
    try (LineLog log = open(disk, Damage.REFUSED, new ArrayList<>())) {
      for (String line : LINES) {
        log.append(line);
      }
      log.force();
    }
    whole = disk.read(PATH).clone();
  }

  private static LineLog open(MemoryDisk disk, Damage damage, List<String> read)
      throws IOException {
    return LineLog.open(disk, PATH, LineFormat.UNSALTED, damage, read::add);
  }

  private List<String> read(Damage damage) throws IOException {
    List<String> read = new ArrayList<>();
    open(disk, damage, read).close();
    return read;
  }

  private static int linesWithin(byte[] bytes, int length) {
    int lines = 0;
    for (int i = 0; i < length; i++) {
      lines += bytes[i] == '\n' ? 1 : 0;
    }
    return lines;
  }

  @Test
  void aLineHasTheFormOfRelease010() {
    assertThat(new String(whole, UTF_8)).startsWith("2a94b2e9 one\n00000000 \n");
  }

  @Test
  void everyPrefixHasItsWholeLinesAndTakesMore() throws IOException {
    for (int length = 0; length <= whole.length; length++) {
      disk.replace(PATH, Arrays.copyOf(whole, length));
      List<String> expected = new ArrayList<>(LINES.subList(0, linesWithin(whole, length)));
      assertThat(read(Damage.REFUSED)).isEqualTo(expected);

      try (LineLog log = open(disk, Damage.REFUSED, new ArrayList<>())) {
        log.append("next");
        log.append("and one more");
      }
      expected.addAll(List.of("next", "and one more"));
      assertThat(read(Damage.REFUSED)).as("after %d bytes", length).isEqualTo(expected);
    }
  }

  @Test
  void aFlippedBitBeforeAGoodLineIsRefusedOrCutAsAsked() throws IOException {
    // The line feed before the last line is not among them: without it that one is a torn end.
    int last = whole.length - LINES.getLast().length() - 11;
    for (int place = 0; place < last; place++) {
      byte[] damaged = whole.clone();
      damaged[place] ^= 1;
      disk.replace(PATH, damaged);
      assertThatThrownBy(() -> read(Damage.REFUSED))
          .as("byte %d", place)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is damaged at byte");
      assertThat(read(Damage.CUT)).isEqualTo(LINES.subList(0, linesWithin(whole, place)));
    }
  }

  @Test
  void zeroesInTheMiddleAreCutWithAllThatComesAfter() throws IOException {
    byte[] damaged = whole.clone();
    Arrays.fill(damaged, 15, 25, (byte) 0);
    disk.replace(PATH, damaged);
    assertThat(read(Damage.CUT)).isEqualTo(LINES.subList(0, 1));
    try (LineLog log = open(disk, Damage.CUT, new ArrayList<>())) {
      log.append("again");
    }
    assertThat(read(Damage.REFUSED)).containsExactly("one", "again");
  }

  @Test
  void aFileAtRestIsOpenedAgainByTheNextLineAndAClosedOneIsNot() throws IOException {
    LineLog log = open(disk, Damage.REFUSED, new ArrayList<>());
    log.append("five");
    log.rest();
    log.append("six");
    log.close();
    assertThat(read(Damage.REFUSED)).endsWith("five", "six");
    assertThatThrownBy(() -> log.append("seven")).hasMessageContaining("it is closed");
  }

  @Test
  void anotherSaltsLinesDoNotCount() throws IOException {
    List<String> read = new ArrayList<>();
    LineLog.open(disk, PATH, new LineFormat("other"), Damage.CUT, read::add).close();
    assertThat(read).isEmpty();
  }

  /** Appends and forces two lines, rests between them; returns how many were forced. */
  private static int appendTwo(MemoryDisk disk) throws IOException {
    int forced = 0;
    try (LineLog log = open(disk, Damage.REFUSED, new ArrayList<>())) {
      for (String line : List.of("five", "six")) {
        log.append(line);
        log.force();
        forced++;
        log.rest();
      }
    } catch (MemoryDisk.Killed _) {
      // The number of lines forced until then is what counts.
    }
    return forced;
  }

  @Test
  void whatWasForcedSurvivesAPowerLossAtEveryEffectAndNoOldLineIsEverLost() throws IOException {
    List<String> all = new ArrayList<>(LINES);
    all.addAll(List.of("five", "six"));
    MemoryDisk before = disk;
    for (int call = 1, forced = 0; forced < 2; call++) {
      disk = before.afterKill();
      disk.dieAtCall(call);
      forced = appendTwo(disk);
      MemoryDisk dead = disk;
      List<MemoryDisk> outcomes = new ArrayList<>(List.of(dead.afterKill()));
      outcomes.add(dead.afterPowerLoss(MemoryDisk.all()));
      for (int seed = 0; seed < 20; seed++) {
        outcomes.add(dead.afterPowerLoss(MemoryDisk.some(new Random(seed))));
      }
      for (MemoryDisk outcome : outcomes) {
        disk = outcome;
        List<String> read = read(Damage.REFUSED);
        assertThat(read).as("killed at call %d", call).isEqualTo(all.subList(0, read.size()));
        assertThat(read.size()).isGreaterThanOrEqualTo(LINES.size() + forced);
      }
    }
  }

  @Test
  void afterAFailedCallTheLineIsAppendedAgainAndIsThereOnce() throws IOException {
    MemoryDisk before = disk;
    for (int call = 1; call <= 12; call++) {
      disk = before.afterKill();
      List<String> read = new ArrayList<>();
      LineLog log = open(disk, Damage.REFUSED, read);
      disk.failAtCall(call);
      for (String line : List.of("five", "six", "seven")) {
        boolean first = appended(log, line);
        boolean again = !first && appended(log, line);
        assertThat(first || again).as("call %d failed, line %s", call, line).isTrue();
        read.add(line);
      }
      disk = disk.afterKill();
      assertThat(read(Damage.REFUSED)).as("call %d failed", call).isEqualTo(read);
    }
  }

  private static boolean appended(LineLog log, String line) {
    try {
      log.append(line);
      return true;
    } catch (IOException _) {
      return false;
    }
  }
}
