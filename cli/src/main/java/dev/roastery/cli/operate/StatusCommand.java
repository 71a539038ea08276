package dev.roastery.cli.operate;

import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.RemoteJob;
import dev.roastery.cli.view.JobStatus;
import dev.roastery.cli.view.JobStatus.Parts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code roastery status}: how a job is. */
@Command(
    name = "status",
    description = "Shows the state of a job, its input, its stages, and the time it takes.")
public final class StatusCommand extends JobCommand {

  @Option(
      names = "--parts",
      fallbackValue = "true",
      description = "Also list the parts of its input, each with its bytes.")
  private boolean parts;

  @Override
  void ask(GatewayClient gateway) throws InterruptedException {
    GatewayAnswer answer = gateway.get(path());
    if (isJson()) {
      out().println(json(answer));
      return;
    }
    new JobStatus(RemoteJob.of(answer), answer.now())
        .print(out(), parts ? Parts.LISTED : Parts.COUNTED);
  }
}
