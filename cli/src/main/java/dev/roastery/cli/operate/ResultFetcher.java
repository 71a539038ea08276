package dev.roastery.cli.operate;

import dev.roastery.cli.BadRowOptions;
import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.client.Download;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.RemoteJob;
import dev.roastery.cli.output.PrintedResult;
import dev.roastery.cli.output.ResultOptions;
import dev.roastery.cli.output.ScratchFolder;
import dev.roastery.gateway.format.ResultHead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Brings results home: each is checked first, and then printed or moved to its place at once. */
final class ResultFetcher {

  private static final String REJECTS = BadRowOptions.REJECTS;

  private final ClientCommand command;
  private final ResultOptions options;
  private final String job;

  ResultFetcher(ClientCommand command, ResultOptions options, String job) {
    this.command = command;
    this.options = options;
    this.job = job;
  }

  void fetch(GatewayClient gateway, List<RemoteJob.Result> results, long rejected)
      throws IOException, InterruptedException {
    if (!command.isJson()) {
      options.checkStream(results.size());
    }
    Download download = new Download(gateway, job);
    Path out = options.out();
    try (ScratchFolder scratch = out == null ? ScratchFolder.make() : ScratchFolder.in(out)) {
      List<PrintedResult> fetched = new ArrayList<>();
      for (RemoteJob.Result result : results) {
        Path file = scratch.path().resolve(fileName(result.query()));
        download.result(result, file);
        fetched.add(printed(result, file));
      }
      if (out != null) {
        for (PrintedResult result : fetched) {
          options.printer().writeBesideCsv(result, scratch.path(), out);
          move(result.file(), out);
        }
        if (rejected > 0) {
          download.fetch("/rejects", scratch.path().resolve(REJECTS));
          move(scratch.path().resolve(REJECTS), out);
        }
      } else if (!command.isJson()) {
        options.printer().print(fetched, command.out());
      }
    }
    options.deliver();
    summary(results, rejected);
  }

  private static void move(Path file, Path folder) throws IOException {
    Files.move(file, folder.resolve(file.getFileName().toString()), StandardCopyOption.ATOMIC_MOVE);
  }

  private void summary(List<RemoteJob.Result> results, long rejected) {
    for (RemoteJob.Result result : results) {
      command.say(
          String.format(
              Locale.ROOT,
              "%-24s %,12d rows  sha256 %s",
              result.query(),
              result.rows(),
              result.sha256()));
    }
    boolean written = !options.isPrinted();
    if (rejected > 0) {
      command.say(
          rejected
              + " bad rows were skipped: "
              + (written
                  ? options.shownOut() + "/" + REJECTS
                  : "--out DIR also writes them to a file"));
    }
    if (written && !results.isEmpty()) {
      command.say("results in " + options.shownOut());
    }
  }

  /** A name from a gateway must not lead out of the folder. */
  private static String fileName(String query) {
    if (!query.matches("[A-Za-z0-9_-]+")) {
      throw new CommandFailure(
          ExitCode.UNEXPECTED, "the gateway reports a query whose name cannot be a file name");
    }
    return query + ".csv";
  }

  private static PrintedResult printed(RemoteJob.Result result, Path file) {
    List<ResultHead.Column> columns = result.columns().stream().map(ResultFetcher::column).toList();
    return new PrintedResult(
        new ResultHead(result.query(), result.sha256(), result.rows(), columns), file);
  }

  private static ResultHead.Column column(RemoteJob.Column column) {
    Integer scale = column.scale();
    return new ResultHead.Column(
        column.name(), column.type(), scale == null ? ResultHead.NO_SCALE : scale);
  }
}
