package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.storage.LineFormat;
import dev.roastery.gateway.jobs.service.JobSearch;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.JobView;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gateway with very many jobs that are over. How long its start takes and what they need of
 * memory is printed; {@code -Droastery.finished.jobs=10000} is what docs/benchmarks.md tells of.
 */
class FinishedJobsTest {

  private static final int JOBS = Integer.getInteger("roastery.finished.jobs", 300);

  @TempDir private Path folder;

  @Test
  void aGatewayStartsWithVeryManyJobsAndShowsEach() throws IOException {
    Door door = new Door(folder);
    UUID first = door.create();
    for (String table : door.view(first).tables()) {
      door.put(first, table + "/t.csv", new byte[0]);
    }
    door.jobs().seal(Door.CLIENT, first);
    assertThat(door.finished(first).state()).isEqualTo(JobState.COMPLETED);
    door.close();
    long before = usedBytes();
    door.restart();
    long withOne = usedBytes() - before;
    JobView finished = door.view(first); // without what workers said of it last: that is not kept
    door.close();
    UUID last = first;
    for (int copy = 1; copy < JOBS; copy++) {
      last = copied(first, copy);
    }

    long start = System.nanoTime();
    door.restart();
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    try (door) {
      long each = (usedBytes() - before - withOne) / JOBS;
      System.out.printf(
          "%,d finished jobs: started in %,d ms, %,d bytes of memory each%n",
          JOBS, took.toMillis(), each);
      assertThat(door.view(last))
          .usingRecursiveComparison()
          .ignoringFields("outline.id")
          .isEqualTo(finished);
      assertThat(door.jobs().events(Door.CLIENT, last, 0))
          .isEqualTo(door.jobs().events(Door.CLIENT, first, 0));
      assertThat(
              door.jobs()
                  .jobs(Door.CLIENT, new JobSearch(JobState.COMPLETED, null, null, JOBS + 1)))
          .hasSize(JOBS);
    }
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private UUID copied(UUID job, int copy) throws IOException {
    UUID id = new UUID(job.getMostSignificantBits(), job.getLeastSignificantBits() + copy);
    Path jobs = folder.resolve("gateway/jobs");
    Path from = jobs.resolve(job.toString());
    List<Path> files;
    try (Stream<Path> all = Files.walk(from)) {
      files = all.toList();
    }
    for (Path file : files) {
      Path to = jobs.resolve(id.toString()).resolve(from.relativize(file).toString());
      if (Files.isDirectory(file)) {
        Files.createDirectories(to);
      } else if (file.endsWith(JobFolders.RECORD)) {
        Files.writeString(to, Files.readString(file, UTF_8).replace(job.toString(), id + ""));
      } else if (file.getFileName().toString().startsWith("events-")) {
        Files.write(to, renamed(Files.readString(file, UTF_8), job.toString(), id.toString()));
      } else {
        Files.copy(file, to);
      }
    }
    return id;
  }

  /** Each line's checksum is of the job's id, too. */
  private static byte[] renamed(String log, String from, String to) {
    LineFormat lines = new LineFormat(to);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    log.lines()
        .forEach(line -> bytes.writeBytes(lines.encode(line.substring(9).replace(from, to))));
    return bytes.toByteArray();
  }
}
