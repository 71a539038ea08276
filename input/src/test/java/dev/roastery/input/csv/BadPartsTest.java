package dev.roastery.input.csv;

import static dev.roastery.input.csv.Csv.HEADER;
import static dev.roastery.input.csv.Csv.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.input.csv.column.CsvLimits;
import dev.roastery.input.csv.column.CsvScan;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each wrong part gets the sentence that a person needs. */
class BadPartsTest {

  private static String sentence(String part) {
    return sentence(Csv.bytes(part));
  }

  private static String sentence(byte[] part) {
    CsvScan scan = CsvScan.of(ORDERS);
    Outcome outcome = Outcome.of(Csv.whole(part, scan));
    assertThat(Outcome.of(Csv.parallel(part, 2, scan)).problem()).isEqualTo(outcome.problem());
    return outcome.problem() == null ? "" : outcome.problem().sentence();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x,,,,     | id     | \"x\" is not a whole number",
        "1.5,,,,   | id     | \"1.5\" is not a whole number",
        ",1.005,,, | amount | \"1.005\" has more decimals than the column",
        ",$5,,,    | amount | \"$5\" is not a decimal number",
        "9223372036854775808,,,,  | id | \"9223372036854775808\" is a number that is too large",
        "-9223372036854775809,,,, | id | \"-9223372036854775809\" is a number that is too large",
        ",92233720368547758.08,,, | amount | \"92233720368547758.08\" is a number that is too"
            + " large",
        ",1e-3,,,  | amount | \"1e-3\" has more decimals than the column",
        ",1e17,,,  | amount | \"1e17\" is a number that is too large",
        ",1e,,,    | amount | \"1e\" is not a decimal number",
        "15e-1,,,, | id     | \"15e-1\" is not a whole number",
        "+-1,,,,   | id     | \"+-1\" is not a whole number",
        "99999999999999999999,,,, | id | \"99999999999999999999\" is a number that is too large",
        ",,,2023-02-30,           | day | \"2023-02-30\" is not a day of the calendar",
        ",,,7,                    | day | \"7\" is not a date (2024-01-31)",
        ",,,2023-02-03 00:00:01,  | day | \"2023-02-03 00:00:01\" has a time, but the column takes"
            + " dates",
        ",,,,2023-02-03 24:00:00  | at  | \"2023-02-03 24:00:00\" is not a time of day",
        ",,,,2023-02-03T00:00:00Z | at  | \"2023-02-03T00:00:00Z\" has an offset from UTC; say in"
            + " its table which zone's time to count in, as in \"zone\": \"Europe/Berlin\"",
        ",,,,2023-02-03 00:00:00.5 | at | \"2023-02-03 00:00:00.5\" has a fraction of a second, but"
            + " the column takes whole ones; \"fractions\": \"cut\" in its table would cut"
            + " fractions off"
      })
  void wrongValueIsNamedWithItsPlace(String row, String column, String expected) {
    assertThat(sentence(HEADER + "1,,,,\n" + row + "\n1,,,,\n"))
        .isEqualTo("orders.csv, line 3, column " + column + ": " + expected);
  }

  @Test
  void emptyFieldOfARequiredColumnIsWrong() {
    CsvScan scan = CsvScan.of(Csv.layout(Csv.required("a", new ColumnType.Text())));
    for (String empty : List.of("", "\"\"")) {
      assertThat(Outcome.of(Csv.whole("a,b\nx,1\n" + empty + ",1\n", scan)).problem().sentence())
          .isEqualTo(
              "orders.csv, line 3, column a: \""
                  + empty.replace("\"", "\"")
                  + "\" is empty, but the column must have a value");
    }
  }

  @ParameterizedTest
  @CsvSource({"whole, Whole", "date, Date", "timestamp, Timestamp"})
  void emptyFieldIsWrongInEveryRequiredColumn(String name, String ignored) {
    ColumnType type =
        switch (name) {
          case "whole" -> new ColumnType.Whole();
          case "date" -> new ColumnType.Date();
          default -> new ColumnType.Timestamp();
        };
    CsvScan scan = CsvScan.of(Csv.layout(Csv.required("a", type)));
    assertThat(Outcome.skipping(Csv.whole("a,b\n,1\n ,1\n", scan)).skipped())
        .extracting(CsvProblem.BadRow::reason)
        .containsOnly("is empty, but the column must have a value")
        .hasSize(2);
  }

  @Test
  void rowOfAnotherShapeIsNamed() {
    assertThat(sentence(HEADER + "1,,\n"))
        .isEqualTo("orders.csv, line 2: the row has 3 fields, the header has 5");
    assertThat(sentence(HEADER + "1,,,,\n\n1,,,,,\n"))
        .isEqualTo("orders.csv, line 4: the row has 6 fields, the header has 5");
    assertThat(sentence(HEADER + "1,,,,\n1,,"))
        .isEqualTo(
            "orders.csv, line 3: the row has 3 fields, the header has 5: is the file cut off"
                + " here?");
  }

  @Test
  void firstOfARowsFlawsIsNamed() {
    assertThat(sentence("name,day,at,amount,id\na,b,c,d,e\n")).contains("column day");
  }

  @Test
  void firstBadRowIsNamedWhateverColumnItIsIn() {
    assertThat(sentence(HEADER + ",,,,x\n".repeat(1) + "x,,,,\n")).contains("line 2, column at");
  }

  @Test
  void textAfterAClosingQuoteIsWrongInAnyColumn() {
    assertThat(sentence("x," + HEADER + "\"a\"b,1,,,,\n"))
        .isEqualTo(
            "orders.csv, line 2, column x: \"\"a\"b\" has text after its closing quote; "
                + "double a quote that is part of the text");
  }

  @Test
  void unclosedQuoteIsNamedWithItsBeginning() {
    assertThat(sentence(HEADER + "1,,\"a\nb\",,\n2,,\"a\nb\",\"c\n3,,,,\n"))
        .isEqualTo(
            "orders.csv, line 5: the quoted field that begins here never ends"
                + " (its row begins on line 4)");
  }

  @Test
  void missingColumnIsNamedWithWhatIsThere() {
    assertThat(sentence("id,Ammount,name,day,at\n"))
        .isEqualTo(
            "orders.csv: the header has no column amount (is it Ammount?);"
                + " it has id, Ammount, name, day, at");
    assertThat(sentence("id,name,x\n"))
        .isEqualTo("orders.csv: the header has no column amount, day, at; it has id, name, x");
  }

  @Test
  void wantedColumnTwiceIsRefusedAndAnotherIsNot() {
    assertThat(sentence("id,id,amount,name,day,at\n"))
        .isEqualTo("orders.csv: the header has column id twice; rename or remove one of them");
    assertThat(sentence("x,x,id,amount,name,day,at\n")).isEmpty();
  }

  @Test
  void whatIsNoCsvIsCalledSo() {
    assertThat(sentence("<html>\n<body>\n"))
        .isEqualTo(
            "orders.csv is not a CSV file: its first line has none of the columns"
                + " id, amount, name, day, at; it is \"<html>\"");
    assertThat(sentence(HEADER.getBytes(StandardCharsets.UTF_16)))
        .isEqualTo(
            "orders.csv is not a CSV file: it contains zero bytes, like a binary file or UTF-16");
    assertThat(sentence(HEADER.replace('\n', '\r') + "1,,,,\r"))
        .isEqualTo(
            "orders.csv is not a CSV file: its lines end with bare carriage returns;"
                + " they must end with line feeds");
    assertThat(sentence("id,\"amount\n"))
        .isEqualTo("orders.csv is not a CSV file: a quoted name in its header does not end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "\0"})
  void endlessFirstLineIsNoCsv(String letter) {
    assertThat(sentence(letter.repeat(3 << 20))).startsWith("orders.csv is not a CSV file: it");
  }

  @Test
  void textThatIsNotUtf8IsWrong() {
    byte[] part = (HEADER + "1,,caf\u00e9,,\n").getBytes(StandardCharsets.ISO_8859_1);
    assertThat(sentence(part))
        .isEqualTo(
            "orders.csv, line 2, column name: \"caf\\xe9\" is not UTF-8 text;"
                + " save the file as UTF-8");
  }

  @Test
  void longTextIsCutAndEscaped() {
    String value = "a\n\t\u0007\\" + "b".repeat(100);
    Outcome outcome =
        Outcome.skipping(Csv.whole(HEADER + "\"" + value + "\",,,,\n", CsvScan.of(ORDERS)));
    CsvProblem.BadRow row = outcome.skipped().getFirst();
    assertThat(row.text()).isEqualTo("\"a\\n\\t\\x07\\\\" + "b".repeat(74) + "…");
    assertThat(row.row()).startsWith("\"a\\n").endsWith("b\",,,,");
  }

  @Test
  void skippedRowsAreReportedAndTheOthersStay() {
    String part = HEADER + "1,,,,\nx,,,,\n2,,a,,\n3,,,\n4,,\"\nb\",,\n,x,,,\n5,,,,\n";
    Outcome outcome = Outcome.skipping(Csv.whole(part, CsvScan.of(ORDERS)));
    assertThat(outcome.rows()).extracting(List::getFirst).containsExactly(1L, 2L, 4L, 5L);
    assertThat(outcome.rows())
        .extracting(row -> row.get(2))
        .containsExactly(null, "a", "\nb", null);
    assertThat(outcome.skipped()).extracting(CsvProblem.BadRow::line).containsExactly(3L, 5L, 8L);
    assertThat(outcome.skipped())
        .extracting(CsvProblem.BadRow::row)
        .containsExactly("x,,,,", "3,,,", ",x,,,");
  }

  /**
   * Given a tiny heap's worth of limit, when 100 MB come without a line break, then few are kept.
   */
  @Test
  void lineOfAHundredMegabytesIsRefusedAfterItsFirst() {
    byte[] megabyte = new byte[1 << 20];
    Arrays.fill(megabyte, (byte) 'x');
    long[] sent = new long[1];
    CsvReader reader = new CsvReader(Csv.PART, CsvScan.of(ORDERS), batch -> {});
    byte[] header = Csv.bytes(HEADER + "1,,,,\n");
    reader.accept(header, 0, header.length);
    assertThatThrownBy(
            () -> {
              for (; sent[0] < 100; sent[0]++) {
                reader.accept(megabyte, 0, megabyte.length);
              }
            })
        .isInstanceOf(CsvException.class)
        .hasMessage(
            "orders.csv, line 3: the row is longer than 1048576 bytes; is a line break missing?");
    assertThat(sent[0]).isLessThan(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {50, 51, 60, 200, 5000})
  void rowBeyondTheLimitIsTheSameProblemHoweverItComes(int length) {
    String row = "1,,\"\n" + "y".repeat(length - 5);
    byte[] part = Csv.bytes(HEADER + "1,,,,\n" + row + "\",,\n2,,,,\n");
    CsvLimits limits = CsvLimits.DEFAULT.rowsUpTo(50);
    CsvProblem expected =
        length < 48 ? null : new CsvProblem.RowTooLong(Csv.PART, 3, 50, length == 50 ? 0 : 3);
    for (int block : new int[] {1, 50, 64, 100_000}) {
      CsvScan scan = CsvScan.of(ORDERS).within(limits.blocksOf(block));
      assertThat(Outcome.of(Csv.whole(part, scan)).problem()).isEqualTo(expected);
      assertThat(Outcome.of(Csv.parallel(part, 2, scan)).problem()).isEqualTo(expected);
    }
    CsvScan scan = CsvScan.of(ORDERS).within(limits.rowsUpTo(length + 3));
    assertThat(Outcome.of(Csv.whole(part, scan)).problem()).isNull();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void anyBytesEndInAnAnswer(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 3000; i++) {
      byte[] part = new byte[random.nextInt(300)];
      random.nextBytes(part);
      String few = "\"\n,\r1a\0\u00e9";
      for (int at = 0; at < part.length; at++) {
        part[at] =
            random.nextInt(8) == 0 ? part[at] : (byte) few.charAt(random.nextInt(few.length()));
      }
      byte[] header = random.nextInt(10) == 0 ? new byte[0] : Csv.bytes(HEADER);
      byte[] all = Arrays.copyOf(header, header.length + part.length);
      System.arraycopy(part, 0, all, header.length, part.length);
      CsvScan scan =
          CsvScan.of(ORDERS)
              .within(
                  CsvLimits.DEFAULT
                      .batchesOf(1 + random.nextInt(99))
                      .rowsUpTo(1 + random.nextInt(200))
                      .blocksOf(1 + random.nextInt(99)));
      Outcome whole = Outcome.skipping(Csv.whole(all, scan));
      assertThat(Outcome.skipping(Csv.portions(all, 20, random, scan))).isEqualTo(whole);
      assertThat(Outcome.skipping(Csv.parallel(all, 1, scan))).isEqualTo(whole);
    }
  }
}
