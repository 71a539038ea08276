package dev.roastery.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder with JSON lines of which nobody has said anything. */
class ForeignLinesTest {

  /** More bytes than are looked at of a file to begin with. */
  private static final int ROWS = 200_000;

  private static final String BY_CUSTOMER =
      "select customer, sum(price) as spent, count(*) as lines from order_lines group by customer"
          + " order by customer";

  @TempDir private Path folder;
  private Path set;

  @BeforeEach
  void setUp() throws IOException {
    set = Files.createDirectories(folder.resolve("exports"));
    Files.createDirectories(set.resolve("order_lines"));
  }

  @Test
  void partsOfAllFormatsAreOneTable() throws Exception {
    write("order_lines/monday.csv", "customer;price;day\n7;1,5;2024-01-31\n8;;2024-02-01\n");
    write("order_lines/tuesday.jsonl", "{\"day\":\"2024-02-02\",\"price\":0.125,\"customer\":7}\n");
    zip("order_lines/friday.ndjson.gz", "{\"customer\":9}\n\n{\"customer\":9,\"price\":\"\"}\n");

    Outcome outcome = ask(BY_CUSTOMER, "--format=csv");
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(outcome.out()).isEqualTo("customer,spent,lines\n7,1.625,2\n8,,1\n9,,2\n");
    assertThat(outcome.err())
        .contains("3 files, 5 rows, ")
        .contains("order_lines (3 files): customer whole, price decimal(3)\n");
  }

  @Test
  void aQuotedNumberBeyondTheHeadWidensItsType() throws Exception {
    writeLong("{\"customer\":\"007\",\"price\":1.25}");

    Outcome outcome = ask(BY_CUSTOMER, "--format=csv", "--threads=2");
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(outcome.out())
        .isEqualTo("customer,spent,lines\n007,1.25,1\n7,%d.00,%d\n".formatted(ROWS / 2, ROWS));
    assertThat(outcome.err())
        .contains(
            "order_lines/a.jsonl, line " + (ROWS + 1) + ", column customer: \"\"007\"\" is not")
        .contains("reading again")
        .contains("order_lines (1 file): customer text, price decimal(2)\n");
  }

  @Test
  void aFieldBeyondTheHeadCanBeAskedFor() throws Exception {
    writeLong("{\"customer\":7,\"voucher\":\"2024-01-31\",\"refund\":2.5}");

    Outcome outcome = ask("select max(voucher) as last from order_lines", "--format=csv");
    assertThat(outcome).isEqualTo(new Outcome(0, "last\n2024-01-31\n", outcome.err()));
    assertThat(outcome.err()).contains("order_lines (1 file): voucher date\n");
    String sum = "select sum(refund) as back from order_lines where refund > 2";
    String state = "--state=" + folder.resolve("state");
    for (String[] options : List.of(new String[0], new String[] {state})) {
      Outcome back = ask(sum, options);
      assertThat(back.code()).as(back.err()).isZero();
      assertThat(back.out()).contains("2.5");
    }
    Outcome refused = ask("select max(vaucher) as last from order_lines");
    assertThat(refused.code()).isEqualTo(3);
    assertThat(refused.err()).contains("there is no column \"vaucher\"; did you mean \"voucher\"?");
  }

  @Test
  void aResumedRunHasTheTypesOfItsFirst() throws Exception {
    writeLong("{\"customer\":\"007\",\"late\":1}");
    String state = "--state=" + folder.resolve("state");

    Outcome first = ask(BY_CUSTOMER, "--format=csv", state);
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(ask(BY_CUSTOMER, "--format=csv", "--quiet", state))
        .isEqualTo(new Outcome(0, first.out(), ""));
    assertThat(first.err()).doesNotContain("reading again");
  }

  @Test
  void objectsAndListsAreMentionedAndNotAskedFor() throws Exception {
    write("order_lines/a.jsonl", "{\"customer\":7,\"items\":[1,2],\"to\":{\"city\":\"Lima\"}}\n");

    Outcome outcome = ask("select customer from order_lines", "--format=csv");
    assertThat(outcome.out()).isEqualTo("customer\n7\n");
    assertThat(outcome.err())
        .contains("not read: columns with objects or lists in order_lines (items, to)\n");
    for (String asking : new String[] {"items", "sum(items) as n", "year(items) as y"}) {
      Outcome refused = ask("select " + asking + " from order_lines");
      assertThat(refused.code()).isEqualTo(4);
      assertThat(refused.err())
          .contains("column items of table order_lines has objects or lists as values");
    }
  }

  @Test
  void theInferredDocumentFixesTheTypes() throws Exception {
    write("order_lines/a.jsonl", "{\"customer\":7,\"price\":1.5}\n{\"customer\":8,\"x\":[]}\n");
    Outcome inferred = run("tables", "infer", set.toString());
    assertThat(inferred.code()).as(inferred.err()).isZero();
    assertThat(inferred.err())
        .contains("order_lines (1 file): customer whole, price decimal(1), x text\n")
        .contains("not read, 1: columns with objects or lists in order_lines (x)\n");
    Path tables = Files.writeString(folder.resolve("tables.json"), inferred.out());

    assertThat(ask(BY_CUSTOMER, "--format=csv", "--quiet", "--tables=" + tables))
        .isEqualTo(new Outcome(0, "customer,spent,lines\n7,1.5,1\n8,,1\n", ""));
    write("order_lines/b.jsonl", "{\"customer\":\"7\"}\n");
    Outcome refused = ask(BY_CUSTOMER, "--tables=" + tables);
    assertThat(refused.code()).isEqualTo(4);
    assertThat(refused.err()).contains("order_lines/b.jsonl, line 1, column customer: \"\"7\"\"");
  }

  @Test
  void aLineThatIsNoObjectIsRefusedWithItsPlace() throws Exception {
    write("order_lines/a.jsonl", "{\"customer\":7,\"price\":1.5}\n[1]\n");

    Outcome outcome = ask(BY_CUSTOMER);
    assertThat(outcome.code()).isEqualTo(4);
    assertThat(outcome.err())
        .contains("order_lines/a.jsonl, line 2: the line is not a JSON object");
  }

  /** Rows of one kind, and one of another at the end. */
  private void writeLong(String last) throws IOException {
    write("order_lines/a.jsonl", "{\"customer\":7,\"price\":0.5}\n".repeat(ROWS) + last + "\n");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(set.resolve(name), text);
  }

  private void zip(String name, String text) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    Files.write(set.resolve(name), packed.toByteArray());
  }

  private Outcome ask(String sql, String... options) {
    String[] words = new String[options.length + 3];
    words[0] = "run";
    words[1] = set.toString();
    words[2] = "--sql=" + sql;
    System.arraycopy(options, 0, words, 3, options.length);
    return run(words);
  }

  private static Outcome run(String... words) {
    return Commands.run(Map.of(), words);
  }
}
