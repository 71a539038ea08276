package dev.roastery.cli.operate;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.RemoteWorkers;
import dev.roastery.gateway.format.TerminalText;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code roastery workers}: the workers, and what each owns. */
@Command(name = "workers", description = "Lists the workers, their state and their partitions.")
public final class WorkersCommand extends ClientCommand {

  private static final long LOOK_MILLIS = 200;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      description =
          "Wait for at most this long, such as 60s, until every partition has an owner; exit code 6"
              + " if that does not happen.")
  private @Nullable String wait;

  @Override
  void call(GatewayClient gateway) throws InterruptedException {
    GatewayAnswer answer =
        wait == null
            ? gateway.get("/v1/workers")
            : whole(gateway, System.nanoTime() + duration("--wait", wait).toNanos());
    if (isJson()) {
      out().println(answer.body());
    } else {
      print(RemoteWorkers.of(answer));
    }
  }

  private static GatewayAnswer whole(GatewayClient gateway, long endNanos)
      throws InterruptedException {
    while (true) {
      GatewayAnswer answer = gateway.get("/v1/workers");
      List<String> unowned = RemoteWorkers.of(answer).unowned();
      if (unowned.isEmpty()) {
        return answer;
      }
      if (System.nanoTime() - endNanos > 0) {
        throw new CommandFailure(
            ExitCode.TIMED_OUT,
            "no node owns " + String.join(", ", unowned) + ": start nodes of their stages");
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  private void print(RemoteWorkers all) {
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
      out().println(TerminalText.plain(line(partition)));
    }
  }

  private static String line(RemoteWorkers.Partition partition) {
    return partition.owner().isEmpty()
        ? partition.partition() + " has no owner"
        : String.format(
            Locale.ROOT,
            "%-20s %,d bytes of state, %,d spilled, %,d in the journal, snapshot %d s old",
            partition.partition(),
            partition.stateBytes(),
            partition.spilledBytes(),
            partition.journalBytes(),
            TimeUnit.MILLISECONDS.toSeconds(partition.snapshotAgeMillis()));
  }
}
