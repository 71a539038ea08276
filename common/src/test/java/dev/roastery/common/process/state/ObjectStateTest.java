package dev.roastery.common.process.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.storage.location.StoreOptions;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.ObjectDisk;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.harness.store.FakeAnswer;
import dev.roastery.harness.store.FakeFault;
import dev.roastery.testkit.store.FakeS3;
import dev.roastery.testkit.store.MemoryStore;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How a worker uses the store that has its state. */
class ObjectStateTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final ObjectName NAME = new ObjectName("joiner-0/epoch-1/segment-0");

  private final MemoryStore objects = new MemoryStore();
  private FakeS3 server;
  private WorkerState state;
  private PatientStore store;

  @BeforeEach
  void open() throws IOException {
    server = FakeS3.over(objects);
    state =
        WorkerState.open(
            "s3://bucket/state?style=path&region=eu-test-1&endpoint=" + server.endpoint(),
            new StoreOptions(),
            Map.of("AWS_ACCESS_KEY_ID", "AKIATEST", "AWS_SECRET_ACCESS_KEY", "of-this-test-only"));
    store = ((ObjectDisk) state.disk()).store();
    store.put(NAME, Content.of(new byte[] {1}));
  }

  @AfterEach
  void close() throws IOException {
    state.close();
    server.close();
  }

  @Test
  void noPartitionWaitsForTheDeletionOfWhatNobodyNeeds() throws IOException {
    long before = server.count("DELETE");
    server.once("DELETE", new FakeFault.Silence());

    store.deleteSoon(NAME);
    await().atMost(LIMIT).until(() -> server.count("DELETE") > before);

    ObjectName next = new ObjectName("joiner-0/epoch-1/segment-1");
    store.put(next, Content.of(new byte[] {2}));
    assertThat(store.get(next)).isPresent();
  }

  @Test
  void whatNobodyNeedsIsDeletedInTheEnd() throws IOException {
    store.deleteSoon(NAME);
    await().atMost(LIMIT).until(() -> objects.get(new ObjectName("state/" + NAME)).isEmpty());
  }

  /** Its requests are given up only much later; an operator knows before. */
  @Test
  void aStoreThatIsSilentIsAwayUntilItAnswers() {
    AtomicLong nanos = new AtomicLong();
    StoreWatch watch = new StoreWatch(nanos::get);
    StoreWatch.Request request = watch.request();
    nanos.addAndGet(StoreWatch.SILENCE.toNanos() - 1);
    watch.look();
    assertThat(watch.why()).isEmpty();

    nanos.incrementAndGet();
    watch.look();
    assertThat(watch.why()).isEqualTo("a request has had no answer for 20 s");

    request.close();
    StoreWatch.Request next = watch.request();
    watch.look();
    assertThat(watch.why()).as("given up, and not answered").isNotEmpty();

    next.answered();
    next.close();
    watch.look();
    assertThat(watch.why()).isEmpty();
  }

  @Test
  void aStoreThatAnswersOthersIsNotSilent() {
    AtomicLong nanos = new AtomicLong();
    StoreWatch watch = new StoreWatch(nanos::get);
    StoreWatch.Request slow = watch.request();
    nanos.addAndGet(StoreWatch.SILENCE.toNanos());
    watch.request().answered();
    watch.look();
    assertThat(watch.why()).isEmpty();
    slow.close();
  }

  @Test
  void everyRequestOfAWorkerIsWatched() throws IOException {
    StoreWatch watch = ((ObjectState) state).watch();
    Map<String, Integer> waiting = new ConcurrentHashMap<>();
    server.faults(request -> {
      waiting.merge(request.method(), watch.waiting(), Math::min);
      return new FakeFault.None();
    });

    store.create(new ObjectName("joiner-0/epoch-1/claim"), new byte[] {1});
    store.put(NAME, Content.of(new byte[] {2}));
    assertThat(store.get(NAME)).isPresent();
    store.delete(NAME);

    assertThat(waiting).containsEntry("GET", 1).containsEntry("PUT", 1).containsEntry("DELETE", 0);
    assertThat(watch.waiting()).isZero();
  }

  @Test
  void aProcessThatEndsDeletesBeforeWhatNobodyNeeds() throws IOException {
    for (int segment = 0; segment < 100; segment++) {
      ObjectName name = new ObjectName("joiner-0/epoch-2/segment-" + segment);
      store.put(name, Content.of(new byte[] {3}));
      store.deleteSoon(name);
    }
    state.close();
    assertThat(objects.list("state/joiner-0/epoch-2/")).isEmpty();
  }

  /** As by a policy without the right to delete: an operator has to know. */
  @Test
  void aDeletionThatIsRefusedFailsTheNextOne() {
    server.faults(request ->
        request.method().equals("DELETE")
            ? new FakeFault.Said(FakeAnswer.error(403, "AccessDenied", "not allowed to delete"))
            : new FakeFault.None());
    await()
        .atMost(LIMIT)
        .untilAsserted(() ->
            assertThatThrownBy(() -> store.deleteSoon(NAME))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not allowed to delete"));
  }
}
