package dev.roastery.gateway.jobs.upload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.storage.FileDisk;
import dev.roastery.common.storage.LineFormat;
import dev.roastery.common.storage.LineLog;
import dev.roastery.common.storage.LineLog.Damage;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.input.PartPosition;
import dev.roastery.input.csv.CsvProblem.BadRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is known of a part after a crash, at every byte of its files. */
class PartLedgerTest {

  private static final PartName NAME = new PartName("stores", "a.csv");

  @TempDir private Path folder;
  private Path lines;
  private Path rejected;
  private byte[] file;
  private byte[] rejects;

  private PartLedger opened(int number) throws IOException {
    PartLedger ledger = new PartLedger(NAME, number, false, new FileDisk(folder), "parts");
    ledger.open();
    return ledger;
  }

  private PartLedger opened() throws IOException {
    return opened(0);
  }

  private static byte[] header(String line) {
    return line.getBytes(UTF_8);
  }

  private static BadRow row(long line) {
    return new BadRow("stores/a.csv", line, "store_id", "is no number", "x\"y", "x\"y,1");
  }

  /** A batch each 100 bytes and 10 lines, with one bad row in every second. */
  private static void send(PartLedger ledger, long batches) {
    for (long batch = ledger.status().batches(); batch < batches; batch++) {
      ledger.sending(0, batch, (int) batch * 7);
      long line = (batch + 1) * 10;
      ledger.confirmed(
          new PartPosition((batch + 1) * 100, line, batch + 1),
          8,
          batch % 2 == 0 ? List.of(row(line - 5)) : List.of());
    }
  }

  @BeforeEach
  void write() throws IOException {
    Files.createDirectory(folder.resolve("parts"));
    lines = folder.resolve("parts/stores.0");
    rejected = folder.resolve("parts/stores.0.rejects");
    PartLedger ledger = opened();
    ledger.header(header("store_id,store_name\n"));
    send(ledger, 5);
    ledger.close();
    file = Files.readAllBytes(lines);
    rejects = Files.readAllBytes(rejected);
  }

  @Test
  void itsLinesHaveTheFormOfRelease010AndTheNumberOfRows() {
    String[] texts = new String(file, UTF_8).split("\n", -1);
    assertThat(texts[0].substring(9)).isEqualTo("header 73746f72655f69642c73746f72655f6e616d650a");
    assertThat(texts[1].substring(9)).isEqualTo("sent 0 0 0");
    assertThat(texts[2].substring(9)).isEqualTo("batch 100 10 1 " + rejects.length / 3 + " 8");
    assertThat(texts[4].substring(9)).startsWith("batch 200 20 1 ").endsWith(" 16");
  }

  /** There the number of rows ends no line: lines are counted then, without the header's. */
  @Test
  void linesOfRelease010AreRead() throws IOException {
    try (LineLog old = old()) {
      old.append("header 73746f72655f69642c73746f72655f6e616d650a");
      old.append("sent 0 0 0");
      old.append("batch 100 10 1 " + rejects.length / 3);
    }
    PartLedger ledger = opened();
    assertThat(ledger.status()).isEqualTo(new PartStatus(100, 1, 1, rejects.length / 3, 8));
    ledger.close();
  }

  private LineLog old() throws IOException {
    Files.delete(lines);
    return LineLog.open(
        new FileDisk(folder), "parts/stores.0", LineFormat.UNSALTED, Damage.CUT, _ -> true);
  }

  @Test
  void theSameEndIsReachedAfterEveryPrefix() throws IOException {
    List<Long> seen = new ArrayList<>();
    for (int length = 0; length <= file.length; length++) {
      Files.write(lines, Arrays.copyOf(file, length));
      Files.write(rejected, rejects);
      PartLedger ledger = opened();
      long batches = ledger.status().batches();
      seen.add(batches);
      assertThat(ledger.status().offset()).isEqualTo(batches * 100);
      ledger.header(header("store_id,store_name\n"));
      send(ledger, 5);
      assertThat(ledger.status()).isEqualTo(new PartStatus(500, 5, 3, rejects.length, 40));
      assertThat(Files.readAllBytes(rejected)).isEqualTo(rejects);
      ledger.close();
    }
    assertThat(seen).isSorted().contains(0L, 1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void rejectsThatAreShorterThanTheirRecordAreReadAgain() throws IOException {
    for (int length = 0; length < rejects.length; length++) {
      Files.write(lines, file);
      Files.write(rejected, Arrays.copyOf(rejects, length));
      PartLedger ledger = opened();
      assertThat(ledger.status().rejectedBytes()).isLessThanOrEqualTo(length);
      long batches = ledger.status().batches();
      ledger.close();
      PartLedger again = opened();
      assertThat(again.status().batches()).as("what was taken back stays so").isEqualTo(batches);
      send(again, 5);
      assertThat(again.status()).isEqualTo(new PartStatus(500, 5, 3, rejects.length, 40));
      assertThat(Files.readAllBytes(rejected)).isEqualTo(rejects);
      again.close();
    }
  }

  @Test
  void aDamagedTailIsIgnored() throws IOException {
    PartLedger ledger = opened();
    byte[] bytes = "2,Due\n3,Tre\n".getBytes(UTF_8);
    TailBuffer latest = new TailBuffer(495);
    latest.add("1,Un\n".getBytes(UTF_8), 5);
    latest.add(bytes, bytes.length);
    ledger.keepTail(latest);
    assertThat(ledger.status().offset()).isEqualTo(500 + bytes.length);
    assertThat(ledger.tail()).isEqualTo(bytes);
    ledger.close();
    Path tail = folder.resolve("parts/stores.0.remainder");
    byte[] whole = Files.readAllBytes(tail);
    for (int at = 0; at < whole.length; at++) {
      byte[] flipped = whole.clone();
      flipped[at] ^= 1;
      for (byte[] damaged : List.of(Arrays.copyOf(whole, at), flipped)) {
        Files.write(tail, damaged);
        PartLedger again = opened();
        assertThat(again.status().offset()).as("damaged at %s", at).isEqualTo(500);
        assertThat(again.tail()).isEmpty();
        again.close();
      }
    }
    Files.write(tail, whole);
    PartLedger again = opened();
    assertThat(again.status().offset()).isEqualTo(500 + bytes.length);
    assertThat(again.tail()).isEqualTo(bytes);
    again.close();
  }

  @Test
  void aFingerprintIsRecognisedAfterACrash() throws IOException {
    PartLedger ledger = opened();
    ledger.sending(0, 5, 99);
    ledger.close();
    PartLedger again = opened();
    assertThat(again.status().batches()).isEqualTo(5);
    again.sending(0, 5, 99);
    assertThatThrownBy(() -> again.sending(0, 5, 98))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("differs from what was sent before");
    assertThatThrownBy(() -> again.ended(0, 5)).isInstanceOf(Refusal.class);
    again.ended(0, 6);
    again.close();
  }

  @Test
  void aHeaderMayChangeOnlyWhileNothingWasSent() throws IOException {
    PartLedger fresh = opened(1);
    fresh.header(header("a,b\n"));
    fresh.header(header("b,a\n"));
    fresh.close();
    PartLedger again = opened(1);
    assertThat(again.header()).isEqualTo(header("b,a\n"));
    again.sending(0, 0, 1);
    assertThatThrownBy(() -> again.header(header("a,b\n"))).isInstanceOf(Refusal.class);
    again.close();
  }

  @Test
  void aBatchIsRecordedAfterTheOneBeforeItAndNotLater() throws IOException {
    PartLedger ledger = opened();
    assertThatThrownBy(() -> ledger.confirmed(new PartPosition(700, 70, 7), 8, List.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("batch 7 was recorded after 5");
    assertThat(ledger.status().batches()).isEqualTo(5);
    ledger.close();
  }

  @Test
  void onceItIsStoppedNothingIsWritten() throws IOException {
    PartLedger ledger = opened();
    ledger.stop();
    assertThatThrownBy(() -> send(ledger, 6)).hasMessageContaining("is closed");
    ledger.close();
    assertThat(Files.readAllBytes(lines)).isEqualTo(file);
  }
}
