package dev.roastery.input.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.common.query.language.Dialect.Header;
import dev.roastery.common.query.language.Dialect.Quote;
import dev.roastery.input.csv.column.CsvLayout;
import dev.roastery.input.csv.column.CsvLimits;
import dev.roastery.input.csv.column.CsvScan;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** However a table's files are written, the rows are the same, and batches a matter of bytes. */
class DialectsTest {

  private static final List<String> COLUMNS = List.of("id", "amount", "name", "day", "at");
  private static final String CHARACTERS = "abz ,;|\t\"'\n\u00e9\u20ac09.-";

  private record Table(List<List<String>> rows, List<List<@Nullable Object>> values) {}

  /** Rows as they are meant: an empty field is null. */
  private static Table random(Random random, boolean breaks) {
    List<List<String>> rows = new ArrayList<>();
    List<List<@Nullable Object>> values = new ArrayList<>();
    for (int row = random.nextInt(60); row >= 0; row--) {
      long id = random.nextLong(-1000, 1_000_000_000_000L);
      long cents = random.nextLong(0, 10_000_000);
      StringBuilder name = new StringBuilder();
      for (int length = random.nextInt(12); length > 0; length--) {
        char c = CHARACTERS.charAt(random.nextInt(CHARACTERS.length()));
        name.append(breaks || c != '\n' ? c : '-');
      }
      long day = random.nextLong(20_000);
      rows.add(
          List.of(
              String.valueOf(id),
              cents / 100 + "." + (cents % 100 < 10 ? "0" : "") + cents % 100,
              name.toString(),
              LocalDate.ofEpochDay(day).toString(),
              ""));
      List<@Nullable Object> value = new ArrayList<>();
      value.add(id);
      value.add(cents);
      value.add(name.isEmpty() ? null : name.toString());
      value.add(day);
      value.add(null);
      values.add(value);
    }
    return new Table(rows, values);
  }

  private static String written(Table table, Dialect dialect, Random random) {
    StringBuilder part = new StringBuilder(random.nextBoolean() ? "\ufeff" : "");
    if (dialect.header() == Header.NAMES) {
      part.append(String.join(String.valueOf(dialect.delimiter()), COLUMNS)).append('\n');
    }
    for (List<String> row : table.rows()) {
      for (int i = 0; i < row.size(); i++) {
        String field = i == 1 ? row.get(i).replace('.', dialect.decimal()) : row.get(i);
        part.append(i == 0 ? "" : String.valueOf(dialect.delimiter()));
        part.append(field(field, dialect, random));
      }
      part.append(random.nextInt(4) == 0 ? "\r\n" : "\n");
    }
    return part.toString();
  }

  private static String field(String field, Dialect dialect, Random random) {
    if (dialect.quote() == Quote.NONE) {
      return field;
    }
    String quote = dialect.quote().word();
    boolean must =
        field.indexOf(dialect.delimiter()) >= 0 || field.contains("\n") || field.startsWith(quote);
    return must || random.nextInt(6) == 0
        ? quote + field.replace(quote, quote + quote) + quote
        : field;
  }

  private static CsvScan scan(Dialect dialect, Random random) {
    CsvLayout layout =
        new CsvLayout(
            Csv.ORDERS.fields(), dialect, dialect.header() == Header.NONE ? COLUMNS : List.of());
    return CsvScan.of(layout)
        .within(
            CsvLimits.DEFAULT
                .batchesOf(1 + random.nextInt(300))
                .rowsUpTo(1000)
                .blocksOf(1 + random.nextInt(300)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "; ~ DOUBLE ~ NAMES ~ ,",
        "; ~ SINGLE ~ NONE ~ ,",
        "| ~ DOUBLE ~ NONE ~ .",
        "| ~ SINGLE ~ NAMES ~ ,",
        "`\t` ~ DOUBLE ~ NAMES ~ .",
        "`\t` ~ SINGLE ~ NONE ~ ,",
        ", ~ SINGLE ~ NAMES ~ .",
        ", ~ DOUBLE ~ NONE ~ ,"
      })
  void rowsAndBatchesAreTheSameHoweverTheyAreRead(
      char delimiter, Quote quote, Header header, char decimal) {
    Dialect dialect =
        Dialect.STANDARD
            .withDelimiter(delimiter)
            .withQuote(quote)
            .withHeader(header)
            .withNumbers(decimal, "");
    for (long seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      Table table = random(random, true);
      byte[] part = Csv.bytes(written(table, dialect, random));
      CsvScan scan = scan(dialect, random);
      Outcome whole = Outcome.of(Csv.whole(part, scan));
      assertThat(whole.problem()).as("seed " + seed).isNull();
      assertThat(whole.rows()).as("seed " + seed).isEqualTo(table.values());
      PartFormat csv = PartFormat.csv();
      for (int bytes : new int[] {1, 2, 7, 100}) {
        assertThat(Outcome.of(Csv.portions(csv, Csv.PART, part, bytes, scan))).isEqualTo(whole);
      }
      for (int threads = 1; threads <= 3; threads++) {
        assertThat(Outcome.of(Csv.parallel(part, threads, scan))).isEqualTo(whole);
      }
      Outcome.Batch batch = whole.batches().get(random.nextInt(whole.batches().size()));
      assertThat(Outcome.of(Csv.resumed(csv, Csv.PART, part, batch.from(), scan)).batches())
          .isEqualTo(whole.batches().subList((int) batch.from().batch(), whole.batches().size()));
    }
  }

  /** Nothing in such a file can mean a delimiter or a line break that is none. */
  @Test
  void withoutQuotesAQuoteIsACharacter() {
    Dialect dialect = Dialect.STANDARD.withDelimiter('|').withQuote(Quote.NONE);
    String part = "id|amount|name|day|at\n1||\"a, 'b||\n2||c\"|| \n";
    Outcome outcome = Outcome.of(Csv.whole(part, scan(dialect, new Random(1))));
    assertThat(outcome.problem()).isNull();
    assertThat(outcome.rows()).extracting(row -> row.get(2)).containsExactly("\"a, 'b", "c\"");
  }

  @Test
  void aRowOfAnotherLengthIsBadByTheTablesColumns() {
    Dialect dialect = Dialect.STANDARD.withHeader(Header.NONE);
    Outcome outcome = Outcome.of(Csv.whole("1,,a,,\n2,,b,\n", scan(dialect, new Random(1))));
    assertThat(outcome.problem().sentence())
        .isEqualTo("orders.csv, line 2: the row has 4 fields, the table has 5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\ufeff", "\n", "\n\r\n"})
  void aPartWithoutHeaderMayBeEmpty(String part) {
    Outcome outcome =
        Outcome.of(Csv.whole(part, scan(Dialect.STANDARD.withHeader(Header.NONE), new Random(1))));
    assertThat(outcome.problem()).isNull();
    assertThat(outcome.rows()).isEmpty();
  }

  @Test
  void aShortPartWithoutHeaderIsRead() {
    CsvLayout layout =
        new CsvLayout(
            List.of(Csv.nullable("a", new ColumnType.Whole())),
            Dialect.STANDARD.withHeader(Header.NONE),
            List.of("a"));
    for (String part : List.of("7", "7\n", "\ufeff7", "7\n8")) {
      Outcome whole = Outcome.of(Csv.whole(part, CsvScan.of(layout)));
      assertThat(whole.rows()).extracting(List::getFirst).startsWith(7L);
      assertThat(Outcome.of(Csv.parallel(Csv.bytes(part), 2, CsvScan.of(layout)))).isEqualTo(whole);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "; ~ it looks like the delimiter is ;: add \"delimiter\": \";\" to the table",
        "| ~ it looks like the delimiter is |: add \"delimiter\": \"|\" to the table",
        "`\t` ~ it looks like the delimiter is a tab: add \"delimiter\": \"\\t\" to the table"
      })
  void anotherDelimiterIsGuessedFromTheHeader(String delimiter, String hint) {
    String part = String.join(delimiter, COLUMNS) + "\n";
    assertThat(Outcome.of(Csv.whole(part, CsvScan.of(Csv.ORDERS))).problem().sentence())
        .endsWith("\"; " + hint);
  }

  @Test
  void aHeaderWithoutTheColumnsHasNoHint() {
    assertThat(Outcome.of(Csv.whole("x;y\n", CsvScan.of(Csv.ORDERS))).problem().sentence())
        .endsWith("it is \"x;y\"");
  }

  @Test
  void fieldsOfAPartCalledTsvAreSeparatedByTabs() {
    byte[] part = Csv.bytes("id\tamount\tname\tday\tat\n1\t2.50\ta,b\t\t\n");
    CsvScan scan = CsvScan.of(Csv.ORDERS);
    PartFormat csv = PartFormat.csv();
    for (String name : List.of("t/a.tsv", "t/A.TSV", "t/a.tsv.gz")) {
      Outcome whole = Outcome.of(Csv.whole(csv, name, part, scan));
      assertThat(whole.rows().getFirst()).startsWith(1L, 250L, "a,b");
      assertThat(Outcome.of(Csv.parallel(csv, name, part, 2, scan))).isEqualTo(whole);
    }
    byte[] other = Csv.bytes("id;amount;name;day;at\n1;2.50;a,b;;\n");
    Outcome said =
        Outcome.of(
            Csv.whole(csv, "a.tsv", other, scan.withDialect(Dialect.STANDARD.withDelimiter(';'))));
    assertThat(said.rows()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Quote.class)
  void anyBytesEndInAnAnswer(Quote quote) {
    Random random = new Random(quote.name().length());
    byte[] pool = Csv.bytes("\"\"''\n\n;;,|\r 0x\u00e9\0");
    for (int i = 0; i < 2000; i++) {
      byte[] rows = new byte[random.nextInt(60)];
      for (int at = 0; at < rows.length; at++) {
        rows[at] = pool[random.nextInt(pool.length)];
      }
      byte[] header = Csv.bytes("id;amount;name;day;at\n");
      byte[] part = Arrays.copyOf(header, header.length + rows.length);
      System.arraycopy(rows, 0, part, header.length, rows.length);
      Dialect dialect = Dialect.STANDARD.withDelimiter(';').withQuote(quote);
      CsvScan scan = scan(dialect, random);
      Outcome whole = Outcome.skipping(Csv.whole(part, scan));
      assertThat(Outcome.skipping(Csv.portions(PartFormat.csv(), Csv.PART, part, 3, scan)))
          .isEqualTo(whole);
      assertThat(Outcome.skipping(Csv.parallel(part, 1, scan))).isEqualTo(whole);
    }
  }
}
