package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.roastery.cli.Outcome;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.harness.ShellCommand;
import dev.roastery.testkit.TestBroker;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The volume of a worker, a small file system of its own, becomes full during a job (D06). */
@Tag("broker")
class FullVolumeTest {

  private static final Duration MOUNT_LIMIT = Duration.ofSeconds(10);
  private static final String QUERY = "high-value-transactions";

  @TempDir private Path folder;
  private Path volume;

  @BeforeEach
  void mount() throws IOException {
    volume = Files.createDirectory(folder.resolve("volume-aggregator"));
    ShellCommand.Outcome mounted =
        ShellCommand.of("mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", volume.toString())
            .run(MOUNT_LIMIT);
    assumeTrue(mounted.succeeded(), "a small file system takes root: " + mounted.output());
  }

  @AfterEach
  void unmount() {
    ShellCommand.of("umount", volume.toString()).run(MOUNT_LIMIT);
  }

  @Test
  void theWorkerEndsSaysSoAndOnceThereIsSpaceItsJobCompletes() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(100_000, 24, 3), set, Progress.UNWATCHED).write(2);
    Path out = folder.resolve("out");
    Path ballast = volume.resolve("ballast");
    try (PrivateBroker broker = TestBroker.startPrivate(folder.resolve("broker"));
        Service service = Service.overRabbit(folder, broker.uri())) {
      List<String> aggregator = Service.node("aggregator", folder, broker.uri());
      Outcome.Running client =
          service.submit(set, "--query=" + QUERY, "--watch", "--quiet", "--out=" + out);
      service.awaitUploaded(1);

      assertEndsWithoutSpace(service.nodes().getFirst(), ballast);
      assertEndsWithoutSpace(service.start(Map.of(), aggregator), ballast);
      assertThat(client.process().isAlive()).isTrue();
      Files.delete(ballast);
      Outcome.Running alive = service.start(Map.of(), aggregator);

      Outcome submitted = client.await(Service.LIMIT);
      assertThat(submitted.code()).as(submitted.err()).isZero();
      assertThat(Service.results(out))
          .containsOnly(Map.entry(QUERY + ".csv", NaiveOracle.results(set).get(QUERY)));
      assertThat(alive.process().isAlive()).isTrue();
    }
  }

  private static void assertEndsWithoutSpace(Outcome.Running node, Path ballast) throws Exception {
    await()
        .atMost(Service.LIMIT)
        .until(() -> {
          fill(ballast);
          return !node.process().isAlive();
        });
    Outcome ended = node.await(Service.LIMIT);
    assertThat(ended.code()).as(ended.err()).isEqualTo(FatalReason.NO_SPACE.exitCode());
    assertThat(ended.err().lines().filter(line -> line.contains("NO_SPACE")))
        .as("one sentence for each partition that needed space")
        .isNotEmpty()
        .allSatisfy(line ->
            assertThat(line)
                .containsPattern("NO_SPACE: cannot write aggregator-[01]/\\S+")
                .contains(
                    "No space left on device", "free some space on the volume, then restart"));
  }

  /** Leaves nothing, also of what the node has deleted since the last time. */
  private static void fill(Path ballast) {
    try (OutputStream out =
        Files.newOutputStream(ballast, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      while (true) {
        out.write(new byte[4096]);
      }
    } catch (IOException _) {
      // It is full.
    }
  }
}
