package dev.roastery.gateway.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.gateway.jobs.service.JobOutline;
import dev.roastery.gateway.jobs.service.JobSearch;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.JobView;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gateway's folder as version 0.1.0 has left it: five jobs, each in another state, with their two
 * logs. {@code jobs-0.1.0.zip} is what that version wrote.
 */
class EarlierJobsTest {

  private static final String LOG = "events-0000000000000001";

  @TempDir private Path folder;
  private final Map<String, UUID> jobs = new TreeMap<>();

  @BeforeEach
  void unpack() throws IOException {
    try (InputStream file = EarlierJobsTest.class.getResourceAsStream("jobs-0.1.0.zip");
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path to = folder.resolve(entry.getName()).normalize();
        assertThat(to).startsWithRaw(folder);
        if (entry.isDirectory()) {
          Files.createDirectories(to);
        } else {
          Files.createDirectories(to.getParent());
          Files.copy(zip, to);
        }
      }
    }
    for (String line : Files.readAllLines(folder.resolve("jobs"))) {
      String[] words = line.split(" ", -1);
      jobs.put(words[0], UUID.fromString(words[1]));
    }
  }

  /** The gateway starts a minute after it was stopped. */
  private Door door() {
    Instant then = Instant.ofEpochMilli(TimedIds.millis(job("running"))).plusSeconds(60);
    Clock clock = Clock.offset(Clock.systemUTC(), Duration.between(Instant.now(), then));
    return new Door(folder.resolve("state"), Door.settings(100), clock);
  }

  private UUID job(String name) {
    return jobs.getOrDefault(name, new UUID(0, 0));
  }

  private List<String> events(Door door, String name) {
    return door.jobs().events(Door.CLIENT, job(name), 0).stream()
        .map(event ->
            event.seq()
                + " "
                + event.kind()
                + " "
                + event.text()
                + " "
                + new TreeMap<>(event.facts()))
        .toList();
  }

  @Test
  void finishedJobsStayAsTheyWere() throws IOException {
    try (Door door = door()) {
      for (String name : List.of("completed", "cancelled")) {
        assertThat(events(door, name))
            .isEqualTo(Files.readAllLines(folder.resolve(name + ".events")));
        assertThat(door.files(job(name))).contains(LOG, "job.json").doesNotContain("events");
      }
      assertThat(door.view(job("completed")).state()).isEqualTo(JobState.COMPLETED);
      assertThat(door.view(job("cancelled")).state()).isEqualTo(JobState.CANCELLED);
      assertThat(door.view(job("cancelled")).reason()).isEqualTo("changed my mind");
      assertThat(door.results(job("completed")))
          .containsEntry(
              "tpv-by-store", "half,store_name,tpv\n2024-H1,Uno,80.00\n2024-H1,Due,20.00\n");
      assertThat(folder.resolve("state/gateway/workflows")).doesNotExist();
    }
  }

  @Test
  void theRequestOfAnEarlierJobIsPutTogetherFromItsPlan() throws IOException {
    try (Door door = door()) {
      String request = door.jobs().request(Door.CLIENT, job("waiting"));
      assertThat(request)
          .contains("\"approval\":true", "\"queries\":[{\"name\":\"tpv-by-store\"")
          .contains("\"tables\":{\"tables\":{\"stores\":");
    }
  }

  @Test
  void openJobsResumeWhereTheyWere() throws IOException {
    try (Door door = door()) {
      assertThat(door.view(job("waiting")).state()).isEqualTo(JobState.WAITING_FOR_APPROVAL);
      assertThat(door.view(job("waiting")).progress().percent()).isEqualTo(90);
      door.jobs().approve(Door.CLIENT, job("waiting"));
      assertThat(door.finished(job("waiting")).state()).isEqualTo(JobState.COMPLETED);

      JobView.PartView part = door.view(job("uploading")).parts().getFirst();
      assertThat(part.offset()).isPositive();
      byte[] sales = Files.readAllBytes(folder.resolve("sales.csv"));
      byte[] rest = Arrays.copyOfRange(sales, (int) part.offset(), sales.length);
      door.jobs()
          .patch(
              Door.CLIENT,
              job("uploading"),
              Door.name("transactions/t.csv"),
              part.offset(),
              true,
              new ByteArrayInputStream(rest));
      door.put(job("uploading"), "stores/s.csv", Files.readAllBytes(folder.resolve("stores.csv")));
      door.jobs().seal(Door.CLIENT, job("uploading"));
      assertThat(door.finished(job("uploading")).state()).isEqualTo(JobState.COMPLETED);

      assertThat(door.finished(job("running")).state()).isEqualTo(JobState.COMPLETED);
      for (String name : List.of("waiting", "uploading", "running")) {
        assertThat(door.results(job(name))).isEqualTo(door.results(job("completed")));
        door.awaitForgotten(job(name));
      }
    }
  }

  /** Whatever of the old log is still there when it dies, the next start does the same again. */
  @Test
  void aCrashWithinTheConversionChangesNothing() throws IOException {
    Path job = folder.resolve("state/gateway/jobs/" + job("completed"));
    Path old = folder.resolve("old");
    Files.copy(job.resolve("events"), old);
    List<String> expected;
    try (Door door = door()) {
      expected = events(door, "completed");
    }
    Files.copy(old, job.resolve("events"));
    byte[] half = Files.readAllBytes(job.resolve(LOG));
    Files.write(job.resolve(LOG), Arrays.copyOf(half, half.length / 2));
    try (Door door = door()) {
      assertThat(events(door, "completed")).isEqualTo(expected);
    }
  }

  @Test
  void aJobWithDamagedEventsIsIgnoredAndLeftAsItIs() throws IOException {
    Path events = folder.resolve("state/gateway/jobs/" + job("completed") + "/events");
    byte[] bytes = Files.readAllBytes(events);
    bytes[20] ^= 1;
    Files.write(events, bytes);
    try (Door door = door()) {
      assertThat(door.jobs().jobs(Door.CLIENT, JobSearch.newest(100)))
          .extracting(JobOutline::id)
          .doesNotContain(job("completed"))
          .contains(job("cancelled"));
      assertThat(events).hasBinaryContent(bytes);
    }
  }
}
