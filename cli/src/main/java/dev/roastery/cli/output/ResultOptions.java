package dev.roastery.cli.output;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.place.Places;
import dev.roastery.common.storage.location.StoreOptions;
import dev.roastery.gateway.format.ResultFormat;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

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
              + " any. With --format json, ndjson or markdown, also to a file in that format. DIR"
              + " may be s3://BUCKET/PREFIX.")
  private @Nullable String out;

  @Option(
      names = "--together",
      fallbackValue = "true",
      description =
          "Print several results as csv or ndjson to one stream: csv with a line '# <query>' before"
              + " each, ndjson with the query's name in each line.")
  private boolean together;

  @Mixin private StoreOptions stores = new StoreOptions();

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  private @Nullable BucketDelivery delivery;

  /** The folder to write to; null if results are printed. Ask for it after {@link #check}. */
  public @Nullable Path out() {
    if (delivery != null) {
      return delivery.folder();
    }
    return out == null || Places.isBucket(out) ? null : places().folder(out);
  }

  public boolean isPrinted() {
    return out == null;
  }

  /** As messages call it. */
  public String shownOut() {
    return out == null ? "" : Places.isBucket(out) ? Places.name(out) : out;
  }

  /** Where this command reads and writes. */
  public Places places() {
    return new Places(spec, stores);
  }

  /** All results are in the folder: those for a bucket go there now. */
  public void deliver() throws IOException {
    if (delivery != null) {
      delivery.deliver();
    }
  }

  public ResultPrinter printer() {
    return new ResultPrinter(format);
  }

  /** Finds out before the work and not after it. */
  public void check() throws IOException {
    if (out != null && Places.isBucket(out)) {
      delivery = BucketDelivery.to(places().store(out), Places.name(out));
      return;
    }
    Path wanted = out();
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
