package dev.roastery.gateway.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job's events, over crashes. */
class JobLogTest {

  private static final Instant AT = Instant.parse("2026-05-01T10:00:00.123Z");

  @TempDir private Path folder;

  private List<JobEvent> written() throws IOException {
    try (JobLog log = new JobLog(folder, _ -> {})) {
      for (int i = 1; i <= 4; i++) {
        log.append(AT.plusSeconds(i), "kind" + i, "Text \"" + i + "\"\nö", Map.of("n", "" + i));
      }
      return log.after(0);
    }
  }

  private List<JobEvent> read() throws IOException {
    List<JobEvent> read = new ArrayList<>();
    new JobLog(folder, read::add).close();
    return read;
  }

  @Test
  void everyPrefixOfTheFileIsAPrefixOfTheEvents() throws IOException {
    List<JobEvent> events = written();
    assertThat(events).hasSize(4).extracting(JobEvent::seq).containsExactly(1L, 2L, 3L, 4L);
    Path file = folder.resolve(JobLog.FILE);
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length <= whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      List<JobEvent> read = read();
      assertThat(read).isEqualTo(events.subList(0, read.size()));
    }
    assertThat(read()).isEqualTo(events);
  }

  @Test
  void anEventThatIsMissingInTheMiddleIsRefused() throws IOException {
    written();
    Path file = folder.resolve(JobLog.FILE);
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.remove(1);
    Files.write(file, lines);
    assertThatThrownBy(this::read).hasMessageContaining("event 3 after 1");
  }

  @Test
  void ofAFinishedJobTheEventsAreReadFromTheDisk() throws IOException {
    List<JobEvent> events = written();
    try (JobLog log = new JobLog(folder, _ -> {})) {
      log.retire();
      assertThat(log.after(1)).isEqualTo(events.subList(1, 4));
      assertThat(log.after(Long.MAX_VALUE)).isEmpty();
      assertThat(log.lastChange(AT)).isEqualTo(AT.plusSeconds(4));
      log.append(AT, "kind5", "late", Map.of());
      assertThat(log.after(4)).hasSize(1);
    }
  }

  @Test
  void aLogThatIsClosedTakesNothing() throws IOException {
    JobLog log = new JobLog(folder, _ -> {});
    log.close();
    assertThatThrownBy(() -> log.append(AT, "k", "t", Map.of()))
        .isInstanceOfSatisfying(
            Refusal.class, r -> assertThat(r.kind()).isEqualTo(Refusal.Kind.UNAVAILABLE));
    assertThat(log.after(0)).isEmpty();
  }
}
