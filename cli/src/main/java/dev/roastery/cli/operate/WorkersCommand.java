package dev.roastery.cli.operate;

import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.RemoteWorkers;
import dev.roastery.cli.output.TerminalText;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code roastery workers}: the workers, and what each owns. */
@Command(name = "workers", description = "Lists the workers, their state and their partitions.")
public final class WorkersCommand extends ClientCommand {

  @Override
  void call(GatewayClient gateway) throws InterruptedException {
    GatewayAnswer answer = gateway.get("/v1/workers");
    if (isJson()) {
      out().println(answer.body());
      return;
    }
    RemoteWorkers all = RemoteWorkers.of(answer);
    for (RemoteWorkers.Worker worker : all.workers()) {
      out()
          .println(
              TerminalText.plain(
                  "%-20s %-12s %-8s seen %s  %s"
                      .formatted(
                          worker.node(),
                          worker.stage(),
                          worker.state(),
                          worker.seen(),
                          worker.owns().stream()
                              .map(RemoteWorkers.Owned::partition)
                              .collect(Collectors.joining(" ")))));
    }
    for (RemoteWorkers.Partition partition : all.partitions()) {
      if (partition.owner().isEmpty()) {
        out().println(TerminalText.plain(partition.partition() + " has no owner"));
      }
    }
  }
}
