package dev.roastery.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.cli.ExitCode;
import dev.roastery.cli.Outcome;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that is killed goes on where it was, and comes to the same. */
class KilledRunTest {

  @TempDir private static Path shared;
  private static Path set;
  private static SortedMap<String, String> expected;

  @TempDir private Path folder;
  private RunProcess processes;
  private Path state;
  private Path out;

  @BeforeAll
  static void generate() throws IOException {
    set = shared.resolve("set");
    new SampleDataset(new SampleSettings(40_000, 24, 9), set, Progress.UNWATCHED).write(2);
    expected = NaiveOracle.results(set);
  }

  @BeforeEach
  void setUp() throws IOException {
    processes = RunProcess.in(folder);
    state = folder.resolve("state");
    out = folder.resolve("out");
  }

  /** From the first rows to the last job's end; and again while it recovers from that. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "acked:20",
        "after_chunk:15, recovery_mid_replay",
        "snapshot_renamed:3, recovery_snapshot_loaded:2",
        "end_received:30",
        "published_one_of_many:3",
        "after_send_end:2, recovery_before_republish",
        "finished_before_cleanup:2",
      })
  void whereverItDiesTheNextOneGoesOnSaysSoAndComesToTheSame(String points) throws Exception {
    for (String point : points.split(", ", -1)) {
      assertThat(start(Map.of("ROASTERY_CRASH", point)).await().code()).as(point).isEqualTo(137);
      Files.delete(state.resolve("roastery.crashed"));
    }
    Outcome last = start(Map.of()).await();

    assertThat(last.code()).isZero();
    assertThat(last.err()).containsAnyOf("resumed an earlier run: ", "nothing was computed again");
    assertThat(results()).isEqualTo(expected);
  }

  @Test
  void aRunThatIsKilledAgainAndAgainComesToTheSame() throws Exception {
    for (String partition :
        List.of("aggregator-0", "aggregator-1", "joiner-0", "collector-0", "aggregator-0")) {
      int before = epoch(partition);
      Outcome.Running running = start(Map.of());
      awaitEpoch(partition, before, running.process());
      running.process().destroyForcibly().waitFor();
    }
    assertThat(start(Map.of()).await().code()).isZero();
    assertThat(results()).isEqualTo(expected);
  }

  @Test
  void interruptedItKeepsWhatItsStateHasAndNothingElse() throws Exception {
    Outcome.Running running = start(Map.of());
    awaitBatch("aggregator-1", running.process());
    RunProcess.interrupt(running.process());

    Outcome interrupted = running.await();
    assertThat(interrupted.code()).isEqualTo(ExitCode.INTERRUPTED.number());
    assertThat(interrupted.err())
        .contains("interrupted; what is done is safe in " + state + "; run the same command again");
    assertThat(RunProcess.names(out)).isEmpty();
    assertThat(RunProcess.names(processes.temporary())).isEmpty();
    assertThat(start(Map.of()).await().err())
        .containsSubsequence("resuming an earlier run: ", "resumed an earlier run: ");
    assertThat(results()).isEqualTo(expected);
  }

  @Test
  void interruptedWithoutStateItLeavesNothing() throws Exception {
    Outcome.Running running = processes.start(Map.of(), set.toString());
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(1))
        .until(() -> !RunProcess.names(processes.temporary()).isEmpty());
    RunProcess.interrupt(running.process());
    Outcome outcome = running.await();

    assertThat(outcome.code()).isEqualTo(ExitCode.INTERRUPTED.number());
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .isEqualTo(
            "\nroastery: interrupted; nothing is kept; with --state DIR, the same command would"
                + " resume\n");
    assertThat(RunProcess.names(processes.temporary())).isEmpty();
  }

  private Outcome.Running start(Map<String, String> environment) throws IOException {
    return processes.start(environment, set.toString(), "--state=" + state, "--out=" + out);
  }

  /** Waits until the process has taken that partition. */
  private void awaitEpoch(String partition, int before, Process process) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(1))
        .until(() -> epoch(partition) > before || !process.isAlive());
    assertThat(process.isAlive()).as("it runs with %s", partition).isTrue();
  }

  /** So that there is something to go on with. */
  private void awaitBatch(String partition, Process process) {
    Path directory = state.resolve("partitions").resolve(partition);
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(1))
        .until(() -> bytes(directory) > 10_000 || !process.isAlive());
    assertThat(process.isAlive()).as("it runs with %s", partition).isTrue();
  }

  private static long bytes(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private int epoch(String partition) throws IOException {
    Path directory = state.resolve("partitions").resolve(partition);
    return Files.exists(directory)
        ? RunProcess.names(directory).stream()
            .filter(name -> name.matches("epoch-\\d+"))
            .mapToInt(name -> Integer.parseInt(name.substring(6)))
            .max()
            .orElse(0)
        : 0;
  }

  private SortedMap<String, String> results() throws IOException {
    SortedMap<String, String> results = new TreeMap<>();
    for (String file : RunProcess.names(out)) {
      results.put(file.replace(".csv", ""), Files.readString(out.resolve(file)));
    }
    return results;
  }
}
