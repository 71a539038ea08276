package dev.roastery.cli.operate;

import dev.roastery.cli.client.GatewayClient;
import picocli.CommandLine.Command;

/** {@code roastery delete}: forgets a finished job. */
@Command(name = "delete", description = "Deletes a finished job and its results.")
public final class DeleteCommand extends JobCommand {

  @Override
  void call(GatewayClient gateway) throws InterruptedException {
    gateway.delete(path());
    say("job " + id() + " is deleted");
  }
}
