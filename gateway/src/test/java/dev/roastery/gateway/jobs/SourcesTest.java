package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.service.StoreRules;
import dev.roastery.input.source.SourceRules;
import dev.roastery.testkit.oracle.NaiveOracle;
import dev.roastery.testkit.store.MemoryStore;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gateway reads the parts of a job from a bucket, by its own choice of buckets. */
class SourcesTest {

  private static final S3Bucket ALLOWED =
      new S3Bucket(
          "shop", "exports", URI.create("http://127.0.0.1:1"), "us-east-1", S3Bucket.Style.PATH);

  @TempDir private Path folder;

  /** A store whose gets wait, when a test says so. */
  private static final class SlowStore extends MemoryStore {
    private final AtomicInteger gets = new AtomicInteger();
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile int waitingFrom = Integer.MAX_VALUE;

    @Override
    public Got get(ObjectName name, ByteRange range, ETag etag) {
      if (gets.incrementAndGet() >= waitingFrom) {
        try {
          released.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      return super.get(name, range, etag);
    }
  }

  private static GatewaySettings reading(MemoryStore store) {
    return Door.settings(10_000).allowing(new StoreRules(List.of(ALLOWED), List.of(), _ -> store));
  }

  private static JobRequest from(String address) {
    return JobRequest.standard().with(new Buckets(address, List.of(), null));
  }

  private Path dataset(MemoryStore store) throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(4_000, 12, 1), set, Progress.UNWATCHED).write(2);
    try (Stream<Path> files = Files.walk(set)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        store.put(new ObjectName(set.relativize(file).toString()), Content.of(file));
      }
    }
    return set;
  }

  @Test
  void itsResultsAreThoseOfTheSameFiles() throws Exception {
    MemoryStore store = new MemoryStore();
    Path set = dataset(store);
    try (Door door = new Door(folder.resolve("state"), reading(store))) {
      UUID job = door.create(from("s3://shop/exports/"));
      assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
      assertThat(door.results(job)).isEqualTo(NaiveOracle.results(set));
      assertThat(door.jobs().events(Door.CLIENT, job, 0))
          .extracting(each -> each.kind())
          .containsOnlyOnce("sources_listed")
          .doesNotContain("source_found");
      assertThatThrownBy(() -> door.put(job, "stores/more.csv", "a\n".getBytes(UTF_8)))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("has its parts from s3://shop/exports/");
    }
  }

  @Test
  void aGatewayThatIsStartedAgainReadsOnFromWhatIsConfirmed() throws Exception {
    SlowStore store = new SlowStore();
    Path set = dataset(store);
    int files = store.list("").size();
    store.waitingFrom = files + 6; // all are listed, and some of them read
    UUID job;
    try (Door door = new Door(folder.resolve("state"), reading(store))) {
      job = door.create(from("s3://shop/exports"));
      await().atMost(Duration.ofSeconds(40)).until(() -> store.gets.get() > files + 6);
      assertThat(door.view(job).state()).isEqualTo(JobState.UPLOADING);
      store.waitingFrom = Integer.MAX_VALUE;
      door.restart(); // what waits belongs to the gateway that is no more
      assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
      assertThat(door.results(job)).isEqualTo(NaiveOracle.results(set));
      assertThat(door.jobs().events(Door.CLIENT, job, 0))
          .extracting(each -> each.kind())
          .containsOnlyOnce("sources_listed");
    } finally {
      store.released.countDown();
    }
  }

  @Test
  void anObjectThatIsReplacedFailsThatJobAlone() throws Exception {
    SlowStore store = new SlowStore();
    Path set = dataset(store);
    int files = store.list("").size();
    store.waitingFrom = files + 1;
    try (Door door = new Door(folder.resolve("state"), reading(store))) {
      UUID job = door.create(from("s3://shop/exports"));
      await().atMost(Duration.ofSeconds(40)).until(() -> store.gets.get() > files);
      String replaced = store.list("transactions/").getFirst().name().text();
      byte[] bytes = Files.readAllBytes(set.resolve(replaced));
      bytes[bytes.length - 2] ^= 1;
      store.put(new ObjectName(replaced), Content.of(bytes));
      store.waitingFrom = Integer.MAX_VALUE;
      store.released.countDown();
      assertThat(door.finished(job).state()).isEqualTo(JobState.FAILED);
      assertThat(door.view(job).reason())
          .contains("s3://shop/exports/" + replaced + " was replaced or deleted while it was read");

      store.put(new ObjectName(replaced), Content.of(set.resolve(replaced)));
      door.jobs().retry(Door.CLIENT, job); // lists and reads them again
      assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
      assertThat(door.results(job)).isEqualTo(NaiveOracle.results(set));
    }
  }

  @Test
  void aJobCanBeCancelledWhileItsObjectsAreRead() throws Exception {
    SlowStore store = new SlowStore();
    dataset(store);
    store.waitingFrom = store.list("").size() + 4;
    try (Door door = new Door(folder.resolve("state"), reading(store))) {
      UUID job = door.create(from("s3://shop/exports"));
      await().atMost(Duration.ofSeconds(40)).until(() -> store.gets.get() >= store.waitingFrom);
      door.jobs().cancel(Door.CLIENT, job, "a mistake");
      store.released.countDown();
      assertThat(door.finished(job).state()).isEqualTo(JobState.CANCELLED);
      door.awaitForgotten(job);
    }
  }

  @Test
  void whatIsMissingOrTooMuchFailsWithItsSentence() throws Exception {
    MemoryStore store = new MemoryStore();
    try (Door door = new Door(folder.resolve("state"), reading(store))) {
      UUID empty = door.create(from("s3://shop/exports/none"));
      assertThat(door.finished(empty).reason())
          .isEqualTo("there is no object whose address begins with s3://shop/exports/none/");
      store.put(new ObjectName("stores/s.csv"), Content.of("store_id\n1\n".getBytes(UTF_8)));
      UUID lacking = door.create(from("s3://shop/exports"));
      assertThat(door.finished(lacking).reason())
          .contains("s3://shop/exports has no part of table");
      for (int file = 0; file < 101; file++) {
        for (String table : List.of("stores", "transactions", "menu_items", "users")) {
          store.put(new ObjectName(table + "/" + file + ".csv"), Content.of("a\n".getBytes(UTF_8)));
        }
        store.put(
            new ObjectName("transaction_items/" + file + ".csv"),
            Content.of("a\n".getBytes(UTF_8)));
      }
      UUID many = door.create(from("s3://shop/exports"));
      assertThat(door.finished(many).reason()).isEqualTo("a job has at most 100 parts");
    }
  }

  @Test
  void onlyWhatTheOperatorAllowsIsRead() {
    StoreRules rules = new StoreRules(List.of(ALLOWED), List.of(), _ -> new MemoryStore());
    assertThat(rules.source("s3://shop/exports")).isEqualTo(new SourceRules.Place.Bucket(ALLOWED));
    assertThat(rules.source("s3://shop/exports/2024/").shown()).isEqualTo("s3://shop/exports/2024");
    for (String other :
        List.of(
            "s3://shop",
            "s3://shop/",
            "s3://shop/export",
            "s3://shop/exports2",
            "s3://shop/exports%2F..%2Fsecret",
            "s3://shop/exports/../secret",
            "s3://shop/exports/%2e%2e/secret",
            "s3://shop/exports//secret",
            "s3://shop/exports/./x",
            "s3://shop/exports?endpoint=http://127.0.0.1:1",
            "s3://shop/exports#x",
            "s3://key:secret@shop/exports",
            "s3://shop2/exports",
            "S3://shop/exports",
            "file:///etc",
            "http://shop/exports",
            "exports",
            "")) {
      assertThatThrownBy(() -> rules.source(other)).as(other).isInstanceOf(Refusal.class);
    }
    assertThatThrownBy(() -> rules.target("s3://shop/exports"))
        .hasMessage(
            "this gateway writes to no buckets: its operator allows some with --deliver-to");
  }

  @Test
  void aGatewayWithoutSourcesRefusesTheJob() {
    try (Door door = new Door(folder.resolve("state"))) {
      assertThatThrownBy(() -> door.create(from("s3://shop/exports")))
          .isInstanceOf(Refusal.class)
          .hasMessage("this gateway reads no buckets: its operator allows some with --sources");
    }
  }
}
