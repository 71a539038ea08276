package dev.roastery.cli.output;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.gateway.format.ResultFormat;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where results go and how they look, of every command that has results. */
public final class ResultOptions {

  @Option(
      names = "--format",
      paramLabel = "table|chart|csv|json|ndjson|markdown",
      defaultValue = "table",
      description =
          "Format of printed results (${DEFAULT-VALUE}); a table shows the first 20 rows, a chart"
              + " bars, or a line over time.")
  private ResultFormat format = ResultFormat.TABLE;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Write each result to DIR/<query>.csv instead of printing it, and the skipped rows, if"
              + " any. With --format json, ndjson or markdown, also to a file in that format.")
  private @Nullable Path out;

  @Option(
      names = "--together",
      fallbackValue = "true",
      description =
          "Print several results as csv or ndjson to one stream: csv with a line '# <query>' before"
              + " each, ndjson with the query's name in each line.")
  private boolean together;

  /** The folder to write to; null if results are printed. */
  public @Nullable Path out() {
    return out;
  }

  public ResultPrinter printer() {
    return new ResultPrinter(format);
  }

  /** Finds out before the work and not after it. */
  public void check() {
    Path wanted = out;
    if (wanted != null) {
      ResultFolder.checkWritable(wanted);
    }
  }

  /** Whether {@link #checkStream} depends on the number of results. */
  public boolean isForOneResult() {
    return out == null && !together && format.isOneResultPerStream();
  }

  /** Refuses several results in one stream that programs read as one: unless asked for. */
  public void checkStream(int results) {
    if (results > 1 && isForOneResult()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "these are "
              + results
              + " results, and --format "
              + format
              + " is for one: give --out DIR for a file each, ask for one query, or use --format"
              + " table; --together prints them all to one stream");
    }
  }
}
