package dev.roastery.cli.run;

import dev.roastery.cli.output.ReadFiles;
import dev.roastery.embedded.RunReport;
import dev.roastery.embedded.RunReport.QueryResult;
import dev.roastery.input.csv.CsvProblem.BadRow;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** The last words of a run: what was left out, the digests, the time. */
final class RunSummary {

  private static final int BAD_ROWS_MAX = 20;

  private final PrintWriter err;

  RunSummary(PrintWriter err) {
    this.err = err;
  }

  void print(RunReport report, long nanos, String out) {
    skipped(report.skipped());
    digests(report);
    RunReport.Input input = report.input();
    double seconds = nanos / 1e9;
    err.printf(
        Locale.ROOT,
        "%s in %.2f s: %,.0f MB/s%s%n",
        ReadFiles.counted(input.files(), input.rows(), input.bytes()),
        seconds,
        input.bytes() / 1e6 / seconds,
        out.isEmpty() ? "" : "; results in " + out);
    ReadFiles.ignored(input.ignored()).ifPresent(err::println);
    err.flush();
  }

  void skipped(List<BadRow> rows) {
    for (BadRow row : rows.stream().limit(BAD_ROWS_MAX).toList()) {
      err.println("skipped " + row.sentence());
    }
    if (!rows.isEmpty()) {
      err.println("skipped " + rows.size() + " bad rows in total");
    }
  }

  void digests(RunReport report) {
    for (QueryResult result : report.results()) {
      err.printf(
          Locale.ROOT,
          "%-24s %,12d rows  sha256 %s%n",
          result.query().name(),
          result.digest().rows(),
          result.digest().sha256());
    }
  }
}
