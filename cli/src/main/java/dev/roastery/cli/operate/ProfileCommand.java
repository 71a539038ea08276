package dev.roastery.cli.operate;

import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.output.Terminal;
import dev.roastery.cli.view.JobStatus.Parts;
import dev.roastery.cli.view.Profile;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code roastery profile}: where the time of a job went. */
@Command(
    name = "profile",
    description = {
      "Shows where the time of a job went: each part, stage and partition as a bar.",
      "With rows, bytes and processor time of each, what it waited for, and the crashes of workers"
          + " that it survived."
    })
public final class ProfileCommand extends JobCommand {

  @Option(
      names = "--parts",
      fallbackValue = "true",
      description = "Show all parts of the input and not only those that took longest.")
  private boolean parts;

  @Override
  public List<String> known() {
    return List.of(
        "id",
        "attempt",
        "state",
        "created",
        "sealed",
        "started",
        "finished",
        "elapsedMillis",
        "rows",
        "bytes",
        "parts",
        "partsTotal",
        "stages",
        "waits",
        "takeovers");
  }

  @Override
  void ask(GatewayClient gateway) throws InterruptedException {
    GatewayAnswer answer = gateway.get(path() + "/profile");
    if (isJson()) {
      out().println(json(answer));
      return;
    }
    new Profile(answer.json(), Terminal.width()).print(out(), parts ? Parts.LISTED : Parts.COUNTED);
  }
}
