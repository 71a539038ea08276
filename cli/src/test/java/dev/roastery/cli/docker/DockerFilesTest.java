package dev.roastery.cli.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Repository;
import dev.roastery.common.pipeline.Pipeline;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The files for Docker, the scripts beside them and the program's options agree. */
class DockerFilesTest {

  private static final String COMPOSE = Repository.read("compose.yaml");
  private static final String DOCKERFILE = Repository.read("Dockerfile");

  @Test
  void theStandInsHaveTheNamesOfTheImagesThatAreUsed() {
    List<String> used = new ArrayList<>(Repository.all("^FROM ([^ $]+:\\S+)", DOCKERFILE));
    used.addAll(Repository.all("image: ([^ $]+:\\S+)", COMPOSE));
    String script = Repository.read("scripts/images-from-debian.sh");

    assertThat(Repository.all("^(?:jdk|jre|broker)=(\\S+)$", script))
        .containsExactlyInAnyOrderElementsOf(used);
  }

  @Test
  void everyVariableThatANodeIsGivenIsOneThatItReads() {
    List<String> given = new ArrayList<>(Repository.all("^  (ROASTERY_\\w+): ", COMPOSE));
    given.addAll(Repository.all("\\b(ROASTERY_\\w+)=", DOCKERFILE));
    String read =
        Repository.read("common/src/main/java/dev/roastery/common/process/NodeOptions.java")
            + Repository.read("common/src/main/java/dev/roastery/common/process/BrokerAddress.java")
            + Repository.read("common/src/main/java/dev/roastery/common/spill/MemoryOptions.java")
            + Repository.read(
                "gateway/src/main/java/dev/roastery/gateway/process/GatewayOptions.java")
            + Repository.read("cli/src/main/resources/logback.xml");

    assertThat(given).hasSize(10);
    assertThat(Repository.all("\\$\\{(?:env:)?(ROASTERY_[A-Z_]+)", read)).containsAll(given);
  }

  /** One place for each kind of worker, in the order of the pipeline. */
  @Test
  void everyWorkerOfThePipelineIsThere() {
    List<String> workers = Pipeline.STANDARD.workers();
    String cases = String.join(" | ", workers) + ")";

    assertThat(Repository.all("^    command: \\[(\\w+)\\]", COMPOSE)).containsAll(workers);
    assertThat(COMPOSE).contains("ROASTERY_PARTITIONS:-" + Pipeline.STANDARD_PARTITIONS + "}");
    assertThat(Repository.read("docker/healthy")).contains(cases);
    assertThat(Repository.read("docker/roastery")).contains(cases);
    assertThat(Repository.read("roastery")).contains(cases);
  }

  @Test
  void whatMayBeSetForComposeIsExplained() {
    List<String> variables = Repository.all("\\$\\{(ROASTERY_\\w+)", COMPOSE);
    variables = new ArrayList<>(variables);
    variables.addAll(
        Repository.all("\\$\\{(ROASTERY_\\w+)", Repository.read("docker/management.yaml")));

    assertThat(variables).isNotEmpty();
    assertThat(Repository.all("`(ROASTERY_\\w+)`", Repository.read("docs/operations.md")))
        .containsAll(variables);
  }
}
