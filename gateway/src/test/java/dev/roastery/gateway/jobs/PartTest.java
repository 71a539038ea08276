package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.gateway.ingest.BadRows;
import dev.roastery.gateway.ingest.CsvHeader;
import dev.roastery.gateway.ingest.CsvProblem.BadRow;
import dev.roastery.gateway.ingest.PartPosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is known of a part after a crash, at every byte of its files. */
class PartTest {

  private static final PartName NAME = new PartName("stores", "a.csv");

  @TempDir private Path folder;
  private byte[] file;
  private byte[] rejects;

  private Part opened() throws IOException {
    Part part = new Part(NAME, 0, false, folder);
    part.open();
    return part;
  }

  private static CsvHeader header(String line) {
    return CsvHeader.of(NAME.toString(), line.getBytes(UTF_8));
  }

  private static BadRow row(long line) {
    return new BadRow("stores/a.csv", line, "store_id", "is no number", "x\"y", "x\"y,1");
  }

  /** A batch each 100 bytes and 10 lines, with one bad row in every second. */
  private static void send(Part part, long batches) {
    for (long batch = part.batches(); batch < batches; batch++) {
      part.sending(0, batch, (int) batch * 7);
      long line = (batch + 1) * 10;
      part.confirmed(
          new PartPosition((batch + 1) * 100, line, batch + 1),
          batch % 2 == 0 ? List.of(row(line - 5)) : List.of());
    }
  }

  @BeforeEach
  void write() throws IOException {
    Part part = opened();
    part.header(header("store_id,store_name\n"));
    send(part, 5);
    part.close();
    file = Files.readAllBytes(folder.resolve("stores.0"));
    rejects = Files.readAllBytes(part.rejects());
  }

  @Test
  void afterEveryPrefixItGoesOnToTheSameEnd() throws IOException {
    List<Long> seen = new ArrayList<>();
    for (int length = 0; length <= file.length; length++) {
      Files.write(folder.resolve("stores.0"), Arrays.copyOf(file, length));
      Files.write(folder.resolve("stores.0.rejects"), rejects);
      Part part = opened();
      seen.add(part.batches());
      assertThat(part.view().offset()).isEqualTo(part.batches() * 100);
      part.header(header("store_id,store_name\n"));
      send(part, 5);
      assertThat(part.whole()).isEqualTo(new Part.Done(500, 5, 3, rejects.length));
      assertThat(Files.readAllBytes(part.rejects())).isEqualTo(rejects);
      part.close();
    }
    assertThat(seen).isSorted().contains(0L, 1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void rejectsThatAreShorterThanTheirRecordAreReadOnceMore() throws IOException {
    for (int length = 0; length < rejects.length; length++) {
      Files.write(folder.resolve("stores.0"), file);
      Files.write(folder.resolve("stores.0.rejects"), Arrays.copyOf(rejects, length));
      Part part = opened();
      assertThat(part.rejectedBytes()).isLessThanOrEqualTo(length);
      long batches = part.batches();
      part.close();
      Part again = opened();
      assertThat(again.batches()).as("what was taken back stays so").isEqualTo(batches);
      send(again, 5);
      assertThat(again.whole()).isEqualTo(new Part.Done(500, 5, 3, rejects.length));
      assertThat(Files.readAllBytes(again.rejects())).isEqualTo(rejects);
      again.close();
    }
  }

  @Test
  void aRemainderThatAPowerCutHasDamagedCountsAsNone() throws IOException {
    Part part = opened();
    byte[] bytes = "2,Due\n3,Tre\n".getBytes(UTF_8);
    LatestBytes latest = new LatestBytes(495);
    latest.add("1,Un\n".getBytes(UTF_8), 5);
    latest.add(bytes, bytes.length);
    part.keep(latest);
    assertThat(part.view().offset()).isEqualTo(500 + bytes.length);
    assertThat(part.remainder().readAllBytes()).isEqualTo(bytes);
    part.close();
    Path file = folder.resolve("stores.0.remainder");
    byte[] whole = Files.readAllBytes(file);
    for (int at = 0; at < whole.length; at++) {
      byte[] flipped = whole.clone();
      flipped[at] ^= 1;
      for (byte[] damaged : List.of(Arrays.copyOf(whole, at), flipped)) {
        Files.write(file, damaged);
        Part again = opened();
        assertThat(again.view().offset()).as("damaged at %s", at).isEqualTo(500);
        assertThat(again.remainder().readAllBytes()).isEmpty();
        again.close();
      }
    }
    Files.write(file, whole);
    Part again = opened();
    assertThat(again.view().offset()).isEqualTo(500 + bytes.length);
    assertThat(again.remainder().readAllBytes()).isEqualTo(bytes);
    again.close();
  }

  @Test
  void whatWasAboutToBeSentIsKnownAgainAfterACrash() throws IOException {
    Part part = opened();
    part.sending(0, 5, 99);
    part.close();
    Part again = opened();
    assertThat(again.batches()).isEqualTo(5);
    again.sending(0, 5, 99);
    assertThatThrownBy(() -> again.sending(0, 5, 98))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("is not what it was");
    assertThatThrownBy(() -> again.ended(0, 5)).isInstanceOf(Refusal.class);
    again.ended(0, 6);
    again.close();
  }

  @Test
  void aHeaderMayChangeOnlyWhileNothingWasSent() throws IOException {
    Part fresh = new Part(NAME, 1, false, folder);
    fresh.open();
    fresh.header(header("a,b\n"));
    fresh.header(header("b,a\n"));
    fresh.close();
    Part again = new Part(NAME, 1, false, folder);
    again.open();
    assertThat(again.header()).isNotNull();
    assertThat(again.header().names()).containsExactly("b", "a");
    again.sending(0, 0, 1);
    assertThatThrownBy(() -> again.header(header("a,b\n"))).isInstanceOf(Refusal.class);
    again.close();
  }

  @Test
  void whoWaitsForAnUploadThatCannotEndGivesUp() throws Exception {
    Part part = opened();
    PartUpload stuck = new PartUpload(part, ports());
    part.begin(stuck, Duration.ofSeconds(5));
    assertThatThrownBy(() -> part.begin(new PartUpload(part, ports()), Duration.ofMillis(20)))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNAVAILABLE));
    part.end(stuck);
    part.begin(new PartUpload(part, ports()), Duration.ofMillis(20));
    part.close();
  }

  private static PartUpload.Ports ports() {
    return new PartUpload.Ports(
        BadRows.REFUSE,
        List.of(),
        new PartUpload.Gate() {
          @Override
          public void enter(long bytes) {}

          @Override
          public void leave(long bytes) {}
        },
        new Semaphore(1),
        () -> {},
        0);
  }

  @Test
  void nothingOfACompletePartIsLeftButItsRejects() throws IOException {
    Part part = opened();
    Part.Done all = part.whole();
    part.completed(all);
    assertThat(folder.resolve("stores.0")).doesNotExist();
    assertThat(part.rejects()).exists();
    assertThat(Part.Done.of(all.facts())).isEqualTo(all);
    assertThat(part.view().complete()).isTrue();
    assertThat(part.view().offset()).isEqualTo(500);
  }
}
