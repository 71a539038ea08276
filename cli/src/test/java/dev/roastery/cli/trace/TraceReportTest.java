package dev.roastery.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A row counts only if its tests ran and passed. */
class TraceReportTest {

  private static final String REPORT =
      """
      <testsuite>
        <testcase name="passes()" classname="a.b.FirstTest"/>
        <testcase name="isRepeated(String)[1]" classname="a.b.FirstTest$Nested"/>
        <testcase name="isRepeated(String)[2]" classname="a.b.FirstTest$Nested"/>
        <testcase name="fails(int)[1]" classname="a.c.SecondTest"/>
        <testcase name="fails(int)[2]" classname="a.c.SecondTest"><failure/></testcase>
        <testcase name="isSkipped()" classname="a.c.ThirdTest"><skipped/></testcase>
      </testsuite>
      """;

  @TempDir private Path folder;

  @Test
  void testsThatPassedShowARow() throws Exception {
    assertThat(line("| X-1 | a | FirstTest |\n| X-2 | b | FirstTest#isRepeated |"))
        .isEqualTo("trace: 2 rows: 2 shown here, 0 not run here, 0 failed");
  }

  @Test
  void aTestThatWasSkippedOrDidNotRunShowsNothingAndIsNamed() throws Exception {
    assertThat(
            line(
                """
                | X-1 | a | FirstTest, ThirdTest#isSkipped |
                | X-2 | b | GoneTest |
                | X-3 | c | FirstTest#gone |
                """))
        .isEqualTo(
            "trace: 3 rows: 0 shown here, 3 not run here"
                + " (FirstTest#gone, GoneTest, ThirdTest#isSkipped), 0 failed");
  }

  @Test
  void oneRepetitionThatFailedFailsItsRow() throws Exception {
    assertThat(line("| X-1 | a | SecondTest#fails, GoneTest |\n| X-2 | b | SecondTest |"))
        .isEqualTo("trace: 2 rows: 0 shown here, 0 not run here (GoneTest), 2 failed");
  }

  @Test
  void aRowWithoutATestIsCountedAsSuch() throws Exception {
    assertThat(line("| X-1 | a | not yet |"))
        .isEqualTo("trace: 1 rows: 0 shown here, 0 not run here, 0 failed, 1 without a test");
  }

  private String line(String rows) throws Exception {
    Files.writeString(folder.resolve("report.xml"), REPORT);
    String text = "| id | what | test |\n| --- | --- | --- |\n" + rows;
    TraceDocument document = new TraceDocument("made.md", text, Sources.ofTheProject());
    TestReports reports = TestReports.in(List.of(folder, folder.resolve("none")));
    return TraceReport.line("rows", document.rows(), reports);
  }
}
