package dev.roastery.cli.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.roastery.cli.Repository;
import dev.roastery.common.pipeline.Pipeline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The files for Docker, the scripts beside them and the program's options agree. */
class DockerFilesTest {

  private static final String COMPOSE = Repository.read("compose.yaml");
  private static final String STORE = Repository.read("docker/store.yaml");
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
            + Repository.read("cli/src/main/java/dev/roastery/cli/log/LogConfigurator.java")
            + Repository.read("cli/src/main/java/dev/roastery/cli/LogLevel.java");

    assertThat(given).hasSize(11);
    assertThat(Repository.all("(?:\\$\\{(?:env:)?|\")(ROASTERY_[A-Z_]+)", read)).containsAll(given);
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

  /** Several builds of one name leave images without a name behind. */
  @Test
  void oneServiceBuildsTheImageOfAll() throws IOException {
    JsonNode services = new ObjectMapper(new YAMLFactory()).readTree(COMPOSE).required("services");
    assertThat(Repository.all("^  (?:  )?build:()", COMPOSE)).hasSize(1);
    assertThat(services.required(Pipeline.GATEWAY).has("build")).isTrue();
  }

  @Test
  void whatMayBeSetForComposeIsInTheTableAndNothingElse() {
    List<String> variables = new ArrayList<>();
    for (String file :
        List.of(
            "compose.yaml", "docker/management.yaml", "docker/public.yaml", "docker/store.yaml")) {
      variables.addAll(Repository.all("\\$\\{(ROASTERY_\\w+)", Repository.read(file)));
    }
    String operations = Repository.read("docs/operations.md");
    int begin = operations.indexOf("| variable | sets | default |");
    String table = operations.substring(begin, operations.indexOf("\n\n", begin));
    List<String> rows = new ArrayList<>();
    Repository.all("^\\| (`ROASTERY_[^|]*) \\|", table)
        .forEach(row -> rows.addAll(Repository.all("`(ROASTERY_\\w+)`", row)));

    assertThat(rows).doesNotHaveDuplicates();
    assertThat(new TreeSet<>(variables)).isEqualTo(new TreeSet<>(rows));
  }

  /** What compose.yaml gives a worker to write to, the second file takes away. */
  @Test
  void withAStoreNoWorkerCanWriteToItsMachine() throws IOException {
    ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
    JsonNode services = yaml.readTree(STORE).required("services");
    List<String> workers = Pipeline.STANDARD.workers();
    assertThat(services.propertyStream().map(Map.Entry::getKey))
        .containsAll(workers)
        .hasSize(workers.size() + 1);
    for (String worker : workers) {
      JsonNode service = services.required(worker);
      assertThat(service.required("volumes").toString()).isEqualTo("[\"secret:/run/roastery:ro\"]");
      assertThat(service.required("tmpfs")).isEmpty();
    }
    assertThat(Repository.all("^    (volumes: !override|tmpfs: !reset) \\[", STORE))
        .hasSize(2 * workers.size());
    assertThat(COMPOSE).contains("  read_only: true\n").doesNotContain("read_only: false");
  }

  /** s3proxy's own image and the one that tests put in its place take the same variables. */
  @Test
  void theStoreOfTheTestsTakesTheVariablesThatAreGiven() {
    String script = Repository.read("bucket/src/main/docker/run-docker-container.sh");
    assertThat(Repository.all("^      ((?:S3PROXY|JCLOUDS)_\\w+): ", STORE))
        .hasSize(4)
        .allSatisfy(variable -> assertThat(script).contains("\"$" + variable + "\""));
    assertThat(STORE)
        .contains("s3proxy:s3proxy-" + version("s3proxy"))
        .contains("exec /opt/s3proxy/run-docker-container.sh");
  }

  private static String version(String library) {
    String libraries = Repository.read("gradle/libraries.properties");
    return Repository.all("^" + library + " .*:(\\S+)$", libraries).getFirst();
  }

  /** An option that protects the gateway must not get lost on its way into the container. */
  @Test
  void theGatewayIsGivenItsTokensItsKeysAndWhatAnOperatorAccepts() {
    List<String> passed = Repository.all("(ROASTERY_\\w+): \\$\\{\\1:-", COMPOSE);
    List<String> door = List.of("OPEN_TO_EVERYBODY", "TOKENS", "TLS_KEYSTORE", "TLS_PASSWORD_FILE");
    for (String name : door) {
      assertThat(passed).contains("ROASTERY_" + name);
      assertThat(Repository.read("docker/public.yaml")).contains("      ROASTERY_" + name + ": ");
    }
    assertThat(passed).contains("ROASTERY_ACCEPT_LOST_VOLUME", "ROASTERY_ACCEPT_LOST_BROKER");
  }
}
