package dev.roastery.cli.operate;

import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.RemoteJob;
import dev.roastery.gateway.format.TerminalText;
import java.util.Locale;
import picocli.CommandLine.Command;

/** {@code roastery status}: how a job is. */
@Command(name = "status", description = "Shows the state of a job, its parts and its stages.")
public final class StatusCommand extends JobCommand {

  @Override
  void call(GatewayClient gateway) throws InterruptedException {
    GatewayAnswer answer = gateway.get(path());
    if (isJson()) {
      out().println(answer.body());
      return;
    }
    RemoteJob job = RemoteJob.of(answer);
    out().println(line(job));
    for (RemoteJob.Part part : job.parts()) {
      out()
          .printf(
              Locale.ROOT,
              "  %-40s %,15d bytes %s%n",
              TerminalText.plain(part.table() + "/" + part.name()),
              part.offset(),
              part.complete() ? "complete" : "uploading");
    }
    for (RemoteJob.Stage stage : job.stages()) {
      out().println("  " + TerminalText.plain(stage.name()) + ": " + batches(stage) + state(stage));
      stage
          .stalled()
          .forEach(reason -> out().println("    stalled: " + TerminalText.plain(reason)));
    }
    if (job.rejected() > 0) {
      out().println("  " + job.rejected() + " bad rows were skipped");
    }
  }

  private static String state(RemoteJob.Stage stage) {
    return stage.stateBytes() + stage.spilledBytes() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            ", %,d bytes of state in memory, %,d spilled",
            stage.stateBytes(),
            stage.spilledBytes());
  }

  private static String batches(RemoteJob.Stage stage) {
    return stage.expected() == null
        ? stage.received() + " batches, total not known yet"
        : stage.received() + " of " + stage.expected() + " batches";
  }
}
