package dev.roastery.simulation.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.FatalReason;
import dev.roastery.simulation.toy.ToyDataset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers that must not begin: each ends with its reason's exit code and one sentence on the
 * standard error, and a correctly started worker then finds everything as it was.
 */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusedWorkerTest {

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  static Path folder;

  private ToyCluster cluster;

  /** The volume as its first owner left it. */
  private Path copy;

  @BeforeAll
  void useTheVolume() {
    cluster = new ToyCluster(ToyBroker.empty(), folder.resolve("cluster"));
    completeAJob();
    copy = copy("copy");
  }

  /** The refused one has changed nothing: the right volume with the right broker goes on. */
  @AfterEach
  void completeAJob() {
    ToyProcess worker = cluster.startOwner();
    ToyDataset dataset = cluster.dataset(10);
    cluster.gateway().send(dataset.messages());
    cluster.assertCompleted(dataset);
    worker.signal("TERM");
    assertThat(worker.awaitExit()).isZero();
  }

  @AfterAll
  void closeCluster() {
    cluster.close();
  }

  @Test
  void aLostVolumeIsNotTakenForANewOne() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertRefused(FatalReason.VOLUME_LOST, "mount the right volume", "--volume", empty.toString());
  }

  @Test
  void aVolumeOfAnotherInstallationIsRefused() {
    try (ToyCluster other = new ToyCluster(ToyBroker.empty(), folder.resolve("other"))) {
      other.startOwner();
      String volume = other.volume.toString();
      assertRefused(FatalReason.VOLUME_FOREIGN, "mount the right volume", "--volume", volume);
    }
  }

  @Test
  void anOldCopyOfTheVolumeIsRefused() {
    completeAJob();
    assertRefused(FatalReason.VOLUME_STALE, "mount the right volume", "--volume", copy.toString());
  }

  @Test
  void anEmptiedBrokerIsRefused() {
    String uri = ToyBroker.empty().uri();
    String volume = copy("volume-of-a-lost-broker").toString();
    assertRefused(FatalReason.BROKER_LOST, "the right broker", "--amqp", uri, "--volume", volume);
  }

  @Test
  void aVolumeThatIsNotMountedIsNotCreated() {
    Path missing = folder.resolve("missing");
    assertRefused(FatalReason.DISK_UNREADABLE, "missing", "--volume", missing.toString());
    assertThat(missing).doesNotExist();
  }

  @Test
  void aVolumeWithoutAReadableSnapshotIsRefused() {
    Path damaged = copy("damaged");
    files(damaged.resolve("top-0"), "snapshot-").forEach(RefusedWorkerTest::damage);
    assertRefused(FatalReason.SNAPSHOT_CORRUPT, "top-0", "--volume", damaged.toString());
  }

  @Test
  void aWrongPasswordIsRefused() {
    String uri = cluster.broker.uri().replace("guest:guest", "guest:wrong");
    assertRefused(FatalReason.BROKER_REFUSED, "ACCESS_REFUSED", "--amqp", uri);
  }

  @Test
  void aQueueOfAnotherKindIsRefused() {
    ToyBroker other = ToyBroker.empty();
    other
        .node()
        .rabbitmqctl(
            "eval",
            """
            rabbit_amqqueue:declare(
                {resource, <<"%s">>, queue, <<"roastery.sum-0">>},
                true, false, [], none, <<"test">>).
            """
                .formatted(other.vhost()));
    assertRefused(FatalReason.BROKER_MISCONFIGURED, "roastery.sum-0", "--amqp", other.uri());
  }

  private void assertRefused(FatalReason reason, String words, String... arguments) {
    ToyProcess worker = cluster.launch(Map.of(), arguments);
    int code = worker.awaitExit();
    assertThat(code).as("%s %s", worker.tail(), worker.complaints()).isEqualTo(reason.exitCode());
    assertThat(worker.complaints()).hasSize(1);
    assertThat(worker.complaints().getFirst()).startsWith("fatal " + reason + ": ").contains(words);
    System.out.println(code + " " + worker.complaints().getFirst());
  }

  private Path copy(String name) {
    Path to = folder.resolve(name);
    for (Path file : files(cluster.volume, "")) {
      Path target = to.resolve(cluster.volume.relativize(file));
      try {
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return to;
  }

  private static List<Path> files(Path under, String prefix) {
    try (Stream<Path> files = Files.walk(under)) {
      return files.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void damage(Path snapshot) {
    try {
      byte[] bytes = Files.readAllBytes(snapshot);
      bytes[bytes.length / 2] ^= 1;
      Files.write(snapshot, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
