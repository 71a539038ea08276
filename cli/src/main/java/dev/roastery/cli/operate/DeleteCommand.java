package dev.roastery.cli.operate;

import dev.roastery.cli.client.GatewayClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code roastery delete}: forgets a finished job, or a part that was begun by mistake. */
@Command(
    name = "delete",
    description =
        "Deletes a finished job and its results; with --part, one part of a job that is being"
            + " uploaded.")
public final class DeleteCommand extends JobCommand {

  @Option(
      names = "--part",
      paramLabel = "TABLE/NAME",
      description =
          "Delete only this incomplete part, of which no rows are with the workers yet; the job"
              + " remains.")
  private @Nullable String part;

  @Override
  void ask(GatewayClient gateway) throws InterruptedException {
    String name = part;
    if (name == null) {
      gateway.delete(path());
      say("job " + id() + " is deleted");
      return;
    }
    if (!name.matches("[A-Za-z0-9_-]+/[^/?#%\\s]+")) {
      throw usage("--part is '" + name + "', not like stores/stores.csv");
    }
    gateway.delete(path() + "/parts/" + name);
    say("part " + name + " of job " + id() + " is deleted");
  }
}
