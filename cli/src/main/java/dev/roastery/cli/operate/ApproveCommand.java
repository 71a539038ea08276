package dev.roastery.cli.operate;

import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.RemoteJob;
import java.util.EnumSet;
import java.util.Set;
import picocli.CommandLine.Command;

/** {@code roastery approve}: lets a job run that waits for that. */
@Command(name = "approve", description = "Approves a job that was submitted with --approval.")
public final class ApproveCommand extends JobCommand {

  private static final Set<RemoteJob.State> RUNS =
      EnumSet.of(RemoteJob.State.RUNNING, RemoteJob.State.NOTIFYING, RemoteJob.State.COMPLETED);

  @Override
  void ask(GatewayClient gateway) throws InterruptedException {
    GatewayAnswer answer = post(gateway, "/approve", RUNS);
    if (isJson()) {
      out().println(json(answer));
    } else {
      say("job " + id() + " is approved; follow it with: " + command("watch " + id()));
    }
  }
}
