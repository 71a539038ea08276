package dev.roastery.input.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.ColumnForm;
import dev.roastery.common.query.language.ColumnForm.Fractions;
import dev.roastery.common.query.language.ColumnForm.Rounding;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.common.query.language.Zone;
import dev.roastery.input.csv.column.CsvLayout;
import dev.roastery.input.csv.column.CsvLayout.Presence;
import dev.roastery.input.csv.column.CsvScan;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a value means, by the way in which its column is written: exactly that, or it is refused.
 */
class FormsTest {

  private static final Dialect COMMAS = Dialect.STANDARD.withDelimiter(';').withNumbers(',', ".");
  private static final Dialect BERLIN = Dialect.STANDARD.withZone(Zone.of("Europe/Berlin"));

  private static String read(ColumnType type, ColumnForm form, Dialect dialect, String field) {
    CsvScan scan =
        CsvScan.of(
            new CsvLayout(
                List.of(new CsvLayout.Field("a", type, Presence.NULLABLE, form)),
                dialect,
                List.of()));
    String part = "a" + dialect.delimiter() + "b\n" + field + dialect.delimiter() + "x\n";
    Outcome outcome = Outcome.of(Csv.whole(part, scan));
    if (outcome.problem() != null) {
      return ((CsvProblem.BadRow) outcome.problem()).reason();
    }
    return String.valueOf(outcome.rows().getFirst().getFirst());
  }

  private static void check(
      ColumnType type, ColumnForm form, Dialect dialect, String field, String expected) {
    String read = read(type, form, dialect, field);
    if (expected.matches("-?[0-9]+|null")) {
      assertThat(read).isEqualTo(expected);
    } else {
      assertThat(read).contains(expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "+5 | 500",
        "+ 5 | is not a decimal",
        "1.5e3 | 150000",
        "1.5E+3 | 150000",
        "15e-1 | 150",
        "1e-2 | 1",
        "1.000e-2 | 1",
        "100e-4 | 1",
        "1e-3 | has more decimals",
        "0e-99999999999999999999 | 0",
        "0e99999999999999999999 | 0",
        "1e99999999999999999999 | is a number that is too large",
        "1e-99999999999999999999 | has more decimals",
        "92233720368547758.07 | 9223372036854775807",
        "92233720368547758.08 | is a number that is too large",
        "-92233720368547758.08 | -9223372036854775808",
        "9.223372036854775807e16 | 9223372036854775807",
        "9.223372036854775808e16 | is a number that is too large",
        "e5 | is not a decimal",
        ". | is not a decimal",
        "- | is not a decimal",
        "1e | is not a decimal",
        "1e+ | is not a decimal",
        "1e5.0 | is not a decimal",
        "1 000 | is not a decimal",
        "1_000 | is not a decimal",
        "1.2.3 | is not a decimal",
        "0x1F | is not a decimal",
        "NaN | is not a decimal",
        "~\"1,5\"~ | is not a decimal",
        "\uff11 | is not a decimal"
      })
  void aDecimalIsExactOrRefused(String field, String expected) {
    check(new ColumnType.Decimal(2), ColumnForm.STANDARD, Dialect.STANDARD, field, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,5 | 150",
        "1.5 | is not a decimal",
        "1.500 | 150000",
        "1.234,50 | 123450",
        "12.345.678,9 | 1234567890",
        "-1.234 | -123400",
        "1234,5 | 123450",
        "1234.567 | is not a decimal",
        "12.34,5 | is not a decimal",
        "1..234 | is not a decimal",
        ".234 | is not a decimal",
        "1.234.56 | is not a decimal",
        "1,234.5 | is not a decimal",
        "1.234567,8 | is not a decimal",
        "1,5e2 | 15000",
        "1,555 | has more decimals",
        "'' | null"
      })
  void aCommaIsThePointAndAPointSeparatesGroupsOfThree(String field, String expected) {
    check(new ColumnType.Decimal(2), ColumnForm.STANDARD, COMMAS, field, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,0 | 1",
        "1.000 | 1000",
        "1.0 | is not a whole",
        "1,5 | is not a whole",
        "12345678 | 12345678",
        "123456789,00 | 123456789"
      })
  void wholeNumbersHaveTheSamePointAndGroups(String field, String expected) {
    check(new ColumnType.Whole(), ColumnForm.STANDARD, COMMAS, field, expected);
  }

  @Test
  void groupsMayBeSeparatedByASpaceThatBreaksNoLine() {
    Dialect french = Dialect.STANDARD.withDelimiter(';').withNumbers(',', "\u202f");
    check(new ColumnType.Decimal(2), ColumnForm.STANDARD, french, "1\u202f234,5", "123450");
    check(
        new ColumnType.Decimal(2), ColumnForm.STANDARD, french, "1\u202f23,5", "is not a decimal");
    check(
        new ColumnType.Decimal(2), ColumnForm.STANDARD, french, "1\u00a0234,5", "is not a decimal");
  }

  @Test
  void aDecimalCommaBetweenDelimitersThatAreCommasIsQuoted() {
    Dialect both = Dialect.STANDARD.withNumbers(',', "");
    for (ColumnType type : List.of(new ColumnType.Decimal(2), new ColumnType.Whole())) {
      String value = type instanceof ColumnType.Whole ? "3" : "300";
      check(type, ColumnForm.STANDARD, both, "\"3,0\"", value);
      check(type, ColumnForm.STANDARD, both, "3", value);
      check(type, ColumnForm.STANDARD, both, "0", "0");
      check(type, ColumnForm.STANDARD, both, "3.0", "is not a");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.005 | 100",
        "1.015 | 102",
        "1.0151 | 102",
        "1.0050001 | 101",
        "1.0049999 | 100",
        "-1.005 | -100",
        "-1.015 | -102",
        "0.001 | 0",
        "0.005 | 0",
        "0.0051 | 1",
        "5e-3 | 0",
        "15e-3 | 2",
        "5.1e-3 | 1",
        "9e-9 | 0",
        "92233720368547758.075 | is a number that is too large",
        "92233720368547758.074 | 9223372036854775807",
        "-92233720368547758.085 | -9223372036854775808",
        "-92233720368547758.086 | is a number that is too large",
        "x | is not a decimal"
      })
  void roundingIsHalfToEven(String field, String expected) {
    ColumnForm form = new ColumnForm("", Fractions.REFUSE, Rounding.HALF_EVEN);
    check(new ColumnType.Decimal(2), form, Dialect.STANDARD, field, expected);
  }

  /** BigDecimal is the oracle of numbers in all forms. */
  @ParameterizedTest
  @CsvSource({"REFUSE, 1", "HALF_EVEN, 2", "HALF_EVEN, 3", "REFUSE, 4"})
  void numbersAreThoseOfBigDecimal(Rounding rounding, long seed) {
    Random random = new Random(seed);
    ColumnForm form = new ColumnForm("", Fractions.REFUSE, rounding);
    RoundingMode mode =
        rounding == Rounding.REFUSE ? RoundingMode.UNNECESSARY : RoundingMode.HALF_EVEN;
    for (int i = 0; i < 3000; i++) {
      String text = number(random);
      int scale = random.nextInt(19);
      String expected;
      try {
        expected =
            String.valueOf(
                new BigDecimal(text).setScale(scale, mode).unscaledValue().longValueExact());
      } catch (ArithmeticException e) {
        expected = e.getMessage().contains("ounding") ? "has more decimals" : "too large";
      }
      check(new ColumnType.Decimal(scale), form, Dialect.STANDARD, text, expected);
    }
  }

  private static String number(Random random) {
    StringBuilder text = new StringBuilder(List.of("", "-", "+").get(random.nextInt(3)));
    int whole = random.nextInt(8);
    for (int i = 0; i < whole; i++) {
      text.append("0123456789555900".charAt(random.nextInt(16)));
    }
    int decimals = random.nextInt(8) + (whole == 0 ? 1 : 0);
    if (decimals > 0) {
      text.append('.');
    }
    for (int i = 0; i < decimals; i++) {
      text.append("0123456789555000".charAt(random.nextInt(16)));
    }
    return random.nextBoolean()
        ? text.toString()
        : text.append('e').append(random.nextInt(40) - 20).toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2024-01-31T07:00:00 | 2024-01-31T07:00:00",
        "2024-01-31 07:00 | 2024-01-31T07:00:00",
        "2024-01-31T07:00 | 2024-01-31T07:00:00",
        "2024-01-31 | 2024-01-31T00:00:00",
        "2024-01-31 07:00:00.000 | 2024-01-31T07:00:00",
        "2024-01-31 07:00:00.000000000000 | 2024-01-31T07:00:00",
        "2024-01-31 07:00:00.001 | has a fraction of a second",
        "2024-01-31 07:00:00. | is not a timestamp",
        "2024-01-31 7:00:00 | is not a timestamp",
        "2024-01-31 07 | is not a timestamp",
        "2024-01-31 07:00: | is not a timestamp",
        "2024-01-31  07:00 | is not a timestamp",
        "2024-01-31t07:00:00 | is not a timestamp",
        "2024-1-31 | is not a timestamp",
        "31/01/2024 | is not a timestamp",
        "20240131 | is not a timestamp",
        "2024-02-30 07:00 | is not a day",
        "2024-01-31 24:00 | is not a time",
        "2024-01-31 07:60 | is not a time",
        "2024-01-31T07:00:00Z | which zone's time to count in",
        "2024-01-31T07:00Z | which zone's time to count in",
        "2024-01-31T07:00:00+02:00 | which zone's time to count in",
        "2024-01-31 07:00:00 UTC | which zone's time to count in",
        "2024-01-31 07:00:00+02 | which zone's time to count in",
        "2024-01-31 07:00:00+19:00 | is not a timestamp",
        "2024-01-31 07:00:00+2 | is not a timestamp",
        "2024-01-31 07:00:00 CET | is not a timestamp",
        "2024-01-31 07:00:00Zx | is not a timestamp"
      })
  void aTimestampIsThatOfIso8601(String field, String expected) {
    check(
        new ColumnType.Timestamp(), ColumnForm.STANDARD, Dialect.STANDARD, field, second(expected));
  }

  /** The seconds of a timestamp; an explanation stays as it is. */
  private static String second(String expected) {
    return expected.matches("[0-9]{4}-.*T.*")
        ? String.valueOf(LocalDateTime.parse(expected).toEpochSecond(ZoneOffset.UTC))
        : expected;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2024-01-31T07:00:00Z | 2024-01-31T08:00:00",
        "2024-07-31T07:00:00Z | 2024-07-31T09:00:00",
        "2024-07-31T07:00:00.0Z | 2024-07-31T09:00:00",
        "2024-07-31 07:00 UTC | 2024-07-31T09:00:00",
        "2024-07-31T07:00:00+09:30 | 2024-07-30T23:30:00",
        "2024-07-31T07:00:00-0330 | 2024-07-31T12:30:00",
        "2024-07-31 07:00:00 -11 | 2024-07-31T20:00:00",
        "2024-07-31 07:00:00 | 2024-07-31T07:00:00",
        "2024-03-31T00:59:59Z | 2024-03-31T01:59:59",
        "2024-03-31T01:00:00Z | 2024-03-31T03:00:00",
        "2024-10-27T00:59:59Z | 2024-10-27T02:59:59",
        "2024-10-27T01:00:00Z | 2024-10-27T02:00:00",
        "9999-12-31T23:30:00Z | is not a day",
        "0000-01-01T00:00:00Z | 0000-01-01T00:53:28"
      })
  void anOffsetIsCountedIntoTheTimeOfTheZone(String field, String expected) {
    check(new ColumnType.Timestamp(), ColumnForm.STANDARD, BERLIN, field, second(expected));
  }

  /** A process with another release of Java than the one that made the plan. */
  @Test
  void aProcessWithOtherRulesForTheZoneConvertsNothing() {
    Zone other = new Zone("Europe/Berlin", "0123456789abcdef");
    CsvScan scan = CsvScan.of(Csv.ORDERS).withDialect(Dialect.STANDARD.withZone(other));
    byte[] part = Csv.bytes(Csv.HEADER);
    for (Outcome.Reading reading : List.of(Csv.whole(part, scan), Csv.parallel(part, 1, scan))) {
      assertThat(Outcome.of(reading).problem().sentence())
          .contains("the rules of time zone Europe/Berlin are others")
          .contains("run all processes with the same release of Java");
    }
  }

  @ParameterizedTest
  @CsvSource({"Europe/Berlin, 1", "America/New_York, 2", "Australia/Lord_Howe, 3", "UTC, 4"})
  void instantsAreShownAsByJavaTime(String zone, long seed) {
    Random random = new Random(seed);
    Dialect dialect = Dialect.STANDARD.withZone(Zone.of(zone));
    StringBuilder part = new StringBuilder("a,b\n");
    List<Long> expected = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      Instant instant = Instant.ofEpochSecond(random.nextLong(-5_000_000_000L, 9_000_000_000L));
      part.append(instant).append(",\n");
      expected.add(LocalDateTime.ofInstant(instant, ZoneId.of(zone)).toEpochSecond(ZoneOffset.UTC));
    }
    CsvScan scan =
        CsvScan.of(Csv.layout(Csv.nullable("a", new ColumnType.Timestamp()))).withDialect(dialect);
    assertThat(Outcome.of(Csv.whole(part.toString(), scan)).rows())
        .extracting(List::getFirst)
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dd/MM/yyyy | 01/02/2024 | 2024-02-01T00:00:00",
        "MM/dd/yyyy | 01/02/2024 | 2024-01-02T00:00:00",
        "dd.MM.yyyy HH:mm | 31.01.2024 07:30 | 2024-01-31T07:30:00",
        "dd.MM.yyyy HH:mm | 31.01.2024 07:30:00 | is not written in the column's format",
        "dd.MM.yyyy HH:mm:ss | 31.01.2024 07:30:15 | 2024-01-31T07:30:15",
        "dd.MM.yyyy HH:mm:ss | 31.01.2024 07:30:15.00 | 2024-01-31T07:30:15",
        "dd.MM.yyyy HH:mm:ss | 31.01.2024 07:30:15.5 | has a fraction",
        "d.M.yyyy | 1.2.2024 | 2024-02-01T00:00:00",
        "d.M.yyyy | 01.12.2024 | 2024-12-01T00:00:00",
        "d.M.yyyy | 001.12.2024 | is not written",
        "dd/MM/yyyy | 1/2/2024 | is not written",
        "dd/MM/yyyy | 31/02/2024 | is not a day",
        "dd/MM/yyyy | 13/13/2024 | is not a day",
        "dd/MM/yyyy | 2024-01-31 | is not written",
        "yyyyMMdd | 20240131 | 2024-01-31T00:00:00",
        "yyyyMMdd'T'HHmmss | 20240131T073015 | 2024-01-31T07:30:15",
        "MM/dd/yyyy hh:mm:ss a | 01/31/2024 12:00:00 AM | 2024-01-31T00:00:00",
        "MM/dd/yyyy hh:mm:ss a | 01/31/2024 12:00:00 pm | 2024-01-31T12:00:00",
        "MM/dd/yyyy hh:mm:ss a | 01/31/2024 11:59:59 PM | 2024-01-31T23:59:59",
        "MM/dd/yyyy hh:mm:ss a | 01/31/2024 13:00:00 PM | is not a time",
        "MM/dd/yyyy hh:mm:ss a | 01/31/2024 00:00:00 AM | is not a time",
        "M/d/yyyy h:mm a | 1/31/2024 7:05 AM | 2024-01-31T07:05:00",
        "dd MMM yyyy | 05 Mar 2024 | 2024-03-05T00:00:00",
        "dd MMM yyyy | 05 XYZ 2024 | is not written",
        "dd/MMM/yyyy:HH:mm:ss Z | 31/Jan/2024:07:30:15 +0000 | 2024-01-31T08:30:15",
        "dd/MMM/yyyy:HH:mm:ss Z | 31/Jan/2024:07:30:15 | is not written",
        "epoch seconds | 0 | 1970-01-01T01:00:00",
        "epoch seconds | 1706682600 | 2024-01-31T07:30:00",
        "epoch seconds | 1706682600.0 | 2024-01-31T07:30:00",
        "epoch seconds | 1.7066826e9 | 2024-01-31T07:30:00",
        "epoch seconds | 1706682600.5 | has a fraction",
        "epoch seconds | 99999999999999 | is not a day",
        "epoch seconds | 2024-01-31 | is not written",
        "epoch milliseconds | 1706682600000 | 2024-01-31T07:30:00",
        "epoch milliseconds | 1706682600001 | has a fraction"
      })
  void aFormatSaysInWhichOrder(String format, String field, String expected) {
    check(
        new ColumnType.Timestamp(), ColumnForm.of(format.strip()), BERLIN, field, second(expected));
  }

  @Test
  void aDateHasAFormatToo() {
    ColumnType date = new ColumnType.Date();
    check(date, ColumnForm.of("dd/MM/yyyy"), Dialect.STANDARD, "02/01/1970", "1");
    check(date, ColumnForm.of("dd/MM/yyyy"), Dialect.STANDARD, "1970-01-02", "is not written");
  }

  @Test
  void fractionsAreCutWhereTheTableSaysSo() {
    ColumnForm cut = new ColumnForm("", Fractions.CUT, Rounding.REFUSE);
    ColumnType type = new ColumnType.Timestamp();
    check(type, cut, Dialect.STANDARD, "1970-01-01 00:00:01.999", "1");
    check(type, cut, Dialect.STANDARD, "1969-12-31 23:59:58.5", "-2");
    check(type, cut, BERLIN, "1970-01-01T00:00:01.999Z", "3601");
    ColumnForm epoch = new ColumnForm("epoch seconds", Fractions.CUT, Rounding.REFUSE);
    check(type, epoch, Dialect.STANDARD, "1.9", "1");
    check(type, epoch, Dialect.STANDARD, "-1.5", "-2");
    check(type, epoch, Dialect.STANDARD, "-0.1", "-1");
    ColumnForm milli = new ColumnForm("epoch milliseconds", Fractions.CUT, Rounding.REFUSE);
    check(type, milli, Dialect.STANDARD, "1999", "1");
    check(type, milli, Dialect.STANDARD, "-1", "-1");
  }

  @Test
  void twoWordsAreOneAndZero() {
    ColumnForm form = ColumnForm.of("yes/no");
    ColumnType type = new ColumnType.Whole();
    check(type, form, Dialect.STANDARD, "yes", "1");
    check(type, form, Dialect.STANDARD, "NO", "0");
    check(type, form, Dialect.STANDARD, "\"Yes\"", "1");
    check(type, form, Dialect.STANDARD, "", "null");
    check(type, form, Dialect.STANDARD, "1", "is neither of the column's two words");
  }

  @Test
  void wordsForNullHoldForEveryTypeQuotedOrNot() {
    Dialect dialect = Dialect.STANDARD.withNulls(List.of("NULL", "\\N", "-", "9999", "1970-01-02"));
    for (ColumnType type :
        List.of(
            new ColumnType.Whole(),
            new ColumnType.Decimal(1),
            new ColumnType.Date(),
            new ColumnType.Timestamp(),
            new ColumnType.Text())) {
      for (String word : List.of("NULL", "\\N", "-", "9999", "1970-01-02", "\"NULL\"", "")) {
        check(type, ColumnForm.STANDARD, dialect, word, "null");
      }
    }
    check(new ColumnType.Whole(), ColumnForm.STANDARD, dialect, "99", "99");
    check(new ColumnType.Whole(), ColumnForm.STANDARD, dialect, " NULL ", "null");
    assertThat(read(new ColumnType.Text(), ColumnForm.STANDARD, dialect, "null")).isEqualTo("null");
    assertThat(read(new ColumnType.Text(), ColumnForm.STANDARD, dialect, "NULLS"))
        .isEqualTo("NULLS");
    assertThat(
            read(new ColumnType.Whole(), ColumnForm.STANDARD, dialect, "null")
                .toLowerCase(Locale.ROOT))
        .contains("is not a whole");
  }
}
