package dev.roastery.cli;

import dev.roastery.cli.client.Answer;
import dev.roastery.cli.client.GatewayClient;
import picocli.CommandLine.Command;

/** {@code roastery approve}: lets a job run that waits for that. */
@Command(name = "approve", description = "Lets a job run that was submitted with --approval.")
final class Approve extends JobCommand {

  @Override
  void call(GatewayClient gateway) throws InterruptedException {
    Answer answer = gateway.post(path() + "/approve");
    if (isJson()) {
      out().println(answer.body());
    } else {
      say("job " + id() + " is approved; see it run: " + command("watch " + id()));
    }
  }
}
