package dev.roastery.cli.operate;

import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.JobWatch;
import dev.roastery.cli.client.RemoteJob;
import dev.roastery.cli.output.InterruptionNotice;
import dev.roastery.cli.output.ProgressBar;
import dev.roastery.cli.output.ProgressBar.Unit;
import dev.roastery.cli.output.ResultOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code roastery watch}: follows a job to its end. */
@Command(
    name = "watch",
    description = {
      "Follows a job until it ends, then prints its results.",
      "With --json it prints the events, one per line, and writes results only with --out."
    })
public final class WatchCommand extends JobCommand {

  @Mixin private ResultOptions options = new ResultOptions();

  @Override
  Duration patienceByDefault() {
    return SubmitCommand.PATIENCE;
  }

  @Override
  public List<String> known() {
    return List.of(); // it prints events
  }

  @Override
  void ask(GatewayClient gateway) throws IOException, InterruptedException {
    options.check();
    if (!isJson() && options.isForOneResult()) {
      options.checkStream(RemoteJob.of(gateway.get(path())).queries().size());
    }
    try (InterruptionNotice _ =
        new InterruptionNotice(
            err(), "the job continues; follow it with: " + command("watch " + id()))) {
      RemoteJob done = follow(this, gateway, path(), isJson());
      finish(this, options, gateway, done);
    }
  }

  static RemoteJob follow(
      ClientCommand command, GatewayClient gateway, String path, boolean eventsAsJson)
      throws InterruptedException {
    try (ProgressBar bar = new ProgressBar(command.terminal(), "computing", Unit.PERCENT, 100)) {
      JobDisplay display = new JobDisplay(command, command.show(bar), eventsAsJson);
      return new JobWatch(gateway, path, display).follow();
    }
  }

  /** The results of a job that has ended well. */
  static void finish(
      ClientCommand command, ResultOptions options, GatewayClient gateway, RemoteJob job)
      throws IOException, InterruptedException {
    GatewayFailures.checkCompleted(job);
    if (!command.isJson() || !options.isPrinted()) {
      new ResultFetcher(command, options, JobCommand.path(job.id()))
          .fetch(gateway, RemoteJob.results(job.json()), job.rejected());
    }
  }
}
