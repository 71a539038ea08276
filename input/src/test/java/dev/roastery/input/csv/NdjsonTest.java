package dev.roastery.input.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.JsonReader;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.ColumnForm;
import dev.roastery.common.query.language.ColumnForm.Strictness;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.column.CsvLayout;
import dev.roastery.input.csv.column.CsvLayout.Field;
import dev.roastery.input.csv.column.CsvLayout.Presence;
import dev.roastery.input.csv.column.CsvLimits;
import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.format.PartFormats;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of JSON objects are rows like those of CSV, or are refused. */
class NdjsonTest {

  private static final String NAME = "orders/o.jsonl";
  private static final PartFormat FORMAT = PartFormats.of(NAME);

  private static CsvScan scan() {
    return CsvScan.of(Csv.ORDERS);
  }

  private static Outcome read(String part, CsvScan scan) {
    return Outcome.of(Csv.whole(FORMAT, NAME, Csv.bytes(part), scan));
  }

  @Test
  void aFormatIsThatOfTheNameOfItsParts() {
    assertThat(PartFormats.of("t/a.csv")).isNotSameAs(FORMAT);
    assertThat(PartFormats.of("t/a")).isNotSameAs(FORMAT);
    for (String name : List.of("A.JSONL", "a.ndjson", "a.jsonl.gz", "t/a.ndjson.ZST")) {
      assertThat(PartFormats.of(name)).isSameAs(FORMAT);
      assertThat(PartFormats.isPart(name)).isTrue();
    }
    assertThat(PartFormats.isPart("a.json")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"id\":1,\"amount\":2.5,\"name\":\"a\",\"day\":\"1970-01-02\",\"at\":\"1970-01-01"
            + " 00:00:01\"} | [1, 250, a, 1, 1]",
        " { \"at\" : null , \"id\" : -7 } \t | [-7, null, null, null, null]",
        "{} | [null, null, null, null, null]",
        "{\"id\":\"12\",\"amount\":\"1e1\"} | [12, 1000, null, null, null]",
        "{\"amount\":12345678901234567.89} | [null, 1234567890123456789, null, null, null]",
        "{\"amount\":1.5E+2} | [null, 15000, null, null, null]",
        "{\"id\":1.0} | [1, null, null, null, null]",
        "{\"name\":12.50} | [null, null, 12.50, null, null]",
        "{\"name\":true} | [null, null, true, null, null]",
        "{\"name\":\"\"} | [null, null, null, null, null]",
        "{\"name\":\"\\\"q\\\" \\\\ \\/ \\u00e9 \\ud83d\\ude00\"} | [null, null, \"q\" \\ / é 😀,"
            + " null, null]",
        "{\"n\\u0061me\":\"x\"} | [null, null, x, null, null]",
        "{\"other\":{\"a\":[1,{\"b\":\"}\"}]},\"id\":1,\"x\":[]} | [1, null, null, null, null]",
        "{\"id\":1,\"id\\u0000\":2} | [1, null, null, null, null]"
      })
  void fieldsAreColumnsByName(String line, String expected) {
    Outcome outcome = read(line + "\n", scan());
    assertThat(outcome.problem()).isNull();
    assertThat(outcome.rows()).hasSize(1);
    assertThat(outcome.rows().getFirst().toString()).isEqualTo(expected);
  }

  @Test
  void aTextMayHaveLineBreaksAndQuotesAnywhere() {
    Outcome outcome = read("{\"name\":\"\\n\\\"a\\r\\n\\t\\\"\"}\n", scan());
    assertThat(outcome.rows().getFirst().get(2)).isEqualTo("\n\"a\r\n\t\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[1] | line 2: the line is not a JSON object",
        "{\"id\":1 | line 2: the line is not a JSON object",
        "{\"id\":1}} | line 2: the line is not a JSON object",
        "{\"id\":1} {} | line 2: the line is not a JSON object",
        "{\"id\":1,} | line 2: the line is not a JSON object",
        "{'id':1} | line 2: the line is not a JSON object",
        "{\"id\":01} | line 2: the line is not a JSON object",
        "{\"id\":+1} | line 2: the line is not a JSON object",
        "{\"id\":1.} | line 2: the line is not a JSON object",
        "{\"id\":.5} | line 2: the line is not a JSON object",
        "{\"id\":NaN} | line 2: the line is not a JSON object",
        "{\"name\":\"a\tb\"} | line 2: the line is not a JSON object",
        "{\"name\":\"\\x\"} | line 2: the line is not a JSON object",
        "{\"name\":\"\\u12g4\"} | line 2: the line is not a JSON object",
        "id,amount | line 2: the line is not a JSON object",
        "{\"id\":{\"a\":1}} | line 2, column id: \"{\"a\":1}\" is an object or a list, which is no"
            + " value of a column",
        "{\"id\":1,\"name\":[\"a\"]} | line 2, column name: \"[\"a\"]\" is an object or a list,"
            + " which is no value of a column",
        "{\"id\":1,\"id\":2} | line 2, column id: \"2\" is a second value of the same field",
        "{\"name\":[],\"id\":1,\"id\":2,\"id\":3} | line 2, column id: \"2\" is a second value of"
            + " the same field",
        "{\"id\":1.5} | line 2, column id: \"1.5\" is not a whole number",
        "{\"id\":true} | line 2, column id: \"true\" is not a whole number",
        "{\"amount\":\"1,5\"} | line 2, column amount: \"\"1,5\"\" is not a decimal number",
        "{\"amount\":1.005} | line 2, column amount: \"1.005\" has more decimals than the column",
        "{\"name\":\"\\ud800\"} | line 2, column name: \"\"\\\\ud800\"\" is not UTF-8 text; save"
            + " the file as UTF-8"
      })
  void aWrongLineIsNamedWithItsPlace(String line, String sentence) {
    String part = "{\"id\":1}\n" + line + "\n{\"id\":2}\n";
    assertThat(read(part, scan()).problem().sentence()).isEqualTo(NAME + ", " + sentence);
    Outcome skipping = Outcome.skipping(Csv.whole(FORMAT, NAME, Csv.bytes(part), scan()));
    assertThat(skipping.rows()).extracting(List::getFirst).containsExactly(1L, 2L);
    assertThat(skipping.skipped())
        .singleElement()
        .satisfies(bad -> assertThat(bad.line()).isEqualTo(2));
  }

  @Test
  void whatCsvNeedsToBeToldIsNotAskedOfJson() {
    Dialect dialect =
        Dialect.STANDARD
            .withDelimiter(';')
            .withNumbers(',', ".")
            .withHeader(Dialect.Header.NONE)
            .withNulls(List.of("NULL"));
    Outcome outcome =
        read("{\"amount\":1.5,\"name\":\"NULL\",\"id\":\"NULL\"}\n", scan().withDialect(dialect));
    assertThat(outcome.rows().getFirst()).containsExactly(null, 150L, null, null, null);
  }

  /** A column whose numbers were inferred, in a table of which all columns are known. */
  private static CsvScan inferred() {
    ColumnForm form = ColumnForm.STANDARD.withStrictness(Strictness.STRICT).withNumbers(",", ".");
    Field id = new Field("id", new ColumnType.Decimal(1), Presence.NULLABLE, form);
    Field at = Csv.nullable("at", new ColumnType.Text());
    return CsvScan.of(Csv.layout(id, at).knowing(List.of("at", "id", "x")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"id\":\"1\"} | , column id: \"\"1\"\" is not a number of as many digits as the column's"
            + " type has",
        "{\"id\":1.25} | , column id: \"1.25\" is not a number of as many digits as the column's"
            + " type has",
        "{\"at\":[1]} | , column at: \"[1]\" is an object or a list, which is no value of a column",
        "{\"x\":1,\"more\":1,\"id\":1} | : the field \"more\" is not known"
      })
  void whatContradictsWhatWasInferredIsNamed(String line, String sentence) {
    List<String> said = new ArrayList<>();
    StreamedPart reader =
        FORMAT.reader(
            NAME,
            inferred(),
            new CsvSink() {
              @Override
              public void batch(CsvBatch batch) {}

              @Override
              public void contradiction(CsvProblem.BadRow row) {
                said.add(row.sentence());
              }
            });
    byte[] part = Csv.bytes("{\"id\":1.5}\n" + line + "\n");
    reader.accept(part, 0, part.length);
    reader.finish();
    assertThat(said).containsExactly(NAME + ", line 2" + sentence);
  }

  @Test
  void whatDoesNotContradictItIsRead() {
    String part =
        """
        {"x":[1],"id":1.5,"":1}
        {"id":""}
        {"id":null}
        {"at":"7","id":" "}
        """;
    assertThat(read(part, inferred()).rows())
        .containsExactly(
            Arrays.asList(15L, null),
            Arrays.asList(null, null),
            Arrays.asList(null, null),
            Arrays.asList(null, "7"));
  }

  /** However many fields there are, and in whatever order lines have them. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void sparseLinesOfManyFieldsAreRead(long seed) {
    Random random = new Random(seed);
    int fields = 1 + random.nextInt(300);
    List<Field> wanted = new ArrayList<>();
    List<String> known = new ArrayList<>();
    for (int i = 0; i < fields; i++) {
      known.add("f" + i);
      if (random.nextBoolean()) {
        wanted.add(Csv.nullable("f" + i, new ColumnType.Whole()));
      }
    }
    List<List<@Nullable Object>> expected = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (int row = 0; row < 200; row++) {
      List<Integer> there = new ArrayList<>();
      for (int i = 0; i < fields; i++) {
        if (random.nextInt(4) == 0) {
          there.add(i);
        }
      }
      expected.add(
          wanted.stream()
              .map(field -> Integer.valueOf(field.name().substring(1)))
              .map(i -> there.contains(i) ? (Object) (1000L + i) : null)
              .collect(Collectors.<@Nullable Object>toList()));
      Collections.shuffle(there, random);
      part.append(
              there.stream()
                  .map(i -> "\"f" + i + "\":" + (1000 + i))
                  .collect(Collectors.joining(",", "{", "}")))
          .append('\n');
    }
    CsvLayout layout = new CsvLayout(wanted);
    assertThat(read(part.toString(), CsvScan.of(layout)).rows()).isEqualTo(expected);
    assertThat(read(part.toString(), CsvScan.of(layout.knowing(known))).rows()).isEqualTo(expected);
  }

  @Test
  void aLineThatIsTooLongIsRefusedAndListsDeepInOtherFieldsToo() {
    CsvScan small = scan().within(CsvLimits.DEFAULT.rowsUpTo(50).blocksOf(20));
    String longer = "{\"id\":1,\"x\":\"" + "a".repeat(60) + "\"}\n";
    for (Outcome.Reading reading :
        List.of(
            Csv.whole(FORMAT, NAME, Csv.bytes("{}\n" + longer), small),
            Csv.portions(FORMAT, NAME, Csv.bytes("{}\n" + longer), 1, small),
            Csv.parallel(FORMAT, NAME, Csv.bytes("{}\n" + longer), 1, small))) {
      assertThat(Outcome.of(reading).problem().sentence())
          .isEqualTo(NAME + ", line 2: the row is longer than 50 bytes; is a line break missing?");
    }
    String deep = "{\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}\n";
    assertThat(read(deep, scan()).problem().sentence()).contains("is not a JSON object");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void rowsAndBatchesAreTheSameHoweverTheyAreRead(long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder(random.nextBoolean() ? "\ufeff" : "");
    List<List<@Nullable Object>> expected = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      boolean bad = random.nextInt(40) == 0;
      String line = bad ? "{\"id\":[]}" : line(random, expected);
      text.append(line).append(random.nextInt(5) == 0 ? "\r\n" : "\n");
      text.append(random.nextInt(20) == 0 ? " \n\n" : "");
    }
    byte[] part = Csv.bytes(text.toString().stripTrailing());
    CsvScan scan =
        scan()
            .within(
                CsvLimits.DEFAULT
                    .batchesOf(1 + random.nextInt(3000))
                    .rowsUpTo(2000)
                    .blocksOf(1 + random.nextInt(3000)));
    Outcome whole = Outcome.skipping(Csv.whole(FORMAT, NAME, part, scan));
    assertThat(whole.rows()).isEqualTo(expected);
    assertThat(whole.skipped()).hasSize(300 - expected.size());
    for (int bytes : new int[] {1, 3, 100, 5000}) {
      assertThat(Outcome.skipping(Csv.portions(FORMAT, NAME, part, bytes, scan))).isEqualTo(whole);
    }
    for (int threads = 1; threads <= 3; threads++) {
      Outcome parallel = Outcome.skipping(Csv.parallel(FORMAT, NAME, part, threads, scan));
      assertThat(parallel.batches()).isEqualTo(whole.batches());
      assertThat(parallel.skipped()).hasSameElementsAs(whole.skipped());
    }
    Outcome.Batch batch = whole.batches().get(random.nextInt(whole.batches().size()));
    assertThat(Outcome.skipping(Csv.resumed(FORMAT, NAME, part, batch.from(), scan)).batches())
        .isEqualTo(whole.batches().subList((int) batch.from().batch(), whole.batches().size()));
  }

  private static String line(Random random, List<List<@Nullable Object>> expected) {
    @Nullable Object[] row = new @Nullable Object[5];
    List<String> fields = new ArrayList<>();
    if (random.nextBoolean()) {
      long id = random.nextLong();
      row[0] = id;
      fields.add("\"id\": " + (random.nextBoolean() ? "\"" + id + "\"" : id));
    }
    if (random.nextBoolean()) {
      row[1] = 100L * random.nextInt(1000);
      fields.add("\"amount\":" + (long) row[1] / 100);
    }
    if (random.nextBoolean()) {
      row[2] = "a \"b\"\n\u20ac" + random.nextInt();
      fields.add(
          "\"name\":\"" + row[2].toString().replace("\"", "\\\"").replace("\n", "\\n") + "\"");
    }
    if (random.nextBoolean()) {
      fields.add("\"more\":{\"id\":[1,\"\\\"]\"]}");
    }
    Collections.shuffle(fields, random);
    expected.add(Arrays.asList(row));
    return "{" + String.join(", ", fields) + "}";
  }

  /** An empty object is the shortest row, and many columns make it the largest in memory. */
  @Test
  void manyEmptyObjectsAreReadInLittleMemory() {
    List<CsvLayout.Field> columns = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      columns.add(Csv.nullable("c" + i, new ColumnType.Whole()));
    }
    CsvScan scan =
        CsvScan.of(new CsvLayout(columns)).within(CsvLimits.DEFAULT.batchesOf(6000).blocksOf(6000));
    Outcome outcome = read("{}\n".repeat(2500) + "{\"c999\":5}\n", scan);
    assertThat(outcome.rows()).hasSize(2501);
    assertThat(outcome.rows().getLast().getLast()).isEqualTo(5L);
  }

  /** The reader of our own documents is the oracle of what JSON is. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aLineIsAnObjectWhereTheReaderOfDocumentsSaysSo(long seed) {
    Random random = new Random(seed);
    String pool = "{}[]\",:\\untrufalse0123456789.eE+- \t";
    for (int i = 0; i < 5000; i++) {
      StringBuilder line =
          new StringBuilder(
              "{\"a\":1.5e3,\"b\":\"x\\n\\u0041\",\"c\":[true,null,{}],\"d\":{\"e\":-0}}");
      for (int mutations = 1 + random.nextInt(3); mutations > 0; mutations--) {
        char c = pool.charAt(random.nextInt(pool.length()));
        int at = random.nextInt(line.length());
        switch (random.nextInt(3)) {
          case 0 -> line.setCharAt(at, c);
          case 1 -> line.insert(at, c);
          default -> line.deleteCharAt(at);
        }
      }
      Problems problems = new Problems("line");
      Json json = JsonReader.read(Csv.bytes(line.toString()), 1000, problems);
      boolean object = json instanceof Json.Obj && problems.none();
      CsvScan other = CsvScan.of(Csv.layout(Csv.nullable("quantity", new ColumnType.Text())));
      Outcome outcome = read(line + "\n", other);
      String said = problems.all().toString();
      boolean stricter = said.contains("given twice") || said.contains("too many digits");
      if (!stricter && !line.toString().isBlank()) {
        assertThat(outcome.problem() == null).as(line.toString()).isEqualTo(object);
      }
    }
  }
}
