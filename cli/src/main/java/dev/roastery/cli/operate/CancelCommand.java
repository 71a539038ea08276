package dev.roastery.cli.operate;

import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.GatewayFailure;
import dev.roastery.cli.client.RemoteJob;
import picocli.CommandLine.Command;

/** {@code roastery cancel}: ends a job before its time. */
@Command(name = "cancel", description = "Cancels a job and discards its data.")
public final class CancelCommand extends JobCommand {

  @Override
  void call(GatewayClient gateway) throws InterruptedException {
    GatewayAnswer answer = cancelled(gateway);
    if (isJson()) {
      out().println(answer.body());
    } else {
      say("job " + id() + " is cancelled");
    }
  }

  /** One that is cancelled already, perhaps by a call whose answer was lost, is what we want. */
  private GatewayAnswer cancelled(GatewayClient gateway) throws InterruptedException {
    try {
      return gateway.post(path() + "/cancel");
    } catch (GatewayFailure failure) {
      if (failure.status() == 409) {
        GatewayAnswer now = gateway.get(path());
        if (RemoteJob.of(now).state() == RemoteJob.State.CANCELLED) {
          return now;
        }
      }
      throw failure;
    }
  }
}
