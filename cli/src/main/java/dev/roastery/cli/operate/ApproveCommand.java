package dev.roastery.cli.operate;

import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.GatewayFailure;
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
  void call(GatewayClient gateway) throws InterruptedException {
    GatewayAnswer answer = approved(gateway);
    if (isJson()) {
      out().println(answer.body());
    } else {
      say("job " + id() + " is approved; follow it with: " + command("watch " + id()));
    }
  }

  /** One that runs already, perhaps by a call whose answer was lost, is what we want. */
  private GatewayAnswer approved(GatewayClient gateway) throws InterruptedException {
    try {
      return gateway.post(path() + "/approve");
    } catch (GatewayFailure failure) {
      if (failure.status() == 409) {
        GatewayAnswer now = gateway.get(path());
        if (RUNS.contains(RemoteJob.of(now).state())) {
          return now;
        }
      }
      throw failure;
    }
  }
}
