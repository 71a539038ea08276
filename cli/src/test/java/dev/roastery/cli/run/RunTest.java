package dev.roastery.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.gateway.format.ResultFormat;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunTest {

  @TempDir private Path folder;
  private Path set;

  @BeforeEach
  void setUp() throws IOException {
    set = folder.resolve("set");
    new SampleDataset(new SampleSettings(2000, 12, 1), set, Progress.UNWATCHED).write(2);
  }

  @Test
  void itWritesTheResultsOfAllQueriesAndNothingElse() throws Exception {
    Path out = folder.resolve("new/out");
    Outcome outcome = run("run", set.toString(), "--out=" + out);

    assertThat(outcome.code()).isZero();
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains("sha256 ", " MB in ", "results in " + out);
    assertThat(written(out)).isEqualTo(NaiveOracle.results(set));
  }

  @Test
  void compressedPartsAreRead() throws Exception {
    SortedMap<String, String> expected = NaiveOracle.results(set);
    try (Stream<Path> files = Files.walk(set)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        try (OutputStream to = new GZIPOutputStream(Files.newOutputStream(Path.of(file + ".gz")))) {
          Files.copy(file, to);
        }
        Files.delete(file);
      }
    }
    Path out = folder.resolve("out");
    assertThat(run("run", set.toString(), "--quiet", "--out=" + out))
        .isEqualTo(new Outcome(0, "", ""));
    assertThat(written(out)).isEqualTo(expected);
  }

  @Test
  void itSaysHowMuchItReadAndWhatNot() throws Exception {
    long files;
    long rows = 0;
    try (Stream<Path> all = Files.walk(set)) {
      List<Path> parts = all.filter(Files::isRegularFile).toList();
      files = parts.size();
      for (Path part : parts) {
        rows += Files.readAllLines(part).size() - 1;
      }
    }
    append("stores/stores.csv", "\n"); // a blank line is no row
    Path upper = set.resolve("stores/stores.csv");
    Files.move(upper, set.resolve("stores/STORES.CSV"));
    Files.writeString(set.resolve("stores/notes.txt"), "hello");
    Files.writeString(set.resolve("stroes.csv"), "a\n");

    assertThat(run("run", set.toString()))
        .matches(o -> refused(o, 4, "files of table stores that cannot be read: stores/notes.txt"));
    Outcome outcome = run("run", set.toString(), "--ignore=*.txt", "--threads=3");
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(outcome.err())
        .contains(String.format(java.util.Locale.ROOT, "%d files, %,d rows, ", files, rows))
        .contains("not read, 2: stores/notes.txt, stroes.csv");
  }

  @Test
  void oneResultAsCsvIsItsBytes() throws Exception {
    Outcome outcome = run("run", set.toString(), "--quiet", "--format=csv", "--query=tpv-by-store");

    assertThat(outcome).isEqualTo(new Outcome(0, NaiveOracle.results(set).get("tpv-by-store"), ""));
  }

  @Test
  void aTableIsCutAndSaysSo() {
    Outcome outcome = run("run", set.toString(), "--quiet", "--query=top-customers");

    assertThat(outcome.out()).startsWith("top-customers (").contains("store_name", "… and ");
    assertThat(outcome.out().lines()).hasSize(ResultFormat.TABLE_ROWS_MAX + 4);
  }

  @Test
  void jsonHasNumbersAndWords() {
    Outcome outcome =
        run("run", set.toString(), "--quiet", "--format=json", "--query=best-selling-items");

    assertThat(outcome.out())
        .startsWith("{\"version\":1,\"results\":[\n{\"query\":\"best-selling-items\",\"sha256\":\"")
        .containsPattern("\\{\"month\":\"2024-01\",\"item_name\":\"[^\"]+\",\"quantity\":\\d+}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "ndjson"})
  void severalResultsAreNotPrintedAsOneUnlessAskedFor(String format) {
    String[] command = {"run", set.toString(), "--quiet", "--format=" + format};
    Outcome refused = run(command);
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .isEqualTo(
            "roastery: these are 5 results, and --format "
                + format
                + " is for one: give --out DIR for a file each, ask for one query, or use --format"
                + " table; --together prints them all to one stream\n");

    assertThat(run(with(command, "--together")).out().lines())
        .anyMatch(line -> line.equals("# top-customers") || line.contains("\"top-customers\""));
  }

  @Test
  void aFileInTheFormatIsWrittenBesideTheCsv() throws Exception {
    for (String format : List.of("json", "ndjson", "markdown", "csv", "table")) {
      Path out = folder.resolve("out-" + format);
      Outcome outcome = run("run", set.toString(), "--out=" + out, "--format=" + format);
      assertThat(outcome.code()).as(outcome.err()).isZero();
      assertThat(out.resolve("tpv-by-store.csv"))
          .hasContent(NaiveOracle.results(set).get("tpv-by-store"));
      List<String> others = files(out).filter(name -> !name.endsWith(".csv")).toList();
      assertThat(others).hasSize(format.equals("csv") || format.equals("table") ? 0 : 5);
      Outcome printed =
          run("run", set.toString(), "--quiet", "--query=tpv-by-store", "--format=" + format);
      if (format.equals("ndjson") || format.equals("markdown")) {
        String extension = format.equals("ndjson") ? ".ndjson" : ".md";
        assertThat(Files.readString(out.resolve("tpv-by-store" + extension)))
            .isEqualTo(printed.out());
      }
    }
  }

  private static Stream<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList().stream();
    }
  }

  @Test
  void aFinishedRunWithStateIsNotComputedAgain() throws Exception {
    Path state = folder.resolve("state");
    Outcome first = run("run", set.toString(), "--quiet", "--format=json", "--state=" + state);
    Outcome second = run("run", set.toString(), "--quiet", "--format=json", "--state=" + state);

    assertThat(first.code()).isZero();
    assertThat(second).isEqualTo(first);
  }

  @Test
  void anotherInputInTheSameStateIsAnotherJob() throws Exception {
    Path state = folder.resolve("state");
    run("run", set.toString(), "--quiet", "--format=json", "--state=" + state);
    append("menu_items/menu_items.csv", "99,New,tea,1.0,False,,\n");
    append(
        "transaction_items/transaction_items_202401.csv",
        "t,99,9999,1.0,9.0,2024-01-05 12:00:00\n");
    Path out = folder.resolve("out");
    Outcome second = run("run", set.toString(), "--out=" + out, "--state=" + state);

    assertThat(second.code()).isZero();
    assertThat(written(out)).isEqualTo(NaiveOracle.results(set));
    assertThat(written(out).get("best-selling-items")).contains("2024-01,New,");
  }

  /** Money is exact: with doubles this is not a million. */
  @Test
  void aTenthTenMillionTimesIsAMillion() throws IOException {
    Path payments = Files.createDirectories(folder.resolve("money/payments"));
    try (BufferedWriter csv = Files.newBufferedWriter(payments.resolve("payments.csv"))) {
      csv.write("amount\n");
      String thousand = "0.1\n".repeat(1000);
      for (int i = 0; i < 10_000; i++) {
        csv.write(thousand);
      }
    }
    Path tables =
        document(
            "tables.json", "{\"tables\":{\"payments\":{\"columns\":{\"amount\":\"decimal(2)\"}}}}");
    Path query =
        document(
            "total.json",
            """
            { "name": "total", "from": "payments",
              "measures": { "total": { "sum": "amount" } }, "select": ["total"] }
            """);
    Outcome outcome =
        run(
            "run",
            folder.resolve("money").toString(),
            "--quiet",
            "--format=csv",
            "--tables=" + tables,
            "--query=" + query);

    assertThat(outcome).isEqualTo(new Outcome(0, "total\n1000000.00\n", ""));
  }

  // ---- wrong input

  @Test
  void aMissingTableIsNamedWithWhatIsThere() throws IOException {
    Files.delete(set.resolve("stores/stores.csv"));
    assertThat(run("run", set.toString()))
        .satisfies(outcome -> assertThat(outcome.code()).isEqualTo(4))
        .satisfies(outcome ->
            assertThat(outcome.err())
                .contains("no part of table stores", "found menu_items/, stores/"));
  }

  @Test
  void aMissingFolderAnEmptyOneAndAFileAreUsage() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThat(run("run", folder + "/gone")).matches(o -> refused(o, 2, "no such folder: "));
    assertThat(run("run", empty.toString())).matches(o -> refused(o, 2, "is empty"));
    assertThat(run("run", set + "/stores/stores.csv")).matches(o -> refused(o, 2, "is a file"));
    assertThat(run("run", set.toString(), "--query=" + folder + "/gone.json"))
        .matches(o -> refused(o, 2, "there is no file "));
    assertThat(run("run", set.toString(), "--query=tpv-by-stores"))
        .matches(o -> refused(o, 2, "did you mean \"tpv-by-store\""));
    assertThat(run("run", set.toString(), "--out=" + set + "/stores/stores.csv"))
        .matches(o -> refused(o, 43, "cannot write to --out"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t,1,1,1.0,1.0,12|line 2, column created_at: \"12\" is not a",
        "t,1,1|line 2: ",
        "t,1,1,1.0,1.0,42|line 2, column created_at: \"42\" is not a",
        "t,x,1,1.0,1.0,2024-01-05 12:00:00|line 2, column item_id: \"x\" is not a whole number",
      })
  void aBadRowRefusesTheJobOrIsSkippedAndReported(String rowAndReason) throws IOException {
    String[] parts = rowAndReason.split("\\|", -1);
    String header = "transaction_id,item_id,quantity,unit_price,subtotal,created_at\n";
    Files.writeString(set.resolve("transaction_items/transaction_items_x.csv"), header + parts[0]);

    assertThat(run("run", set.toString()))
        .matches(o -> refused(o, 4, "transaction_items_x.csv, " + parts[1]));
    Outcome skipping = run("run", set.toString(), "--bad-rows=skip");
    assertThat(skipping.code()).isZero();
    assertThat(skipping.err()).contains(parts[1], "skipped 1 bad rows in total");
  }

  @Test
  void moreBadRowsThanAllowedAreNoReportAndAreListed() throws IOException {
    Path file = set.resolve("stores/stores.csv");
    int stores = Files.readAllLines(file).size() - 1;
    append("stores/stores.csv", "z,\"bro\"\"ken\"\n".repeat(stores * 2));
    Path out = folder.resolve("out");
    String[] command = {
      "run", set.toString(), "--bad-rows=skip", "--out=" + out, "--query=tpv-by-store"
    };
    String first = "stores/stores.csv," + (stores + 2) + ",";

    Outcome refused = run(with(command, "--max-bad-rows=" + (2 * stores - 1)));
    assertThat(refused.code()).isEqualTo(5);
    assertThat(refused.err())
        .contains(2 * stores + " of ", " rows cannot be read, and at most " + (2 * stores - 1))
        .contains("rejected-rows.csv");
    assertThat(out.resolve("tpv-by-store.csv")).doesNotExist();
    assertThat(Files.readAllLines(out.resolve("rejected-rows.csv")))
        .startsWith("part,line,column,reason,value,row")
        .hasSize(1 + 2 * stores)
        .anyMatch(line -> line.startsWith(first));
    Files.delete(out.resolve("rejected-rows.csv"));

    assertThat(run(with(command, "--max-bad-rows=" + 2 * stores)).code()).isZero();
    assertThat(out.resolve("tpv-by-store.csv")).exists();
    assertThat(Files.readAllLines(out.resolve("rejected-rows.csv"))).hasSize(1 + 2 * stores);
    assertThat(run(with(command, "--max-bad-rows=many")))
        .matches(o -> refused(o, 2, "--max-bad-rows is 'many', not a number or a percentage"));
  }

  @Test
  void whereAllRowsAreBadNothingIsReportedByDefault() throws IOException {
    Files.writeString(set.resolve("stores/stores.csv"), "store_id,store_name\nx,a\ny,b\n");
    for (String state : List.of("", "--state=" + folder.resolve("state"))) {
      Outcome outcome =
          run(
              with(
                  new String[] {"run", set.toString(), "--bad-rows=skip", "--query=tpv-by-store"},
                  state,
                  "--max-bad-rows=0%"));
      assertThat(outcome.code()).isEqualTo(5);
      assertThat(outcome.out()).isEmpty();
      assertThat(outcome.err()).contains("at most 0% may be skipped", "--out DIR writes them");
    }
  }

  private static String[] with(String[] words, String... more) {
    return Stream.concat(Stream.of(words), Stream.of(more).filter(word -> !word.isEmpty()))
        .toArray(String[]::new);
  }

  /** It is unknown which rows it has swallowed, so it cannot be skipped. */
  @Test
  void aPartThatEndsWithinQuotesIsRefusedEvenBySkip() throws IOException {
    append("stores/stores.csv", "9,\"Cut off\n");
    for (String policy : List.of("refuse", "skip")) {
      assertThat(run("run", set.toString(), "--bad-rows=" + policy))
          .matches(o -> refused(o, 4, "stores/stores.csv, line "))
          .matches(o -> refused(o, 4, "the quoted field that begins here never ends"));
    }
  }

  /** Whichever thread meets its bad row first. */
  @Test
  void ofSeveralBadRowsTheFirstIsNamed() throws IOException {
    for (String month : List.of("202308", "202312", "202403")) {
      append(
          "transaction_items/transaction_items_" + month + ".csv",
          "t,x,1,1.0,1.0,2024-01-05 12:00:00\nt,y,1,1.0,1.0,2024-01-05 12:00:00\n");
    }
    append("stores/stores.csv", "z,broken\n");
    for (int threads = 1; threads <= 8; threads++) {
      assertThat(run("run", set.toString(), "--threads=" + threads))
          .matches(o -> refused(o, 4, "stores/stores.csv, line "));
      assertThat(run("run", set.toString(), "--query=best-selling-items", "--threads=" + threads))
          .matches(o -> refused(o, 4, "transaction_items_202308.csv, line "))
          .matches(o -> refused(o, 4, "\"x\" is not a whole number"));
    }
  }

  @Test
  void aFinishedRunWithStateSaysAgainWhatItSkipped() throws IOException {
    append("stores/stores.csv", "z,broken\n");
    append("transaction_items/transaction_items_202308.csv", "t,é\"x,1\n");
    String[] command = {
      "run",
      set.toString(),
      "--bad-rows=skip",
      "--max-bad-rows=10",
      "--state=" + folder.resolve("state")
    };
    List<String> first = skipped(run(command));

    assertThat(run(command).err()).contains("nothing was computed again");
    assertThat(first).hasSize(3).last().isEqualTo("skipped 2 bad rows in total");
    assertThat(skipped(run(command))).isEqualTo(first);
    append("stores/stores.csv", "more,broken\n");
    assertThat(skipped(run(command))).hasSize(4);
  }

  private static List<String> skipped(Outcome outcome) {
    assertThat(outcome.code()).isZero();
    return outcome.err().lines().filter(line -> line.startsWith("skipped ")).toList();
  }

  @Test
  void aMissingColumnALongLineAndWhatIsNoCsvAreRefused() throws IOException {
    Path part = set.resolve("stores/stores.csv");
    Files.writeString(part, "store_id,name\n1,x\n");
    assertThat(run("run", set.toString()))
        .matches(o -> refused(o, 4, "stores/stores.csv: the header has no column store_name"));
    Files.write(part, new byte[] {'P', 'K', 3, 4, 0, 0, 1, 2, '\n', 0, 0});
    assertThat(run("run", set.toString())).matches(o -> refused(o, 4, "is not a CSV file"));
    try (BufferedWriter csv = Files.newBufferedWriter(part)) {
      csv.write("store_id,store_name\n1,");
      for (int i = 0; i < 100; i++) {
        csv.write("x".repeat(1 << 20));
      }
    }
    assertThat(run("run", set.toString()))
        .matches(o -> refused(o, 4, "line 2: the row is longer than 1048576 bytes"));
  }

  @Test
  void aQueryThatNamesAnUnknownColumnIsInvalid() throws IOException {
    Path query =
        document(
            "wrong.json",
            "{ \"name\": \"wrong\", \"from\": \"transactions\", \"select\": [\"final_amont\"] }");
    for (List<String> command :
        List.of(
            List.of("run", set.toString(), "--query=" + query),
            List.of("query", "lint", query.toString()))) {
      assertThat(run(command.toArray(String[]::new)))
          .matches(o -> refused(o, 3, "wrong.json:1:"))
          .matches(o -> refused(o, 3, "did you mean \"final_amount\"?"));
    }
  }

  @Test
  void queriesAreListedExplainedAndChecked() throws IOException {
    assertThat(run("query", "list").out()).contains("tpv-by-store", "half,store_name,tpv");
    assertThat(run("query", "explain", "tpv-by-store").out()).startsWith("tpv-by-store\n  reads ");
    Path right =
        document(
            "right.json",
            "{ \"name\": \"right\", \"from\": \"stores\", \"select\": [\"store_id\"] }");
    assertThat(run("query", "lint", right.toString()).out()).contains("query right is valid");
    assertThat(run("query")).matches(o -> refused(o, 2, "lint, explain, to-sql, to-json or list"));
  }

  /** The worker really crashes: the command fails if there was no crash. */
  @Test
  void theDemoCrashesAWorkerAndShowsThatNothingIsDifferent() {
    Outcome outcome = run("demo");

    assertThat(outcome.code()).isZero();
    assertThat(outcome.err())
        .contains("aggregator-1 crashed at its batch 17", "aggregator-1 restarted", "in epoch 2")
        .contains("all 5 are identical to those of the run without a crash");
    assertThat(outcome.out()).as("it is a story").isEmpty();
    assertThat(outcome.err().lines()).hasSizeLessThan(25);
    assertThat(run("demo", "--results").out()).contains("best-selling-items (18 rows)");
  }

  private static boolean refused(Outcome outcome, int code, String sentence) {
    assertThat(outcome.err()).startsWith("roastery: ").contains(sentence);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.code()).isEqualTo(code);
    return true;
  }

  private void append(String part, String rows) throws IOException {
    Path file = set.resolve(part);
    Files.writeString(file, Files.readString(file) + rows);
  }

  private Path document(String name, String json) throws IOException {
    return Files.writeString(folder.resolve(name), json, UTF_8);
  }

  private static SortedMap<String, String> written(Path out) throws IOException {
    SortedMap<String, String> results = new TreeMap<>();
    try (Stream<Path> files = Files.list(out)) {
      List<Path> all = new ArrayList<>(files.toList());
      for (Path file : all) {
        results.put(file.getFileName().toString().replace(".csv", ""), Files.readString(file));
      }
    }
    return results;
  }

  private static Outcome run(String... arguments) {
    return Commands.run(Map.of(), arguments);
  }
}
