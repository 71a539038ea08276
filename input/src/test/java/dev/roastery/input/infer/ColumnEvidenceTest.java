package dev.roastery.input.infer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.value.ShapeReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A column's type is the least that fits all of its values, in whatever order they are seen. */
class ColumnEvidenceTest {

  private static final Dialect SEMICOLONS = Dialect.STANDARD.withDelimiter(';');

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "whole        | 1 -5 0 -0 9223372036854775807 -9223372036854775808",
        "text         | 9223372036854775808",
        "text         | -9223372036854775809",
        "decimal(1)   | 1.5 2",
        "decimal(3)   | 1.5 0.125 -3 .5",
        "decimal(2)   | 1.00",
        "decimal(18)  | 0.123456789012345678",
        "decimal(3)   | 123456789012345 0.001",
        "text         | 123456789012345 0.0001",
        "text         | 9223372036854775807 0.5",
        "text         | 0.1234567890123456789",
        "text         | 007",
        "text         | 00",
        "text         | 00.5",
        "text         | +5",
        "text         | 1e3",
        "text         | 5.",
        "text         | .",
        "text         | -",
        "text         | 1.2.3",
        "text         | 1,234",
        "text         | 1 x",
        "text         | true false",
        "text         | NaN 1",
        "date         | 2024-01-31 2024-02-29",
        "timestamp    | 2024-01-31 2024-01-31T07:00:00",
        "timestamp    | 2024-01-31T07:00:00.000",
        "text         | 2024-01-31T07:00:00.5",
        "text         | 2024-01-31T07:00:00Z",
        "text         | 2024-02-30",
        "text         | 31/01/2024",
        "text         | 2024-01-31 7",
        "whole - NA   | 1 NA 2",
        "decimal(1) - NULL | NULL 0.5",
        "date - \\N   | 2024-01-31 \\N",
        "text         | 1 NA NULL",
        "text         | NA x",
        "text         | NA",
      })
  void theLeastTypeIsTaken(String expected, String values) {
    assertThat(described(evidence(Dialect.STANDARD, List.of(values.strip().split(" ")))))
        .isEqualTo(expected.strip());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "whole                 | 1 2",
        "decimal(1)            | 1.5 2",
        "decimal(2) ,          | 50,94 -3",
        "decimal(2) ,.         | 1.234,56 50,94",
        "decimal(2) .,         | 1,234.56 50.94",
        "decimal(3) ,          | 0,125",
        "decimal(3) ,          | 1,5 1,234",
        "decimal(3)            | 1.5 1.234",
        "decimal(1) ,.         | 1,5 1.234",
        "whole ,.              | 1.234.567 12",
        "whole ,.              | 1.234.567 1.234",
        "whole .,              | 1,234,567",
        "text                  | 1.234",
        "text                  | 1,234",
        "text                  | 1.234 987",
        "text                  | 1,5 1.5",
        "text                  | 1.23.456",
        "text                  | 1234.567,8",
        "text                  | 0.123.456",
        "decimal(3)            | 1234.567 1.234",
      })
  void commasAndPointsSayWhatTheyAreOrItIsText(String expected, String values) {
    assertThat(described(evidence(SEMICOLONS, List.of(values.strip().split(" ")))))
        .isEqualTo(expected.strip());
  }

  @Test
  void blanksAndQuotesMeanNothing() {
    assertThat(described(evidence(Dialect.STANDARD, List.of(" 5 ", "\"7\"", "", "\t", "\" \""))))
        .isEqualTo("whole");
    assertThat(described(evidence(Dialect.STANDARD, List.of("", " ")))).isEqualTo("text");
    assertThat(evidence(Dialect.STANDARD, List.of("", " ")).isOpen()).isTrue();
    assertThat(evidence(Dialect.STANDARD, List.of("NA")).isOpen()).isTrue();
    assertThat(evidence(Dialect.STANDARD, List.of("NA", "x")).isOpen()).isFalse();
    assertThat(evidence(SEMICOLONS, List.of("1.234")).isOpen()).isTrue();
    assertThat(evidence(SEMICOLONS, List.of("1.234", "1.5")).isOpen()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void neitherOrderNorThePiecesMatter(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      Dialect dialect = random.nextBoolean() ? Dialect.STANDARD : SEMICOLONS;
      List<String> values = new ArrayList<>();
      for (int count = random.nextInt(6); count >= 0; count--) {
        values.add(RandomValues.any(random));
      }
      String expected = described(evidence(dialect, values));
      Collections.shuffle(values, random);
      int cut = random.nextInt(values.size() + 1);
      ColumnEvidence one = evidence(dialect, values.subList(0, cut));
      one.merge(evidence(dialect, values.subList(cut, values.size())));
      one.merge(evidence(dialect, values));
      assertThat(described(one)).as("seed %d: %s", seed, values).isEqualTo(expected);
    }
  }

  private static ColumnEvidence evidence(Dialect dialect, List<String> values) {
    ColumnEvidence evidence = new ColumnEvidence();
    ShapeReader shapes = new ShapeReader(dialect);
    for (String value : values) {
      byte[] bytes = value.getBytes(UTF_8);
      evidence.add(shapes.read(bytes, 0, bytes.length));
    }
    return evidence;
  }

  private static String described(ColumnEvidence evidence) {
    ColumnSpec spec = evidence.spec("c");
    String word = spec.form().nullWord();
    String numbers = spec.form().decimal() + spec.form().thousands();
    return spec.format().name()
        + (word.isEmpty() ? "" : " - " + word)
        + (numbers.isEmpty() ? "" : " " + numbers);
  }
}
