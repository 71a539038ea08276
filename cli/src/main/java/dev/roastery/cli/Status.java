package dev.roastery.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.roastery.cli.client.Answer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.RemoteJob;
import java.util.Locale;
import picocli.CommandLine.Command;

/** {@code roastery status}: how a job is. */
@Command(name = "status", description = "Shows the state of a job, its parts and its stages.")
final class Status extends JobCommand {

  @Override
  void call(GatewayClient gateway) throws InterruptedException {
    Answer answer = gateway.get(path());
    if (isJson()) {
      out().println(answer.body());
      return;
    }
    RemoteJob job = RemoteJob.of(answer);
    out().println(line(job));
    for (JsonNode part : job.json().path("parts")) {
      out()
          .printf(
              Locale.ROOT,
              "  %-40s %,15d bytes %s%n",
              shown(part.path("table").asText("") + "/" + part.path("name").asText("")),
              part.path("offset").asLong(),
              part.path("complete").asBoolean() ? "complete" : "uploading");
    }
    for (RemoteJob.Stage stage : job.stages()) {
      out().println("  " + shown(stage.name()) + ": " + batches(stage));
      stage.stalled().forEach(reason -> out().println("    stalled: " + shown(reason)));
    }
    if (job.rejected() > 0) {
      out().println("  " + job.rejected() + " bad rows were skipped");
    }
  }

  private static String batches(RemoteJob.Stage stage) {
    return stage.expected() < 0
        ? stage.received() + " batches, total not known yet"
        : stage.received() + " of " + stage.expected() + " batches";
  }
}
