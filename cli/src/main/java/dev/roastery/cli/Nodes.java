package dev.roastery.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.roastery.cli.client.Answer;
import dev.roastery.cli.client.GatewayClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code roastery workers}: the workers, and what each owns. */
@Command(name = "workers", description = "Lists the workers, their state and their partitions.")
final class Nodes extends GatewayCommand {

  @Override
  void call(GatewayClient gateway) throws InterruptedException {
    Answer answer = gateway.get("/v1/workers");
    if (isJson()) {
      out().println(answer.body());
      return;
    }
    JsonNode all = answer.json();
    for (JsonNode worker : all.path("workers")) {
      List<String> owned = new ArrayList<>();
      worker.path("owns").forEach(owns -> owned.add(owns.path("partition").asText("")));
      out()
          .println(
              shown(
                  "%-20s %-12s %-8s seen %s  %s"
                      .formatted(
                          worker.path("node").asText(""),
                          worker.path("stage").asText(""),
                          worker.path("state").asText(""),
                          worker.path("seen").asText(""),
                          String.join(" ", owned))));
    }
    for (JsonNode partition : all.path("partitions")) {
      if (!partition.path("owner").isTextual()) {
        out().println(shown(partition.path("partition").asText("") + " has no owner"));
      }
    }
  }
}
