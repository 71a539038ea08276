package dev.roastery.cli.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Every requirement and every fault has its row, and a row names only what exists. */
class TraceTest {

  @Test
  void everyRequirementIsTraced() throws IOException {
    assertThat(TraceDocument.of("docs/requirements.md").problems(ids("requirement-ids.txt")))
        .isEmpty();
  }

  @Test
  void everyFaultIsTraced() throws IOException {
    assertThat(TraceDocument.of("docs/faults.md").problems(ids("fault-ids.txt"))).isEmpty();
  }

  @Test
  void aRowThatIsTrueIsNoProblem() {
    assertThat(
            problems(
                "| X-1 | that rows are found | TraceTest#aRowThatIsTrueIsNoProblem, TraceTest |"))
        .containsExactly("made.md: the line that counts must be '1 of 1 have a test.'");
  }

  @Test
  void anIdThatIsMissingOrTwiceOrUnknownIsNamed() {
    assertThat(problems("")).contains("made.md: X-1 is there 0 times");
    assertThat(problems("| X-1 | one | not yet |\n| X-1 | two | not yet |"))
        .contains("made.md: X-1 is there 2 times");
    assertThat(problems("| X-1 | one | not yet |\n| X-2 | two | not yet |"))
        .containsExactly("made.md: X-2 is no known id");
  }

  @Test
  void aTestThatDoesNotExistIsNamed() {
    assertThat(problems("| X-1 | what | GoneTest |"))
        .contains("made.md: X-1: no test class GoneTest");
    assertThat(problems("| X-1 | what | TraceTest, TraceTest#gone |"))
        .contains("made.md: X-1: no method gone in test class TraceTest");
  }

  @Test
  void aClassThatDoesNotExistIsNamed() {
    String table = "| id | class | test |\n| --- | --- | --- |\n";
    assertThat(problems(table + "| X-1 | roastery, ExitCode, Gone | not yet |"))
        .containsExactly("made.md: X-1: no class or file Gone");
  }

  @Test
  void aRowWithTooFewCellsIsNamed() {
    assertThat(problems("| X-1 | not yet |"))
        .contains("made.md: X-1 has 2 cells, not [id, what, test]");
  }

  private static List<String> problems(String rows) {
    String text = "0 of 1 have a test.\n\n| id | what | test |\n| --- | --- | --- |\n" + rows;
    return new TraceDocument("made.md", text, Sources.ofTheProject()).problems(List.of("X-1"));
  }

  private static List<String> ids(String resource) throws IOException {
    try (var ids = Objects.requireNonNull(TraceTest.class.getResourceAsStream(resource))) {
      return new String(ids.readAllBytes(), UTF_8).lines().toList();
    }
  }
}
