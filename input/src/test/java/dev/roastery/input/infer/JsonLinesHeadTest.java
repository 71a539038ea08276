package dev.roastery.input.infer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.input.csv.CsvException;
import java.io.IOException;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What lines of JSON objects say of their table: JSON itself says what a number is. */
class JsonLinesHeadTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "whole | {'a':1} {'a':-5} {'a':0}",
        "whole | {'a':1} {} {'a':null} {'a':''}",
        "whole | {'a':20240131}",
        "whole - NA | {'a':1} {'a':'NA'}",
        "decimal(2) | {'a':1.5} {'a':2} {'a':0.25}",
        "decimal(3) | {'a':1.234}",
        "text | {'a':'1'}",
        "text | {'a':1} {'a':'2'}",
        "text | {'a':' 2 '} {'a':2}",
        "text | {'a':1e3}",
        "text | {'a':12345678901234567890}",
        "text | {'a':0.1234567890123456789}",
        "text | {'a':true} {'a':false}",
        "text | {'a':1} {'a':true}",
        "text | {'a':null}",
        "date | {'a':'2024-01-31'} {'a':null}",
        "timestamp | {'a':'2024-01-31'} {'a':'2024-01-31T07:00:00'}",
        "text | {'a':'2024-01-31'} {'a':7}",
        "text | {'a':'2024-01-31T07:00:00Z'}",
        "text | {'a':[]}",
        "text | {'a':1} {'a':{'b':1}}"
      })
  void aTypeIsTheLeastThatFitsAllValues(String expected, String lines) throws IOException {
    ColumnSpec column = table(lines).columns().getFirst();
    String word = column.form().nullWord();
    assertThat(column.format().name() + (word.isEmpty() ? "" : " - " + word)).isEqualTo(expected);
  }

  private static TableSpec table(String lines) throws IOException {
    byte[] bytes = lines.replace('\'', '"').replace("} {", "}\n{").getBytes(UTF_8);
    return Objects.requireNonNull(Heads.of("t", bytes).guess().table("t"));
  }

  @Test
  void columnsAreTheFieldsOfAllLinesByName() throws IOException {
    assertThat(table("{'b':1,'\\u0061':2} {} {'d':1,'b':3} {'c':{'e':1}}").columnNames())
        .containsExactly("a", "b", "c", "d");
  }

  @Test
  void aFieldThatNoColumnCanBeIsNone() throws IOException {
    assertThat(table("{'':1,'x\\ny':1,'\\ud800':1,'%s':1,'a':1}".formatted("x".repeat(65))))
        .satisfies(table -> assertThat(table.columnNames()).containsExactly("a"));
  }

  @Test
  void objectsAndListsAreSeenInWhateverLine() throws IOException {
    TableEvidence evidence =
        Objects.requireNonNull(
            Heads.of("t", "{\"a\":1,\"b\":\"{}\"}\n{\"a\":[1]}\n".getBytes(UTF_8))
                .tables()
                .get("t"));
    assertThat(evidence.nested()).containsExactly("a");
    assertThat(evidence.isOpen("a")).isFalse();
  }

  @Test
  void namesThatAreDataAreNoColumns() {
    String lines =
        IntStream.rangeClosed(0, 10_000)
            .mapToObj(i -> "{\"user" + i + "\":1}")
            .collect(Collectors.joining("\n"));
    assertThatThrownBy(() -> Heads.of("t", lines.getBytes(UTF_8)))
        .isInstanceOf(CsvException.class)
        .hasMessageContaining("more than 10,000 different fields");
  }
}
