package dev.roastery.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.roastery.cli.Repository;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.process.Metrics;
import dev.roastery.common.process.SteadyClock;
import dev.roastery.common.process.VolumeSpace;
import dev.roastery.common.process.WorkerMetrics;
import dev.roastery.embedded.LocalCluster;
import dev.roastery.gateway.api.HttpGateway;
import dev.roastery.gateway.api.server.Readiness.Check;
import dev.roastery.gateway.process.GatewayOptions;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * deploy/prometheus/alerts.yaml asks for what there is, and every alert has its paragraph. The
 * metric that RabbitMQ tells is checked by BrokerClusterTest.
 */
class AlertsTest {

  private static final Set<String> PROMETHEUS_OWN = Set.of("up");
  private static final Set<String> FUNCTIONS =
      Set.of(
          "absent",
          "by",
          "changes",
          "count",
          "increase",
          "min_over_time",
          "scalar",
          "job",
          "queue",
          "state",
          "vhost");

  @TempDir private Path folder;

  private static List<JsonNode> alerts() throws IOException {
    JsonNode file =
        new ObjectMapper(new YAMLFactory())
            .readTree(Repository.ROOT.resolve("deploy/prometheus/alerts.yaml").toFile());
    List<JsonNode> alerts = new ArrayList<>();
    file.required("groups").forEach(group -> group.required("rules").forEach(alerts::add));
    return alerts;
  }

  @Test
  void everyMetricThatAnAlertAsksForIsOneThatAProcessTells() throws Exception {
    Set<String> told = new TreeSet<>(metrics(gatewaysText()));
    told.addAll(metrics(workersText()));
    told.addAll(PROMETHEUS_OWN);
    for (JsonNode alert : alerts()) {
      String expression = alert.required("expr").asText();
      Set<String> words =
          new TreeSet<>(
              Repository.all(
                  "\\b([a-z][a-z_]+)", expression.replaceAll("\"[^\"]*\"|\\[\\w+]", "")));
      words.removeAll(FUNCTIONS);
      assertThat(words).as(expression).isNotEmpty().isSubsetOf(told);
    }
  }

  /** A node is not ready for several reasons, each of which has its own alert. */
  @Test
  void theAlertAboutTheBrokerAsksForTheBrokerOnly() throws IOException {
    assertThat(alerts())
        .filteredOn(alert -> alert.required("alert").asText().equals("RoasteryBrokerAway"))
        .singleElement()
        .satisfies(alert ->
            assertThat(alert.required("expr").asText())
                .isEqualTo("roastery_broker_connected == 0"));
    assertThat(alerts())
        .noneMatch(alert -> alert.required("expr").asText().contains("roastery_ready"));
  }

  @Test
  void everyAlertIsExplainedAndNoOther() throws IOException {
    List<String> names = alerts().stream().map(each -> each.required("alert").asText()).toList();
    assertThat(names).hasSizeBetween(8, 12).doesNotHaveDuplicates();
    assertThat(Repository.all("^\\| `(Roastery\\w+)` \\|", Repository.read("docs/operations.md")))
        .containsExactlyElementsOf(names);
    assertThat(alerts())
        .allSatisfy(alert -> {
          assertThat(alert.at("/annotations/summary").asText()).endsWith(".");
          assertThat(alert.at("/labels/severity").asText()).isIn("page", "ticket");
        });
  }

  private static Set<String> metrics(String text) {
    return new TreeSet<>(Repository.all("^# TYPE (\\w+) ", text));
  }

  private String gatewaysText() throws Exception {
    GatewayOptions door = CommandLine.populateCommand(new GatewayOptions(), "--port=0");
    try (LocalCluster cluster =
            LocalCluster.start(
                folder,
                door.settings(Partitions.oneEach()),
                SteadyClock.ofThisMachine(),
                fatal -> {
                  throw new AssertionError(fatal);
                });
        HttpGateway http =
            HttpGateway.start(
                door.http(),
                cluster.jobs(),
                () -> List.of(new Check(Check.BROKER, null), new Check("partitions", "no node")),
                new Metrics(),
                fatal -> {
                  throw new AssertionError(fatal);
                });
        HttpClient client = HttpClient.newHttpClient()) {
      String text =
          client
              .send(
                  HttpRequest.newBuilder(http.address().resolve("/metrics")).build(),
                  BodyHandlers.ofString())
              .body();
      assertThat(text)
          .contains("\nroastery_jobs{state=\"RUNNING\"} 0\n", "\nroastery_ready 0\n")
          .contains("\nroastery_broker_connected 1\n")
          .containsPattern("\nroastery_volume_free_bytes [1-9]")
          .containsPattern("\nroastery_started_seconds 1[0-9]{9}\n");
      return text;
    }
  }

  private String workersText() {
    PartitionReport report =
        new PartitionReport(new PartitionName("joiner", 0), 3, Map.of(), Map.of());
    String text =
        new WorkerMetrics(Instant.now(), false, true, VolumeSpace.of(folder), 2, 1, List.of(report))
            .text();
    assertThat(text)
        .contains("\nroastery_ready 0\n", "\nroastery_broker_connected 1\n")
        .contains("\nroastery_dead_letters 2\n")
        .contains("\nroastery_partition_epoch{partition=\"joiner-0\"} 3\n");
    return text;
  }
}
