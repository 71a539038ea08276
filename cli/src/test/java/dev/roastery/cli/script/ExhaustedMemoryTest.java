package dev.roastery.cli.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Outcome;
import dev.roastery.cli.Repository;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A heap that is too small ends the process, and that is a death like any other (O22). */
class ExhaustedMemoryTest {

  /** What the JVM says when it ends itself for want of memory. */
  private static final int EXIT_CODE = 3;

  private static final String READY =
      "ln -s '%s' \"$(dirname \"$0\")/build/install/lib\""
          .formatted(Repository.ROOT.resolve("build/install/lib").toAbsolutePath());

  @TempDir private Path folder;

  @Test
  void aRunThatHasTooLittleMemoryEndsAndGoesOnWhereItWasWithMore() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(60_000, 24, 9), set, Progress.UNWATCHED).write(2);
    Checkout checkout = new Checkout(folder).havingScript("gradlew", READY);

    Outcome last = new Outcome(EXIT_CODE, "", "");
    int deaths = -1;
    for (int megabytes = 10; last.code() == EXIT_CODE && megabytes < 100; megabytes += 2) {
      deaths++;
      checkout.having("ROASTERY_JAVA_OPTS", "-Xmx" + megabytes + "m");
      last = checkout.run("roastery", "run", set.toString(), "--state=state", "--out=out");
    }

    assertThat(last.code()).as(last.err()).isZero();
    assertThat(deaths).isPositive();
    assertThat(last.err()).contains("resumed an earlier run: ");
    for (Map.Entry<String, String> result : NaiveOracle.results(set).entrySet()) {
      assertThat(written(result.getKey())).as(result.getKey()).isEqualTo(result.getValue());
    }
  }

  private String written(String query) throws IOException {
    return Files.readString(folder.resolve("out").resolve(query + ".csv"));
  }

  /** In a container the entry point starts every JVM, and nothing in deploy goes past it. */
  @Test
  void theImagesProcessesEndForWantOfMemoryToo() {
    assertThat(Repository.read("docker/roastery"))
        .contains("exec java ", " -XX:+ExitOnOutOfMemoryError ");
    assertThat(Repository.read("Dockerfile")).contains("ENTRYPOINT [\"roastery\"]");
    String gateway = Repository.read("deploy/kubernetes/gateway.yaml");
    String workers = Repository.read("deploy/kubernetes/workers.yaml");
    assertThat(gateway).contains("args: [" + Pipeline.GATEWAY + "]").doesNotContain("command:");
    assertThat(workers).doesNotContain("command:");
    assertThat(Repository.all("^          args: \\[(\\w+)]$", workers))
        .containsExactlyInAnyOrderElementsOf(Pipeline.STANDARD.workers());
  }
}
