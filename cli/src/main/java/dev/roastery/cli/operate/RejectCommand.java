package dev.roastery.cli.operate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.RemoteJob;
import java.util.EnumSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code roastery reject}: ends a job that waits for approval. */
@Command(
    name = "reject",
    description = {
      "Rejects a job that was submitted with --approval.",
      "The job is cancelled, its data discarded; the reason is shown with it."
    })
public final class RejectCommand extends JobCommand {

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      description = "Why the job is rejected.")
  private String reason = "";

  @Override
  void ask(GatewayClient gateway) throws InterruptedException {
    String body = JsonNodeFactory.instance.objectNode().put("reason", reason).toString();
    GatewayAnswer answer = post(gateway, "/reject", body, EnumSet.of(RemoteJob.State.CANCELLED));
    if (isJson()) {
      out().println(json(answer));
    } else {
      say("job " + id() + " is rejected");
    }
  }
}
