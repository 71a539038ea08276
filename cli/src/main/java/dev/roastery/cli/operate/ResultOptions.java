package dev.roastery.cli.operate;

import dev.roastery.cli.output.ResultFolder;
import dev.roastery.cli.output.ResultFormat;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where results go, of every command that fetches them. */
final class ResultOptions {

  @Option(
      names = "--format",
      paramLabel = "table|csv|json",
      defaultValue = "table",
      description =
          "Format of printed results (${DEFAULT-VALUE}); a table shows the first 20 rows.")
  ResultFormat format = ResultFormat.TABLE;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Write each result to DIR/<query>.csv instead of printing it, and the skipped rows, if"
              + " any.")
  @Nullable Path out;

  void check() {
    Path wanted = out;
    if (wanted != null) {
      ResultFolder.checkWritable(wanted);
    }
  }
}
