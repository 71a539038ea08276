package dev.roastery.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.gateway.sample.Progress;
import dev.roastery.gateway.sample.SampleDataset;
import dev.roastery.gateway.sample.SampleSettings;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed goes on where it was, and comes to the same. */
class KilledRunTest {

  @TempDir private Path folder;

  @Test
  void aRunThatIsKilledAgainAndAgainComesToTheSame() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(60_000, 24, 9), set, Progress.UNWATCHED).write(2);
    SortedMap<String, String> expected = NaiveOracle.results(set);
    int killed = 0;
    for (int millis = 300; millis <= 1500; millis += 150) {
      Outcome.Running running = start(set);
      if (!running.process().waitFor(millis, TimeUnit.MILLISECONDS)) {
        running.process().destroyForcibly().waitFor();
        killed++;
      }
    }
    assertThat(start(set).await()).satisfies(last -> assertThat(last.code()).isZero());

    SortedMap<String, String> results = new TreeMap<>();
    for (String query : expected.keySet()) {
      results.put(query, Files.readString(folder.resolve("out/" + query + ".csv")));
    }
    assertThat(results).isEqualTo(expected);
    assertThat(killed).isPositive();
  }

  private Outcome.Running start(Path set) throws IOException {
    Path jars = Repository.ROOT.resolve("build/install/lib").toAbsolutePath();
    return Outcome.start(
        folder,
        Map.of(),
        List.of(
            System.getProperty("java.home") + "/bin/java",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            jars + "/*",
            "dev.roastery.cli.Main",
            "run",
            set.toString(),
            "--state=" + folder.resolve("state"),
            "--out=" + folder.resolve("out")));
  }
}
