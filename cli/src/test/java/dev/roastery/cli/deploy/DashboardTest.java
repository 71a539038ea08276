package dev.roastery.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.cli.Repository;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** deploy/grafana/roastery.json shows what there is. */
class DashboardTest {

  @TempDir private Path folder;

  private static List<JsonNode> panels() throws IOException {
    JsonNode board =
        new ObjectMapper()
            .readTree(Repository.ROOT.resolve("deploy/grafana/roastery.json").toFile());
    List<JsonNode> panels = new ArrayList<>();
    board.required("panels").forEach(panels::add);
    return panels;
  }

  @Test
  void everyMetricThatAPanelAsksForIsOneThatAProcessTells() throws Exception {
    Set<String> told = ToldMetrics.in(folder);
    Set<String> asked = new TreeSet<>();
    for (JsonNode panel : panels()) {
      assertThat(panel.required("targets")).as(panel.required("title").asText()).isNotEmpty();
      for (JsonNode target : panel.required("targets")) {
        String expression = target.required("expr").asText();
        Set<String> metrics = new TreeSet<>(Repository.all("\\b(roastery_[a-z_]+)", expression));
        metrics.removeIf(each -> told.contains(each.replaceAll("_bucket$", "")));
        assertThat(metrics).as(expression).isEmpty();
        asked.addAll(Repository.all("\\b(roastery_[a-z_]+)", expression));
      }
    }
    assertThat(asked)
        .contains(
            "roastery_jobs",
            "roastery_queue_messages",
            "roastery_partition_state_bytes",
            "roastery_partition_journal_bytes",
            "roastery_partition_spilled_bytes",
            "roastery_partition_snapshot_age_seconds",
            "roastery_memory_budget_used_bytes",
            "roastery_takeovers_total",
            "roastery_traces_sent_total",
            "roastery_trace_failures_total");
  }

  @Test
  void panelsLieBesideEachOther() throws IOException {
    Set<String> taken = new TreeSet<>();
    Set<Integer> ids = new TreeSet<>();
    for (JsonNode panel : panels()) {
      JsonNode at = panel.required("gridPos");
      assertThat(at.required("x").asInt() + at.required("w").asInt()).isLessThanOrEqualTo(24);
      assertThat(ids.add(panel.required("id").asInt())).isTrue();
      for (int x = 0; x < at.required("w").asInt(); x++) {
        for (int y = 0; y < at.required("h").asInt(); y++) {
          String place = (at.required("x").asInt() + x) + "," + (at.required("y").asInt() + y);
          assertThat(taken.add(place)).as(panel.required("title").asText()).isTrue();
        }
      }
    }
  }
}
