package dev.roastery.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import dev.roastery.cli.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/sql.md promises that its examples run, and that its refusals are these. */
class SqlDocumentTest {

  private static final String DOCUMENT = Repository.read("docs/sql.md");
  private static final Pattern EXAMPLE =
      Pattern.compile("^```sql\\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern REFUSED =
      Pattern.compile(
          "^```sql refused\\n(.*?)^```\\n\\n^```text\\n(.*?)^```",
          Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern TRANSLATED =
      Pattern.compile(
          "^```text\\n\\$ ./roastery query to-sql (.*?)\\n(.*?)^```",
          Pattern.DOTALL | Pattern.MULTILINE);

  @TempDir private static Path folder;
  private static Path sales;

  @BeforeAll
  static void generate() {
    sales = folder.resolve("sales");
    assertThat(run("generate", "--out=" + sales, "--transactions=2000").code()).isZero();
  }

  @Test
  void everyExampleRuns() throws IOException {
    List<String> words = new ArrayList<>(List.of("run", sales.toString(), "--quiet"));
    Matcher example = EXAMPLE.matcher(DOCUMENT);
    while (example.find()) {
      words.add("--sql=" + example.group(1));
    }
    assertThat(words).hasSizeGreaterThan(8);
    Path out = folder.resolve("examples");
    words.add("--out=" + out);
    assertThat(run(words.toArray(String[]::new))).isEqualTo(new Outcome(0, "", ""));
    for (int query = 1; query <= words.size() - 4; query++) {
      assertThat(Files.readAllLines(out.resolve("query-" + query + ".csv")))
          .as("query %d has a row", query)
          .hasSizeGreaterThan(1);
    }
  }

  @Test
  void everyRefusalIsAsWritten() {
    Matcher refused = REFUSED.matcher(DOCUMENT);
    int count = 0;
    for (; refused.find(); count++) {
      assertThat(run("run", sales.toString(), "--sql=" + refused.group(1)))
          .isEqualTo(new Outcome(3, "", "roastery: " + refused.group(2)));
    }
    assertThat(count).isGreaterThan(4);
  }

  @Test
  void aTranslatedQueryIsAsWritten() {
    Matcher translated = TRANSLATED.matcher(DOCUMENT);
    assertThat(translated.find()).isTrue();
    assertThat(run("query", "to-sql", translated.group(1)).out()).isEqualTo(translated.group(2));
  }

  @Test
  void aStatementsResultIsCalledAsItsAuthorSays() throws IOException {
    String sql = "select count(*) as n from stores";
    Path file = Files.writeString(folder.resolve("Top 10!.sql"), "-- all\n" + sql + ";\n");
    assertThat(results("--sql=" + sql)).containsExactly("query.csv");
    assertThat(results("--sql=" + sql, "--sql=all: " + sql, "--sql=" + sql))
        .containsExactly("all.csv", "query-1.csv", "query-3.csv");
    assertThat(results("--query=" + file, "--query=tpv-by-store", "--sql=" + sql))
        .containsExactly("query.csv", "top-10.csv", "tpv-by-store.csv");
    assertThat(run("query", "lint", file.toString()).out()).contains("query top-10 is valid");
    assertThat(run("query", "explain", file.toString()).out()).startsWith("top-10\n");
    assertThat(run("query", "to-sql", file.toString()).out())
        .isEqualTo("select count(*) as n\nfrom stores\n");
    assertThat(run("query", "to-json", file.toString()).out())
        .contains("\"name\": \"top-10\"", "\"expr\": \"count(*)\"");
  }

  @Test
  void aFileMayHoldSqlInJson() throws IOException {
    Path file = folder.resolve("in.json");
    Files.writeString(file, "{\"name\": \"shops\", \"sql\": \"select city from stores\"}");
    assertThat(results("--query=" + file)).containsExactly("shops.csv");
    Files.writeString(file, "{\"sql\": \"select city\\nfrom store\"}");
    assertThat(run("query", "lint", file.toString()).err())
        .contains("in.json:1:27: /sql: there is no table \"store\"; did you mean \"stores\"?");
    Files.writeString(file, "{\"sql\": \"select city from stores\", \"nam\": \"x\"}");
    assertThat(run("query", "lint", file.toString()).err())
        .contains("unknown field \"nam\"; did you mean \"name\"?");
  }

  private static List<String> results(String... options) throws IOException {
    Path out = Files.createTempDirectory(folder, "out");
    List<String> words = new ArrayList<>(List.of("run", sales.toString(), "--quiet"));
    words.addAll(List.of(options));
    words.add("--out=" + out);
    assertThat(run(words.toArray(String[]::new))).isEqualTo(new Outcome(0, "", ""));
    try (var files = Files.list(out)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  private static Outcome run(String... words) {
    return Commands.run(Map.of(), words);
  }
}
