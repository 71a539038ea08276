package dev.roastery.cli.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import dev.roastery.common.fault.Backoff;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.journal.PersistenceService;
import dev.roastery.common.journal.PersistenceSettings;
import dev.roastery.common.partition.poison.Quarantine;
import dev.roastery.common.storage.object.FileStore;
import dev.roastery.common.storage.object.ObjectDisk;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.testkit.store.FakeS3;
import dev.roastery.testkit.store.MemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code roastery verify} and {@code roastery quarantine} over the state in an object store. */
class OperatorsToolsInStoreTest {

  private static final Map<String, String> CREDENTIALS =
      Map.of("AWS_ACCESS_KEY_ID", "AKIATEST", "AWS_SECRET_ACCESS_KEY", "of-this-test-only");

  @TempDir private Path folder;

  /** The stores of this test always answer. */
  private static final class Deaf implements PatientStore.Listener {

    @Override
    public void away(String why) {
      throw new AssertionError(why);
    }

    @Override
    public void back() {
      throw new AssertionError("it was never away");
    }
  }

  private static ObjectDisk disk(ObjectStore store) {
    return new ObjectDisk(
        new PatientStore(
            store, new Backoff(0, 1, 0), new SplittableRandom(1), new Deaf(), Runnable::run));
  }

  /** A partition with two snapshots and some groups, and a message in quarantine. */
  private static void fill(ObjectStore store) {
    PersistenceService owner =
        PersistenceService.claim(
            disk(store),
            "joiner-0",
            "joiner-0",
            new UUID(7, 7),
            new PersistenceSettings(1_000, 1 << 16, 300),
            CrashPoints.none());
    owner.commitWorkingState(new byte[] {1});
    owner.settle();
    for (int chunk = 0; chunk < 6; chunk++) {
      owner.appendChunkToBuffer(new byte[20 + chunk]);
      owner.forceChunkBuffer();
      if (chunk == 3) {
        owner.commitWorkingState(new byte[] {2});
      }
    }
    owner.close();
    new Quarantine(disk(store), "joiner-0").put("rubbish".getBytes(UTF_8), "not a message");
  }

  private Path store() throws IOException {
    Path store = folder.resolve("store");
    fill(new FileStore(store));
    return store;
  }

  private static Outcome run(String... arguments) {
    return Commands.run(CREDENTIALS, arguments);
  }

  private static Map<String, String> all(Path store) throws IOException {
    try (Stream<Path> files = Files.walk(store)) {
      return files
          .filter(Files::isRegularFile)
          .collect(Collectors.toMap(Path::toString, OperatorsToolsInStoreTest::bytesAndTime));
    }
  }

  private static String bytesAndTime(Path file) {
    try {
      return Files.getLastModifiedTime(file) + " " + Files.size(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aWholeStoreIsWholeAndStaysAsItIs() throws IOException {
    Path store = store();
    Map<String, String> before = all(store);

    Outcome outcome = run("verify", store.toUri().toString());

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out()).isEqualTo("joiner-0: 1 epochs, 2 snapshots, 6 segments: whole\n");
    assertThat(all(store)).isEqualTo(before);
  }

  @Test
  void aDamagedAndAMissingObjectAreNamedWithWhatToDo() throws IOException {
    Path store = store();
    Path snapshot = store.resolve("joiner-0/epoch-1/snapshot-0000000000000002");
    byte[] bytes = Files.readAllBytes(snapshot);
    bytes[bytes.length - 9] ^= 4;
    Files.write(snapshot, bytes);
    Files.delete(store.resolve("joiner-0/epoch-1/claim"));

    Outcome outcome = run("verify", store.toUri().toString());

    assertThat(outcome.code()).isEqualTo(44);
    assertThat(outcome.out().lines())
        .containsExactly(
            "joiner-0: 1 epochs, 2 snapshots, 6 segments: DAMAGED",
            "  JOURNAL_CORRUPT: joiner-0/epoch-1/claim is missing, although its epoch has begun:"
                + " restore it, or give the partition up",
            "  SNAPSHOT_CORRUPT: joiner-0/epoch-1/snapshot-0000000000000002 is damaged: its bytes"
                + " are not those that were written: restore it, or give the partition up");
    assertThat(outcome.err()).contains("JOURNAL_CORRUPT: 2 damaged places, listed above");
    assertThat(snapshot).hasBinaryContent(bytes);
  }

  @Test
  void aBucketIsVerifiedByReadingOnly() throws IOException {
    MemoryStore objects = new MemoryStore();
    fill(objects);
    try (FakeS3 server = FakeS3.over(objects)) {
      String place = "s3://bucket?style=path&region=eu-test-1&endpoint=" + server.endpoint();

      Outcome outcome = run("verify", place);

      assertThat(outcome.err()).isEmpty();
      assertThat(outcome.out()).isEqualTo("joiner-0: 1 epochs, 2 snapshots, 6 segments: whole\n");
      assertThat(server.requests()).allMatch(request -> request.method().equals("GET"));
    }
  }

  @Test
  void aPlaceWithoutPartitionsIsRefusedAndNothingIsCreatedThere() throws IOException {
    Path none = folder.resolve("none");
    Outcome nowhere = run("verify", none.toUri().toString());
    assertThat(nowhere.code()).isEqualTo(56);
    assertThat(nowhere.err()).contains("none is not a directory");
    assertThat(run("quarantine", "list", none.toUri().toString()).code()).isEqualTo(56);
    assertThat(none).doesNotExist();

    Path empty = Files.createDirectory(folder.resolve("empty"));
    Outcome outcome = run("verify", empty.toUri().toString());
    assertThat(outcome.code()).isEqualTo(3);
    assertThat(outcome.err()).contains("found no partition in file://" + empty);
    assertThat(empty).isEmptyDirectory();

    assertThat(run("verify", "ftp://nothing").code()).isEqualTo(2);
  }

  @Test
  void aStoreThatDoesNotAnswerIsNotWaitedFor() {
    String gone = "s3://bucket?style=path&region=eu-test-1&endpoint=http://127.0.0.1:1";
    for (Outcome outcome : List.of(run("verify", gone), run("quarantine", "list", gone))) {
      assertThat(outcome.code()).isEqualTo(8);
      assertThat(outcome.err()).contains("try again when the store answers");
    }
  }

  @Test
  void whatIsInQuarantineIsListedShownAndDropped() throws IOException {
    String place = store().toUri().toString();

    assertThat(run("quarantine", "list", place).out().lines())
        .hasSize(3)
        .anyMatch(line -> line.contains("joiner-0") && line.contains("not a message: "));
    String name =
        new Quarantine(disk(new FileStore(folder.resolve("store"))), "joiner-0")
            .list()
            .getFirst()
            .name();
    Path bytes = folder.resolve("bytes");
    Outcome shown = run("quarantine", "show", place, name.substring(0, 6), "--out=" + bytes);
    assertThat(shown.out()).contains("partition  joiner-0", "name       " + name, "bytes      7");
    assertThat(bytes).hasContent("rubbish");
    Outcome kept =
        run(
            "quarantine",
            "retry",
            place,
            name,
            "--limit=1",
            "--broker=amqp://nobody:nothing@127.0.0.1:1");
    assertThat(kept.err()).contains("the message stays in quarantine");
    assertThat(run("quarantine", "drop", place, name).out()).startsWith("dropped " + name);
    assertThat(run("quarantine", "list", place).out()).isEqualTo("the quarantine is empty\n");
  }
}
