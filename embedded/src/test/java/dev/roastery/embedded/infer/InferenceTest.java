package dev.roastery.embedded.infer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.ColumnForm;
import dev.roastery.common.query.language.ColumnForm.Strictness;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.common.query.language.Tables;
import dev.roastery.input.BadRows;
import dev.roastery.input.Dataset;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.source.DatasetFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of a folder are a matter of its rows alone. */
class InferenceTest {

  private static final String[] VALUES = {
    "1", "2", "-3", "10", "1.5", "0.25", "2024-01-31", "2024-01-31 07:00:00", "007", "x", "NA", ""
  };

  @TempDir private Path folder;
  private Path set;

  @BeforeEach
  void setUp() throws IOException {
    set = Files.createDirectory(folder.resolve("set"));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void neitherHeadsNorThreadsNorFilesMatter(long seed) throws Exception {
    Random random = new Random(seed);
    for (int round = 0; round < 12; round++) {
      String why = "seed " + seed + ", round " + round;
      List<String> rows = rows(random);
      Path one = write("one" + round, List.of(rows));
      int cut = random.nextInt(rows.size() + 1);
      Path two =
          write(
              "two" + round,
              List.of(rows.subList(cut, rows.size()), rows.subList(0, cut), List.of()));
      Tables expected = Inference.of(discover(one), 1, BadRows.REFUSE).certainTables(_ -> {});
      for (Path each : List.of(one, two)) {
        int threads = 1 + random.nextInt(3);
        int head = 1 + random.nextInt(40);
        assertThat(
                Inference.of(discover(each), threads, BadRows.REFUSE, head).certainTables(_ -> {}))
            .as(why)
            .isEqualTo(expected);
        assertThat(ofRun(Inference.of(discover(each), threads, BadRows.REFUSE, head), threads))
            .as(why)
            .isEqualTo(expected);
      }
    }
  }

  /** Three columns, each of values that mostly go together. */
  private static List<String> rows(Random random) {
    int kinds = VALUES.length;
    int[] usual = {random.nextInt(kinds), random.nextInt(kinds), random.nextInt(kinds)};
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < 30; row++) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < 3; column++) {
        boolean other = random.nextInt(12) == 0;
        int kind = other ? random.nextInt(kinds) : (usual[column] + random.nextInt(3)) % kinds;
        line.append(column == 0 ? "" : ",").append(VALUES[kind]);
      }
      rows.add(line.toString());
    }
    return rows;
  }

  private Path write(String name, List<List<String>> files) throws IOException {
    Path table = Files.createDirectories(set.resolve(name).resolve("t"));
    for (int file = 0; file < files.size(); file++) {
      String text = "name,other name,thing\n" + String.join("\n", files.get(file));
      Files.writeString(table.resolve(file + ".csv"), text);
    }
    return set.resolve(name);
  }

  private Tables ofRun(Inference inference, int threads) throws Exception {
    return new InferredRun(folder, threads).tables(inference, 30);
  }

  private static Dataset discover(Path dataset) throws IOException {
    return Dataset.discover(DatasetFolder.of(dataset), List.of());
  }

  @Test
  void aRowThatContradictsATypeBeginsTheRunAgain() throws Exception {
    write("t.csv", "name,other name,thing\n" + "1,2,3\n".repeat(29) + "007,2,3\n");
    Inference inference = Inference.of(discover(set), 2, BadRows.REFUSE, 5);
    assertThat(inference.tables().table("t").column("name"))
        .isEqualTo(strict("name", "whole", "", ""));
    assertThat(ofRun(inference, 2).table("t").column("name"))
        .isEqualTo(new ColumnSpec("name", new ColumnType.Text()));
  }

  @Test
  void aColumnThatIsEmptyInTheFirstRowsHasAType() throws Exception {
    write("t.csv", "name,refund\n1,\n2,\n" + "3,\n".repeat(9) + "4,2.5\n");
    Inference inference = Inference.of(discover(set), 2, BadRows.REFUSE, 20);
    assertThat(inference.tables().table("t").column("refund"))
        .isEqualTo(new ColumnSpec("refund", new ColumnType.Text()));
    Tables tables =
        new InferredRun(folder, 2)
            .tables(
                inference,
                InferredRun.sql("select sum(refund) as back from t"),
                12,
                new ArrayList<>());
    assertThat(tables.table("t").column("refund"))
        .isEqualTo(strict("refund", "decimal(1)", "", ""));
  }

  // ---- how files are written

  @Test
  void delimitersHeadersAndDecimalCommasAreFound() throws Exception {
    write("a.csv", "id;paid\n1;50,94\n2;1.250,00\n");
    write("b.tsv", "id\tpaid\n1\t0.5\n");
    write("c.csv", "7,2024-01-31,x\n8,2024-02-01,y\n");
    write("d.csv", "country|2019|2020|2021\nPeru|1|2|3\n");
    Tables tables = Inference.of(discover(set), 2, BadRows.REFUSE).certainTables(_ -> {});

    assertThat(tables.table("a").dialect()).isEqualTo(Dialect.STANDARD.withDelimiter(';'));
    assertThat(tables.table("a").column("paid")).isEqualTo(strict("paid", "decimal(2)", ",", "."));
    assertThat(tables.table("b").dialect().delimiter()).isEqualTo('\t');
    assertThat(tables.table("b").column("paid")).isEqualTo(strict("paid", "decimal(1)", "", ""));
    assertThat(tables.table("c").dialect().header()).isEqualTo(Dialect.Header.NONE);
    assertThat(tables.table("c").columnNames()).containsExactly("c1", "c2", "c3");
    assertThat(tables.table("c").column("c2")).isEqualTo(strict("c2", "date", "", ""));
    assertThat(tables.table("d").dialect()).isEqualTo(Dialect.STANDARD.withDelimiter('|'));
    assertThat(tables.table("d").columnNames()).containsExactly("country", "2019", "2020", "2021");
  }

  @Test
  void utf16WithItsMarkIsRead() throws Exception {
    Files.write(set.resolve("a.csv"), "\uFEFFid,name\n1,Año\n".getBytes(StandardCharsets.UTF_16LE));
    Tables tables = Inference.of(discover(set), 2, BadRows.REFUSE).certainTables(_ -> {});
    assertThat(tables.table("a").columnNames()).containsExactly("id", "name");
    assertThat(tables.table("a").column("id")).isEqualTo(strict("id", "whole", "", ""));
  }

  @Test
  void aRaggedRowIsRefusedWithItsLine() throws Exception {
    write("a.csv", "id,name\n1,x\n2\n");
    Inference inference = Inference.of(discover(set), 2, BadRows.REFUSE, 5);
    assertThatThrownBy(() -> inference.certainTables(_ -> {}))
        .isInstanceOf(CsvException.class)
        .hasMessage("a.csv, line 3: the row has 1 fields, the header has 2");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(set.resolve(name), text);
  }

  private static ColumnSpec strict(String name, String type, String decimal, String thousands) {
    String document = "{ \"tables\": { \"t\": { \"columns\": { \"c\": \"" + type + "\" } } } }";
    var read = Tables.read("t", document.getBytes(StandardCharsets.UTF_8)).orThrow();
    return new ColumnSpec(
        name,
        read.table("t").columns().getFirst().type(),
        ColumnForm.STANDARD.withStrictness(Strictness.STRICT).withNumbers(decimal, thousands));
  }
}
