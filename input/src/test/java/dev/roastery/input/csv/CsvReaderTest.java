package dev.roastery.input.csv;

import static dev.roastery.input.csv.Csv.HEADER;
import static dev.roastery.input.csv.Csv.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.input.csv.column.CsvScan;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvReaderTest {

  private static List<List<Object>> rows(String part) {
    Outcome outcome = Outcome.of(Csv.whole(part, CsvScan.of(ORDERS)));
    assertThat(outcome.problem()).isNull();
    return outcome.rows();
  }

  /** The one value of a one-row part with one other column before and after. */
  private static Object value(ColumnType type, String text) {
    CsvScan scan = CsvScan.of(Csv.layout(Csv.nullable("x", type)));
    Outcome outcome = Outcome.of(Csv.whole("a,x,b\n," + text + ",\n", scan));
    assertThat(outcome.problem()).isNull();
    return outcome.rows().getFirst().getFirst();
  }

  @Test
  void eachTypeIsRead() {
    assertThat(rows(HEADER + "7,12.5,Latte,2024-02-29,2024-02-29 23:59:59\n"))
        .containsExactly(
            List.of(
                7L,
                1250L,
                "Latte",
                LocalDate.of(2024, 2, 29).toEpochDay(),
                LocalDateTime.of(2024, 2, 29, 23, 59, 59).toEpochSecond(ZoneOffset.UTC)));
  }

  @Test
  void columnsAreFoundByNameInAnyOrderAndOthersIgnored() {
    assertThat(rows("x,at,name,\"y,\"\"z\",day,amount,id\n\"1\n2\",,a,,,3,4\n"))
        .containsExactly(Arrays.asList(4L, 300L, "a", null, null));
  }

  @Test
  void emptyFieldsAreNullQuotedOrNot() {
    List<Object> nulls = Arrays.asList(null, null, null, null, null);
    assertThat(rows(HEADER + ",,,,\n\"\",\"\",\"\",\"\",\"\"\n  ,\" \",, ,\t\n"))
        .containsExactly(nulls, nulls, nulls);
  }

  @Test
  void columnWithoutNullHasNoNullBits() {
    List<Column> columns = new ArrayList<>();
    CsvSink sink = batch -> columns.addAll(batch.rows().columns());
    CsvReader reader = new CsvReader(Csv.PART, CsvScan.of(ORDERS), sink);
    byte[] part = Csv.bytes(HEADER + "1,,,,\n2,,,,\n");
    reader.accept(part, 0, part.length);
    reader.finish();
    assertThat(columns.get(0).nulls()).isNull();
    assertThat(columns.get(1).nulls()).containsExactly(3);
  }

  @Test
  void quotedFieldsMayHaveCommasQuotesAndLineBreaks() {
    assertThat(rows(HEADER + "\"1\",\"2.5\",\"a, \"\"b\"\"\r\nc\",,\n2,,\"\"\"\",,\n"))
        .containsExactly(
            Arrays.asList(1L, 250L, "a, \"b\"\r\nc", null, null),
            Arrays.asList(2L, null, "\"", null, null));
  }

  @Test
  void quoteInsideOfAnUnquotedFieldIsACharacter() {
    assertThat(rows(HEADER + "1,,5\" x 4\",,\n2,, \"b\",,\n"))
        .extracting(row -> row.get(2))
        .containsExactly("5\" x 4\"", " \"b\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n"})
  void lineBreaksAreLfOrCrlfAndTheLastMayBeMissing(String line) {
    String part = "id,amount,name,day,at" + line + "1,2,a,," + line + "3,4,b,,";
    List<List<Object>> expected =
        List.of(Arrays.asList(1L, 200L, "a", null, null), Arrays.asList(3L, 400L, "b", null, null));
    assertThat(rows(part)).isEqualTo(expected);
    assertThat(rows(part + line)).isEqualTo(expected);
  }

  @Test
  void lineBreaksMayBeMixedAndBlankLinesAreNoRows() {
    assertThat(rows("\r\n\nid,amount,name,day,at\r\n\n1,,,,\n\r\n\r\n2,,,,\r\n3,,,,\r"))
        .extracting(List::getFirst)
        .containsExactly(1L, 2L, 3L);
  }

  @Test
  void oneColumnWithEmptyValuesNeedsQuotes() {
    CsvScan scan = CsvScan.of(Csv.layout(Csv.nullable("x", new ColumnType.Whole())));
    assertThat(Outcome.of(Csv.whole("x\n1\n\n\"\"\n2\n", scan)).rows())
        .containsExactly(List.of(1L), Arrays.asList((Object) null), List.of(2L));
  }

  @Test
  void byteOrderMarkIsNoPartOfTheFirstName() {
    assertThat(rows("\ufeff" + HEADER + "1,,,,\n")).hasSize(1);
    assertThat(rows("\ufeff\"id\",amount,name,day,at\n1,,,,\n")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\ufeff", "\n", "\r\n\r\n", "id,amount,name,day,at", HEADER})
  void partWithoutRowsIsAnEmptyTable(String part) {
    Outcome outcome = Outcome.of(Csv.whole(part, CsvScan.of(ORDERS)));
    assertThat(outcome).isEqualTo(new Outcome(List.of(), List.of(), null));
  }

  @ParameterizedTest
  @CsvSource({
    "12345, 12345",
    "12345.0, 12345",
    "12345678, 12345678",
    "12345678.0, 12345678",
    "123456789, 123456789",
    "12345.000, 12345",
    "12345., 12345",
    ".0, 0",
    "-0, 0",
    "-7.0, -7",
    "007, 7",
    "' 8 ', 8",
    "'\"9\"', 9",
    "'\" 10.0 \"', 10",
    "9223372036854775807, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808",
    "000000000000000000000000000001, 1"
  })
  void wholeNumbersMayHaveZerosAfterThePoint(String text, long expected) {
    assertThat(value(new ColumnType.Whole(), text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "38, 3800",
    "38.5, 3850",
    "38.50, 3850",
    "38.05, 3805",
    "38.5000, 3850",
    ".5, 50",
    "5., 500",
    "-0.05, -5",
    "0.0, 0",
    "12345.67, 1234567",
    "123456.78, 12345678",
    "92233720368547758.07, 9223372036854775807",
    "-92233720368547758.08, -9223372036854775808",
    "' 1.5', 150",
    "'\"1.5\"', 150"
  })
  void decimalsAreExact(String text, long expected) {
    assertThat(value(new ColumnType.Decimal(2), text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1.0, 1",
    "1, 0.1, 1",
    "10, 99999999, 999999990000000000",
    "10, .0000001, 1000",
    "11, 1, 100000000000",
    "18, 9, 9000000000000000000",
    "8, .12345678, 12345678"
  })
  void decimalsHaveTheScaleOfTheirColumn(int scale, String text, long expected) {
    assertThat(value(new ColumnType.Decimal(scale), text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "2024-03-01 07:08:09, 2024-03-01T07:08:09",
    "2024-03-01T07:08:09, 2024-03-01T07:08:09",
    "2024-03-01 07:08:09.000, 2024-03-01T07:08:09",
    "2024-03-01, 2024-03-01T00:00:00",
    "' 2024-03-01 07:08:09 ', 2024-03-01T07:08:09",
    "'\"2024-03-01 07:08:09\"', 2024-03-01T07:08:09",
    "1969-12-31 23:59:59, 1969-12-31T23:59:59",
    "1900-02-28 00:00:00, 1900-02-28T00:00:00",
    "0000-01-01 00:00:00, 0000-01-01T00:00:00",
    "9999-12-31 23:59:59, 9999-12-31T23:59:59"
  })
  void timestampsAreSecondsSince1970(String text, LocalDateTime expected) {
    assertThat(value(new ColumnType.Timestamp(), text))
        .isEqualTo(expected.toEpochSecond(ZoneOffset.UTC));
  }

  @Test
  void everyDayOfFourCenturiesIsTheCalendars() {
    StringBuilder part = new StringBuilder("day\n");
    LocalDate first = LocalDate.of(1800, 1, 1);
    LocalDate end = LocalDate.of(2200, 1, 1);
    first.datesUntil(end).forEach(day -> part.append(day).append('\n'));
    CsvScan scan = CsvScan.of(Csv.layout(Csv.nullable("day", new ColumnType.Date())));
    List<Object> read =
        Outcome.of(Csv.whole(part.toString(), scan)).rows().stream().map(List::getFirst).toList();
    assertThat(read)
        .isEqualTo(first.datesUntil(end).map(day -> (Object) day.toEpochDay()).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1970-04-22", "1970-04-22 00:00:00", "1970-04-22T00:00:00.0", " 1970-04-22"})
  void datesMayHaveMidnight(String text) {
    assertThat(value(new ColumnType.Date(), text))
        .isEqualTo(LocalDate.of(1970, 4, 22).toEpochDay());
  }

  @Test
  void textKeepsItsSpacesAndItsLetters() {
    assertThat(value(new ColumnType.Text(), " Café ☕ \uD83D\uDE00 "))
        .isEqualTo(" Café ☕ \uD83D\uDE00 ");
  }
}
