package dev.roastery.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.roastery.cli.Repository;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    Set<String> told = ToldMetrics.in(folder);
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
    assertThat(names).hasSizeBetween(8, 13).doesNotHaveDuplicates();
    assertThat(Repository.all("^\\| `(Roastery\\w+)` \\|", Repository.read("docs/operations.md")))
        .containsExactlyElementsOf(names);
    assertThat(alerts())
        .allSatisfy(alert -> {
          assertThat(alert.at("/annotations/summary").asText()).endsWith(".");
          assertThat(alert.at("/labels/severity").asText()).isIn("page", "ticket");
        });
  }
}
