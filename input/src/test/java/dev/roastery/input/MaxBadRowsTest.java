package dev.roastery.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.input.MaxBadRows.TableRows;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaxBadRowsTest {

  @ParameterizedTest
  @CsvSource({
    "1%, 1, 100, false",
    "1%, 2, 100, true",
    "1%, 2, 199, true",
    "0%, 0, 0, false",
    "0%, 1, 1000000000, true",
    "0.001%, 1, 100000, false",
    "0.001%, 1, 99999, true",
    "100%, 7, 7, false",
    "100%, 9000000000000000000, 9000000000000000000, false",
    "0, 1, 1000, true",
    "5, 5, 5, false",
    "5, 6, 1000000, true"
  })
  void itIsANumberOfRowsOrAShareOfThem(String text, long bad, long rows, boolean exceeded) {
    var tables = List.of(new TableRows("a", 0, 1_000_000), new TableRows("b", bad, rows));
    assertThat(new MaxBadRows(text).exceededBy(tables).isPresent()).isEqualTo(exceeded);
  }

  @Test
  void aShareIsThatOfEachTableAndANumberIsThatOfAll() {
    var tables = List.of(new TableRows("a", 2, 1_000), new TableRows("b", 3, 3));
    assertThat(MaxBadRows.STANDARD.exceededBy(tables))
        .contains("3 of 3 rows of table b cannot be read, and at most 1% may be skipped");
    assertThat(new MaxBadRows("4").exceededBy(tables))
        .contains("5 of 1003 rows cannot be read, and at most 4 may be skipped");
    assertThat(new MaxBadRows("5").exceededBy(tables)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "%", "-1", "x", "101%", "1e3", "1,5%", "1.%", "100.1%"})
  void anythingElseIsNone(String text) {
    assertThat(MaxBadRows.read(text)).isEmpty();
  }

  @Test
  void spacesDoNotMatter() {
    assertThat(MaxBadRows.read(" 1 %")).contains(MaxBadRows.STANDARD);
  }
}
