package dev.roastery.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder of which nobody has said anything, asked without a tables document. */
class ForeignFolderTest {

  /** More than is looked at of a file to begin with. */
  private static final int ROWS = 1_200_000;

  private static final String BY_CUSTOMER =
      """
      { "name": "spent", "from": "order_lines", "groupBy": ["customer"],
        "measures": { "spent": { "sum": "price" }, "lines": { "count": "*" } },
        "select": ["customer", "spent", "lines"] }
      """;

  @TempDir private Path folder;
  private Path set;

  @BeforeEach
  void setUp() throws IOException {
    set = Files.createDirectories(folder.resolve("exports"));
    Files.createDirectories(set.resolve("order_lines"));
  }

  @Test
  void itsQueriesAreAnswered() throws Exception {
    write("order_lines/monday.csv", "id,customer,price,day\n1,7,1.5,2024-01-31\n2,8,,2024-02-01\n");
    write("order_lines/tuesday.csv", "id,customer,price,day\n3,7,0.125,2024-01-31\n");
    write("customers.csv", "id,name\n7,Ada\n");
    write("README.txt", "hello");

    Outcome outcome = ask(BY_CUSTOMER, "--format=csv");
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(outcome.out()).isEqualTo("customer,spent,lines\n7,1.625,2\n8,,1\n");
    assertThat(outcome.err())
        .contains("2 files, 3 rows, 0.0 MB in ")
        .contains("order_lines (2 files): customer whole, price decimal(3)\n")
        .contains("not read, 2: README.txt, customers.csv");
  }

  /** Its first line could be a header, and would not have been counted. */
  @Test
  void itIsSaidThatAFirstLineIsNoHeader() throws Exception {
    write("p.csv", "country,2023\nDE,10\nFR,20\n");

    Outcome outcome = sql("select count(*) as n from p");
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(outcome.out()).isEqualTo("n\n3\n");
    assertThat(outcome.err())
        .contains("p (1 file without a header: columns c1, c2, and all lines are rows)");
  }

  /** What {@code split} makes of a file: the first rows of all parts but one were headers. */
  @Test
  void aFileThatGoesOnWhereAnotherEndsIsRefused() throws Exception {
    write("order_lines/1.csv", "i,v\n1,2\n");
    write("order_lines/2.csv", "3,4\n5,6\n");
    write("other.csv", "a\n1\n");

    Outcome outcome = sql("select count(*) as n from order_lines");
    assertThat(outcome.code()).isNotZero();
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .contains(
            "order_lines/2.csv: its first line (3, 4) names no column of order_lines/1.csv (i, v)");
    assertThat(sql("select count(*) as n from other").out()).isEqualTo("n\n1\n");
  }

  private Outcome sql(String sql) throws Exception {
    return Commands.run(Map.of(), "run", set.toString(), "--format=csv", "--sql", sql);
  }

  @Test
  void aColumnWithoutANameIsMentioned() throws Exception {
    write("customers.csv", "id,,name,\n7,x,Ada,y\n");

    Outcome outcome = Commands.run(Map.of(), "run", set.toString());
    assertThat(outcome.err())
        .contains("2 columns without a name, or with one that is too long, in customers.csv");
  }

  @Test
  void aRowBeyondTheHeadThatContradictsATypeWidensIt() throws Exception {
    writeLong("order_lines/a.csv", "007,1.25");

    Outcome outcome = ask(BY_CUSTOMER, "--format=csv");
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(outcome.out())
        .isEqualTo(
            "customer,spent,lines\n007,1.25,1\n7,600000.0,%d\n"
                .replace(".0,", ".00,")
                .formatted(ROWS));
    assertThat(outcome.err())
        .contains(
            "order_lines/a.csv, line "
                + (ROWS + 2)
                + ", column customer: \"007\" is not a whole number written like 7")
        .contains("reading again")
        .contains("order_lines (1 file): customer text, price decimal(2)\n");
  }

  @Test
  void aContradictionInARowThatTheQueryLeavesOutCountsToo() throws Exception {
    writeLong("order_lines/a.csv", "x007,0.3");
    String query =
        """
        { "name": "cheap", "from": "order_lines", "where": [ { "column": "price", ">": 0.4 } ],
          "groupBy": ["customer"], "measures": { "lines": { "count": "*" } },
          "select": ["customer", "lines"] }
        """;

    Outcome outcome = ask(query, "--format=csv", "--threads=3");
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(outcome.err()).contains("order_lines (1 file): customer text, price decimal(1)\n");
  }

  @Test
  void aConditionThatOnlyTheTrueTypeAllowsIsNoMistake() throws Exception {
    writeLong("order_lines/a.csv", "x007,0.3");
    String query =
        """
        { "name": "one", "from": "order_lines", "where": [ { "column": "customer", "=": "x007" } ],
          "select": ["customer", "price"] }
        """;

    Outcome outcome = ask(query, "--format=csv");
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(outcome.out()).isEqualTo("customer,price\nx007,0.3\n");
  }

  @Test
  void withoutAQuestionItsTablesAreListed() throws Exception {
    write("order_lines/monday.csv", "id,customer,day\n1,007,2024-01-31\n");

    Outcome outcome = run("run", set.toString());
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err())
        .contains("order_lines (1 file): id whole, customer text, day date\n", "--sql \"select");
  }

  @Test
  void theInferredDocumentFixesTheTypes() throws Exception {
    write("order_lines/monday.csv", "id,customer,price\n1,7,NA\n2,8,1.5\n");
    Outcome inferred = run("tables", "infer", set.toString());
    assertThat(inferred.code()).as(inferred.err()).isZero();
    assertThat(inferred.out())
        .contains("\"customer\" : \"whole\"", "\"strict\" : true", "\"null\" : \"NA\"");
    Path tables = Files.writeString(folder.resolve("tables.json"), inferred.out());

    assertThat(ask(BY_CUSTOMER, "--format=csv", "--quiet", "--tables=" + tables))
        .isEqualTo(new Outcome(0, "customer,spent,lines\n7,,1\n8,1.5,1\n", ""));
    write("order_lines/tuesday.csv", "id,customer,price\n1,007,2.5\n");
    Outcome refused = ask(BY_CUSTOMER, "--tables=" + tables);
    assertThat(refused.code()).isEqualTo(4);
    assertThat(refused.err()).contains("order_lines/tuesday.csv, line 2, column customer: \"007\"");
  }

  @Test
  void itIsAskedInSql() throws Exception {
    write("order_lines/monday.csv", "id;customer;price\n1;007;1,50\n2;8;2.000,25\n");
    write("customers.tsv", "customer\tname\n007\tAda\n8\tBob\n");

    Outcome outcome =
        run(
            "run",
            set.toString(),
            "--format=csv",
            "--sql=select c.name, sum(l.price) as spent from order_lines l"
                + " left join customers c on c.customer = l.customer group by c.name");
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(outcome.out()).isEqualTo("name,spent\nAda,1.50\nBob,2000.25\n");
  }

  @Test
  void twoFilesThatWouldBeOneTableAreRefused() throws Exception {
    write("order_lines/monday.csv", "id\n1\n");
    write("order lines.csv", "id\n1\n");

    Outcome outcome = ask(BY_CUSTOMER);
    assertThat(outcome.code()).isEqualTo(4);
    assertThat(outcome.err()).contains("order lines.csv and order_lines/ in ", "table order_lines");
  }

  @Test
  void aMistakeInAQueryIsSaidWithoutReadingEverything() throws Exception {
    writeLong("order_lines/a.csv", "x007,0.3");

    Outcome outcome = ask(BY_CUSTOMER.replace("price", "prize"));
    assertThat(outcome.code()).isEqualTo(3);
    assertThat(outcome.err()).contains("\"prize\"", "price");
  }

  @Test
  void aResumedRunHasTheTypesOfItsFirst() throws Exception {
    writeLong("order_lines/a.csv", "007,1.25");
    String state = "--state=" + folder.resolve("state");

    Outcome first = ask(BY_CUSTOMER, "--format=csv", state);
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(ask(BY_CUSTOMER, "--format=csv", "--quiet", state))
        .isEqualTo(new Outcome(0, first.out(), ""));
    assertThat(first.err()).doesNotContain("reading again");
  }

  /** Rows of one kind, and one of another at the end. */
  private void writeLong(String name, String last) throws IOException {
    write(name, "customer,price\n" + "7,0.5\n".repeat(ROWS) + last + "\n");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(set.resolve(name), text);
  }

  private Outcome ask(String query, String... options) throws IOException {
    Path document = Files.writeString(folder.resolve("query.json"), query);
    String[] words = new String[options.length + 3];
    words[0] = "run";
    words[1] = set.toString();
    words[2] = "--query=" + document;
    System.arraycopy(options, 0, words, 3, options.length);
    return run(words);
  }

  private static Outcome run(String... words) {
    return Commands.run(Map.of(), words);
  }
}
