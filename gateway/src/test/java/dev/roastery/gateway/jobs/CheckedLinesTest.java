package dev.roastery.gateway.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.gateway.jobs.CheckedLines.Damage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a file of lines is worth after a crash, and after bit rot. */
class CheckedLinesTest {

  private static final List<String> LINES = List.of("one", "", "drei, größer", "four 4");

  @TempDir private Path folder;
  private Path file;
  private byte[] whole;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("lines");
    try (CheckedLines lines = CheckedLines.open(file, Damage.REFUSED, _ -> {})) {
      for (String line : LINES) {
        lines.append(line);
      }
      lines.force();
    }
    whole = Files.readAllBytes(file);
  }

  private List<String> read(Damage damage) throws IOException {
    List<String> read = new ArrayList<>();
    CheckedLines.open(file, damage, read::add).close();
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
  void everyPrefixHasItsWholeLinesAndTakesMore() throws IOException {
    for (int length = 0; length <= whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      List<String> expected = new ArrayList<>(LINES.subList(0, linesWithin(whole, length)));
      assertThat(read(Damage.REFUSED)).isEqualTo(expected);

      try (CheckedLines lines = CheckedLines.open(file, Damage.REFUSED, _ -> {})) {
        lines.append("next");
      }
      expected.add("next");
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
      Files.write(file, damaged);
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
    Files.write(file, damaged);
    assertThat(read(Damage.CUT)).isEqualTo(LINES.subList(0, 1));
    try (CheckedLines lines = CheckedLines.open(file, Damage.CUT, _ -> {})) {
      lines.append("again");
    }
    assertThat(read(Damage.REFUSED)).containsExactly("one", "again");
  }

  @Test
  void aFileAtRestIsOpenedAgainByTheNextLineAndAClosedOneIsNot() throws IOException {
    CheckedLines lines = CheckedLines.open(file, Damage.REFUSED, _ -> {});
    lines.append("five");
    lines.rest();
    lines.append("six");
    lines.close();
    assertThat(read(Damage.REFUSED)).endsWith("five", "six");
    assertThatThrownBy(() -> lines.append("seven")).hasMessageContaining("it is closed");
  }
}
