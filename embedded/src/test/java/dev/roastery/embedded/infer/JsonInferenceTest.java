package dev.roastery.embedded.infer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.language.Tables;
import dev.roastery.input.BadRows;
import dev.roastery.input.Dataset;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.source.DatasetFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns and types of JSON lines are a matter of the rows alone, as are those of CSV. */
class JsonInferenceTest {

  /** Values as CSV has them; a bare word is one of JSON, too. */
  private static final String[] VALUES = {
    "1",
    "2",
    "-3",
    "10",
    "1.5",
    "0.25",
    "2024-01-31",
    "2024-01-31 07:00:00",
    "007",
    "x",
    "NA",
    "",
    "true",
    "1e3",
    "12345678901234567890"
  };

  private static final List<String> COLUMNS = List.of("a", "b", "c");

  @TempDir private Path folder;
  private Path set;

  @BeforeEach
  void setUp() throws IOException {
    set = Files.createDirectory(folder.resolve("set"));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void rowsHaveTheSameTypesAsCsvAndJsonInAnyMixture(long seed) throws Exception {
    Random random = new Random(seed);
    for (int round = 0; round < 8; round++) {
      List<List<String>> rows = rows(random);
      List<String> csv = rows.stream().map(row -> String.join(",", row)).toList();
      Tables expected = certain(write("csv" + round, List.of(csv), List.of()), random);
      List<String> json = new ArrayList<>(rows.stream().map(row -> json(random, row)).toList());
      Collections.shuffle(json, random);
      Path lines = write("json" + round, List.of(), cut(random, json));
      int half = random.nextInt(rows.size());
      Path both =
          write(
              "both" + round,
              List.of(csv.subList(half, rows.size())),
              cut(random, rows.subList(0, half).stream().map(row -> json(random, row)).toList()));
      for (Path each : List.of(lines, both)) {
        String why = "seed " + seed + ", " + each.getFileName();
        assertThat(certain(each, random)).as(why).isEqualTo(expected);
        assertThat(ofRun(each, random, rows.size())).as(why).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void aColumnIsFoundWhereverItIs(long seed) throws Exception {
    Random random = new Random(seed);
    for (int round = 0; round < 8; round++) {
      List<String> rows = new ArrayList<>();
      for (List<String> row : rows(random)) {
        String more = random.nextInt(6) > 0 ? "" : ",\"m" + random.nextInt(4) + "\":1.5";
        rows.add(json(random, row).replaceFirst("}$", more + "}").replace("{,", "{"));
      }
      Tables expected = certain(write("one" + round, List.of(), List.of(rows)), random);
      Collections.shuffle(rows, random);
      Path other = write("other" + round, List.of(), cut(random, rows));
      String why = "seed " + seed + ", round " + round;
      assertThat(certain(other, random)).as(why).isEqualTo(expected);
      assertThat(ofRun(other, random, rows.size())).as(why).isEqualTo(expected);
    }
  }

  /** Three columns, each of values that mostly go together. */
  private static List<List<String>> rows(Random random) {
    int kinds = VALUES.length;
    int[] usual = {random.nextInt(kinds), random.nextInt(kinds), random.nextInt(kinds)};
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("5", "5", "5"));
    for (int row = 1; row < 30; row++) {
      List<String> values = new ArrayList<>();
      for (int first : usual) {
        boolean other = random.nextInt(12) == 0;
        values.add(VALUES[other ? random.nextInt(kinds) : (first + random.nextInt(3)) % kinds]);
      }
      rows.add(values);
    }
    return rows;
  }

  private static String json(Random random, List<String> row) {
    List<String> fields = new ArrayList<>();
    for (int column = 0; column < row.size(); column++) {
      String value = row.get(column);
      if (!value.isEmpty()) {
        boolean bare = value.matches("-?(0|[1-9]\\d*)(\\.\\d+)?(e\\d)?|true");
        fields.add(field(column, bare ? value : '"' + value + '"'));
      } else if (random.nextBoolean()) {
        fields.add(field(column, random.nextBoolean() ? "null" : "\"\""));
      }
    }
    Collections.shuffle(fields, random);
    return "{" + String.join(",", fields) + "}";
  }

  private static String field(int column, String value) {
    return '"' + COLUMNS.get(column) + "\":" + value;
  }

  private static List<List<String>> cut(Random random, List<String> lines) {
    int at = random.nextInt(lines.size() + 1);
    return List.of(lines.subList(at, lines.size()), List.of(), lines.subList(0, at));
  }

  private Path write(String name, List<List<String>> csv, List<List<String>> json)
      throws IOException {
    Path table = Files.createDirectories(set.resolve(name).resolve("t"));
    for (int file = 0; file < csv.size(); file++) {
      Files.writeString(table.resolve(file + ".csv"), "a,b,c\n" + String.join("\n", csv.get(file)));
    }
    for (int file = 0; file < json.size(); file++) {
      Files.writeString(table.resolve(file + ".jsonl"), String.join("\n", json.get(file)));
    }
    return set.resolve(name);
  }

  private static Tables certain(Path dataset, Random random) throws Exception {
    return inference(dataset, 1 + random.nextInt(3), 1 + random.nextInt(60)).certainTables(_ -> {});
  }

  private Tables ofRun(Path dataset, Random random, int rows) throws Exception {
    int threads = 1 + random.nextInt(3);
    Inference inference = inference(dataset, threads, 1 + random.nextInt(60));
    return new InferredRun(folder, threads).tables(inference, rows);
  }

  private static Inference inference(Path dataset, int threads, int head) throws Exception {
    return Inference.of(
        Dataset.discover(DatasetFolder.of(dataset), List.of()), threads, BadRows.REFUSE, head);
  }

  @Test
  void aFieldThatTheFirstRowsHaveNotBeginsTheRunAgain() throws Exception {
    write("late", List.of(), List.of(List.of("{\"a\":1}", "{\"a\":2}", "{\"a\":3,\"b\":\"2\"}")));
    Inference inference = inference(set.resolve("late"), 2, 5);
    assertThat(names(inference.tables())).containsExactly("a");
    List<String> said = new ArrayList<>();
    assertThat(names(new InferredRun(folder, 2).tables(inference, 3, said)))
        .containsExactly("a", "b");
    assertThat(said)
        .containsExactly(
            "t/0.jsonl, line 3: the field \"b\" is not known; the first rows were others: looking"
                + " at all rows, and reading again");
  }

  /** Such a field is text until its values have been looked at. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "sum(late) as s",
        "avg(late * 2) as s",
        "count(*) as s from t where late > 2",
        "sum(late) as s, max(hour(moment)) as h"
      })
  void aFieldThatTheFirstRowsHaveNotHasAType(String asked) throws Exception {
    String moment = "{\"moment\":\"2024-01-31 07:00:00\"}";
    write("late", List.of(), List.of(List.of("{\"a\":1}", "{\"a\":2}", moment, "{\"late\":2.5}")));
    Inference.Question question =
        InferredRun.sql("select " + asked + (asked.contains(" from ") ? "" : " from t"));
    Tables tables = inference(set.resolve("late"), 2, 5).certainPlan(question, _ -> {}).tables();
    assertThat(tables.table("t").column("late"))
        .extracting(ColumnSpec::type)
        .isEqualTo(new ColumnType.Decimal(1));
    assertThat(
            new InferredRun(folder, 2)
                .tables(inference(set.resolve("late"), 2, 5), question, 4, new ArrayList<>()))
        .isEqualTo(tables);
  }

  @Test
  void aTableThatTheQueryDoesNotNameIsNotLookedAt() throws Exception {
    Path dataset = write("late", List.of(), List.of(List.of("{\"a\":1}", "{\"late\":2}")));
    Files.writeString(dataset.resolve("other.jsonl"), "{\"late\":1}\n[1]\n");
    assertThat(
            new InferredRun(folder, 2)
                .tables(
                    inference(dataset, 2, 5),
                    InferredRun.sql("select sum(late) as s from t"),
                    2,
                    new ArrayList<>())
                .names())
        .containsExactly("t");
    for (String mistake : List.of("sum(lat)", "sum(late) + year(late)")) {
      Inference.Question question = InferredRun.sql("select " + mistake + " as s from t");
      assertThatThrownBy(() -> inference(dataset, 2, 5).certainPlan(question, _ -> {}))
          .isNotInstanceOf(CsvException.class)
          .hasMessageContaining("q:1:");
    }
  }

  /** Only a query that needs the field skips or refuses the line. */
  @ParameterizedTest
  @EnumSource(BadRows.class)
  void aLineWithAFieldTwiceIsEvidenceOfItsOthers(BadRows badRows) throws Exception {
    Path dataset =
        write(
            "twice",
            List.of(),
            List.of(
                List.of(
                    "{\"a\":1,\"b\":1}", "{\"b\":\"x\",\"a\":\"x\",\"b\":{},\"b\":1.5,\"c\":1}")));
    for (int head : new int[] {5, 1000}) {
      Inference inference =
          Inference.of(Dataset.discover(DatasetFolder.of(dataset), List.of()), 2, badRows, head);
      TableSpec certain = inference.certainTables(_ -> {}).table("t");
      assertThat(certain.columns())
          .extracting(ColumnSpec::type)
          .containsExactly(new ColumnType.Text(), new ColumnType.Whole(), new ColumnType.Whole());
      Tables ofRun =
          new InferredRun(folder, 2)
              .tables(inference, InferredRun.sql("select a from t"), 2, new ArrayList<>());
      assertThat(ofRun.table("t").column("a")).isEqualTo(certain.column("a"));
    }
  }

  @Test
  void aNumberInQuotesBeginsTheRunAgain() throws Exception {
    write("quoted", List.of(), List.of(List.of("{\"a\":1}", "{\"a\":2}", "{\"a\":\"3\"}")));
    Inference inference = inference(set.resolve("quoted"), 2, 5);
    Tables tables = new InferredRun(folder, 2).tables(inference, 3);
    assertThat(Objects.requireNonNull(tables.table("t")).columns().getFirst().type())
        .isEqualTo(new ColumnType.Text());
  }

  /** Whichever row has it, and whether it would have been skipped. */
  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void aColumnWithAnObjectCannotBeAskedFor(int place) throws Exception {
    List<String> lines =
        IntStream.range(0, 4)
            .mapToObj(row -> row == place ? "{\"a\":{\"x\":1}}" : "{\"a\":" + row + "}")
            .toList();
    write("nested", List.of(), List.of(lines));
    Dataset dataset = Dataset.discover(DatasetFolder.of(set.resolve("nested")), List.of());
    for (BadRows badRows : BadRows.values()) {
      Inference inference = Inference.of(dataset, 2, badRows, 5);
      assertThatThrownBy(() -> new InferredRun(folder, 2).tables(inference, 4))
          .isInstanceOf(JobFailure.class)
          .hasMessage("column a of table t has objects or lists as values, so it cannot be used");
      assertThat(inference.nested("t")).hasValue("columns with objects or lists in t (a)");
    }
  }

  private static List<String> names(Tables tables) {
    return Objects.requireNonNull(tables.table("t")).columnNames();
  }
}
