package dev.roastery.cli.operate;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.RemoteWorkers;
import dev.roastery.cli.view.ChosenFields;
import dev.roastery.cli.view.WorkerRows;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code roastery workers}: the workers, and what each owns. */
@Command(name = "workers", description = "Lists the workers, their state and their partitions.")
public final class WorkersCommand extends ClientCommand implements ChosenFields.Command {

  private static final long LOOK_MILLIS = 200;
  private static final List<String> FIELDS =
      List.of(
          "node",
          "name",
          "stage",
          "host",
          "pid",
          "started",
          "seen",
          "state",
          "owns",
          "cpu",
          "heapBytes",
          "heapMaxBytes",
          "budgetBytes",
          "budgetUsedBytes",
          "rowsPerSecond",
          "bytesPerSecond");

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      description =
          "Wait for at most this long, such as 60s, until every partition has an owner; exit code 6"
              + " if that does not happen.")
  private @Nullable String wait;

  @Override
  public List<String> known() {
    return FIELDS;
  }

  @Override
  void call(GatewayClient gateway) throws InterruptedException {
    GatewayAnswer answer =
        wait == null
            ? gateway.get("/v1/workers")
            : whole(gateway, System.nanoTime() + duration("--wait", wait).toNanos());
    if (isJson()) {
      out().println(fields().of(answer.body(), answer.json(), "workers"));
      return;
    }
    RemoteWorkers all = RemoteWorkers.of(answer);
    if (all.workers().isEmpty()) {
      say("the gateway has heard of no worker: start one, such as 'roastery aggregator'");
    }
    if (!all.workers().isEmpty() || !all.partitions().isEmpty()) {
      new WorkerRows(all, answer.now()).print(out());
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
}
