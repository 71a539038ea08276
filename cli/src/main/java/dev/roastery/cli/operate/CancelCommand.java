package dev.roastery.cli.operate;

import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.RemoteJob;
import java.util.EnumSet;
import picocli.CommandLine.Command;

/** {@code roastery cancel}: ends a job before its time. */
@Command(name = "cancel", description = "Cancels a job and discards its data.")
public final class CancelCommand extends JobCommand {

  @Override
  void ask(GatewayClient gateway) throws InterruptedException {
    GatewayAnswer answer = post(gateway, "/cancel", EnumSet.of(RemoteJob.State.CANCELLED));
    if (isJson()) {
      out().println(json(answer));
    } else {
      say("job " + id() + " is cancelled");
    }
  }
}
