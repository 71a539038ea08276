package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.s3.S3Bucket;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobRequest.Buckets;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.StoreRules;
import dev.roastery.gateway.jobs.service.StoreRules.Readers;
import dev.roastery.input.source.SourceRules;
import dev.roastery.testkit.oracle.NaiveOracle;
import dev.roastery.testkit.store.MemoryStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gateway tells aggregators where the large parts of a job are, and they read them. */
class PartsReadByWorkersTest {

  private static final S3Bucket BUCKET =
      new S3Bucket(
          "shop", "exports", URI.create("http://127.0.0.1:1"), "us-east-1", S3Bucket.Style.PATH);

  /** Most parts have more windows than this has bytes, and the largest more than one run. */
  private static final int WINDOW_BYTES = 4_000;

  @TempDir private Path folder;

  private Path set = Path.of("");

  /** A store in which the reads of workers wait, when a test says so. */
  private static final class SlowStore extends MemoryStore {
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean holds;

    @Override
    public Got get(ObjectName name, ByteRange range, ETag etag) {
      if (holds && Thread.currentThread().getName().startsWith("fetch-")) {
        waiting.incrementAndGet();
        try {
          released.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      return super.get(name, range, etag);
    }
  }

  @BeforeEach
  void dataset() throws Exception {
    set = folder.resolve("set");
    new SampleDataset(new SampleSettings(8_000, 3, 1), set, Progress.UNWATCHED).write(2);
  }

  private GatewaySettings ofFolder(Readers readers) {
    SourceRules sources =
        new SourceRules(
            List.of(),
            List.of(folder),
            bucket -> {
              throw new IllegalStateException("no bucket: " + bucket);
            });
    return Door.settings(WINDOW_BYTES).allowing(new StoreRules(sources, readers, List.of()));
  }

  private static GatewaySettings ofBucket(MemoryStore store) {
    SourceRules sources = new SourceRules(List.of(BUCKET), List.of(), _ -> store);
    return Door.settings(WINDOW_BYTES)
        .allowing(new StoreRules(sources, Readers.WORKERS, List.of()));
  }

  private SlowStore store() throws Exception {
    SlowStore store = new SlowStore();
    try (Stream<Path> files = Files.walk(set)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        store.put(new ObjectName(set.relativize(file).toString()), Content.of(file));
      }
    }
    return store;
  }

  private static JobRequest from(String address) {
    return JobRequest.standard().with(new Buckets(address, List.of(), null));
  }

  /** How many parts the log of the only job says are read by workers. */
  private long readByWorkers() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("state"))) {
      long found = 0;
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file, ISO_8859_1);
        found += text.split("\"kind\":\"source_found\"[^}]*\"run\":8", -1).length - 1;
      }
      return found;
    }
  }

  @Test
  void aFolderThatAllSeeHasTheResultsOfItsFiles() throws Exception {
    try (Door door = new Door(folder.resolve("state"), ofFolder(Readers.WORKERS))) {
      UUID job = door.create(from("file://" + set));
      assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
      assertThat(door.results(job)).isEqualTo(NaiveOracle.results(set));
      assertThat(readByWorkers()).isEqualTo(6); // transactions and their items, of three months
      door.awaitForgotten(job);
    }
  }

  @Test
  void theGatewayReadsThemUnlessToldOtherwise() throws Exception {
    try (Door door = new Door(folder.resolve("state"), ofFolder(Readers.GATEWAY))) {
      UUID job = door.create(from("file://" + set));
      assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
      assertThat(door.results(job)).isEqualTo(NaiveOracle.results(set));
      assertThat(readByWorkers()).isZero();
    }
  }

  @Test
  void aBadRowIsToldByItsFileLineAndColumnAsTheGatewayTellsIt() throws Exception {
    Path part = set.resolve("transactions/transactions_202308.csv");
    List<String> lines = Files.readAllLines(part);
    for (int line : List.of(1_700, 1_200, 2_400)) {
      lines.set(line - 1, lines.get(line - 1).replaceFirst(",[^,]*$", ",yesterday"));
    }
    Files.write(part, lines);
    String told;
    try (Door door = new Door(folder.resolve("inline"), ofFolder(Readers.GATEWAY))) {
      UUID job = door.create(from("file://" + set));
      assertThat(door.finished(job).state()).isEqualTo(JobState.FAILED);
      told = door.view(job).reason();
    }
    assertThat(told).contains("1200");
    try (Door door = new Door(folder.resolve("state"), ofFolder(Readers.WORKERS))) {
      UUID job = door.create(from("file://" + set));
      assertThat(door.finished(job).state()).isEqualTo(JobState.FAILED);
      assertThat(door.view(job).reason()).matches("aggregator-[01]: .*(?s)").endsWith(told);
      assertThat(readByWorkers()).isEqualTo(6);
      door.awaitForgotten(job);
    }
  }

  @Test
  void aFileThatIsChangedFailsThatJobAlone() throws Exception {
    SlowStore store = store();
    try (Door door = new Door(folder.resolve("state"), ofBucket(store))) {
      store.holds = true;
      UUID job = door.create(from("s3://shop/exports"));
      await().atMost(Duration.ofSeconds(40)).until(() -> store.waiting.get() > 0);
      for (var each : store.list("transactions/")) {
        byte[] bytes = Files.readAllBytes(set.resolve(each.name().text()));
        bytes[bytes.length - 2] ^= 1;
        store.put(each.name(), Content.of(bytes));
      }
      store.holds = false;
      store.released.countDown();
      assertThat(door.finished(job).state()).isEqualTo(JobState.FAILED);
      assertThat(door.view(job).reason()).contains("was replaced or deleted while it was read");
      door.awaitForgotten(job);
    }
  }

  @Test
  void aFileOfAFolderThatIsChangedIsNotReadEither() throws Exception {
    Path part = set.resolve("transactions/transactions_202308.csv");
    try (Door door = new Door(folder.resolve("state"), ofFolder(Readers.WORKERS))) {
      UUID job = door.create(from("file://" + set));
      Files.setLastModifiedTime(part, FileTime.fromMillis(1));
      JobState ended = door.finished(job).state();
      if (ended == JobState.COMPLETED) { // it was read before it was changed
        assertThat(door.results(job)).isEqualTo(NaiveOracle.results(set));
      } else {
        assertThat(door.view(job).reason()).contains("was changed or deleted while it was read");
      }
    }
  }

  @Test
  void whatIsLeftIsReadAfterARestart() throws Exception {
    SlowStore store = store();
    try (Door door = new Door(folder.resolve("state"), ofBucket(store))) {
      store.holds = true;
      UUID job = door.create(from("s3://shop/exports"));
      await().atMost(Duration.ofSeconds(40)).until(() -> store.waiting.get() > 1);
      store.holds = false;
      door.restart();
      assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
      assertThat(door.results(job)).isEqualTo(NaiveOracle.results(set));
      assertThat(readByWorkers()).isEqualTo(6);
    } finally {
      store.released.countDown();
    }
  }

  @Test
  void aJobCanBeCancelledWhileItsPartsAreRead() throws Exception {
    SlowStore store = store();
    try (Door door = new Door(folder.resolve("state"), ofBucket(store))) {
      store.holds = true;
      UUID job = door.create(from("s3://shop/exports"));
      await().atMost(Duration.ofSeconds(40)).until(() -> store.waiting.get() > 0);
      door.jobs().cancel(Door.CLIENT, job, "a mistake");
      assertThat(door.finished(job).state()).isEqualTo(JobState.CANCELLED);
      door.awaitForgotten(job);
      store.released.countDown();
    }
  }
}
