package dev.roastery.cli;

import dev.roastery.cli.client.Answer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.GatewayFailure;
import dev.roastery.gateway.jobs.JobState;
import picocli.CommandLine.Command;

/** {@code roastery cancel}: ends a job before its time. */
@Command(name = "cancel", description = "Cancels a job and discards its data.")
final class Cancel extends JobCommand {

  @Override
  void call(GatewayClient gateway) throws InterruptedException {
    Answer answer = cancelled(gateway);
    if (isJson()) {
      out().println(answer.body());
    } else {
      say("job " + id() + " is cancelled");
    }
  }

  /** One that is cancelled already, perhaps by a call whose answer was lost, is what we want. */
  private Answer cancelled(GatewayClient gateway) throws InterruptedException {
    try {
      return gateway.post(path() + "/cancel");
    } catch (GatewayFailure failure) {
      if (failure.status() == 409) {
        Answer now = gateway.get(path());
        if (now.json().path("state").asText("").equals(JobState.CANCELLED.name())) {
          return now;
        }
      }
      throw failure;
    }
  }
}
