package dev.roastery.cli.trace;

import dev.roastery.cli.trace.TestReports.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The last step of {@code ./gradlew check}: how many rows of the tables of requirements and faults
 * the tests of this build have shown. A row is shown if each test that it names ran and passed; a
 * test that this machine cannot run (for example without Docker) shows nothing.
 */
final class TraceReport {

  private TraceReport() {}

  /** Writes the lines to the first file; the other arguments are folders of XML reports. */
  public static void main(String... words) throws Exception {
    TestReports reports = TestReports.in(Arrays.stream(words).skip(1).map(Path::of).toList());
    Files.write(
        Path.of(words[0]),
        List.of(
            line("requirements", TraceDocument.of("docs/requirements.md").rows(), reports),
            line("faults", TraceDocument.of("docs/faults.md").rows(), reports)));
  }

  static String line(String what, List<TraceDocument.Row> rows, TestReports reports) {
    List<TraceDocument.Row> tested = rows.stream().filter(row -> !row.tests().isEmpty()).toList();
    int without = rows.size() - tested.size();
    return "trace: %d %s: %d shown here, %d not run here%s, %d failed%s"
        .formatted(
            rows.size(),
            what,
            count(tested, reports, Outcome.PASSED),
            count(tested, reports, Outcome.NOT_RUN),
            notRun(tested, reports),
            count(tested, reports, Outcome.FAILED),
            without == 0 ? "" : ", " + without + " without a test");
  }

  private static long count(List<TraceDocument.Row> rows, TestReports reports, Outcome outcome) {
    return rows.stream().filter(row -> reports.outcome(row.tests()) == outcome).count();
  }

  /** The tests that the rows name and that did not run, in brackets. */
  private static String notRun(List<TraceDocument.Row> rows, TestReports reports) {
    NavigableSet<String> tests = new TreeSet<>();
    for (TraceDocument.Row row : rows) {
      row.tests().stream()
          .filter(test -> reports.outcome(test) == Outcome.NOT_RUN)
          .forEach(tests::add);
    }
    return tests.isEmpty() ? "" : " (" + String.join(", ", tests) + ")";
  }
}
