package dev.roastery.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import dev.roastery.cli.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every example of docs/queries.md and docs/sql.md, and every built-in query, has a form in SQL and
 * one as a document of the second version of the language, and these forms have theirs: all of them
 * give the same bytes. What is no whole query in the document, such as a condition, is made one.
 */
class DocumentedTwinsTest {

  private static final Pattern OF_JSON =
      Pattern.compile("^```json (\\w+)\\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern OF_SQL =
      Pattern.compile(
          "^```sql\\n(.*?)^```|--sql \"(?:[a-z-]+: )?(select .*?)\"",
          Pattern.DOTALL | Pattern.MULTILINE);

  private static final List<String> BUILT_IN =
      List.of(
          "best-selling-items",
          "high-value-transactions",
          "most-profitable-items",
          "top-customers",
          "tpv-by-store");

  private static final JsonMapper MAPPER = new JsonMapper();

  @TempDir private static Path folder;
  private static Path sales;

  /** The queries, by the names of their results. */
  private final Map<String, String> originals = new TreeMap<>();

  /** One transaction more: that which the document looks for. */
  @BeforeAll
  static void generate() throws IOException {
    sales = folder.resolve("sales");
    assertThat(run("generate", "--out=" + sales, "--transactions=2000").code()).isZero();
    Files.writeString(
        sales.resolve("transactions/transactions_202401.csv"),
        "2ae6d188-76c2-4095-b861-ab97d3cd9312,4,1,,7,75.00,0.00,75.00,2024-01-31 07:00:00\n",
        StandardOpenOption.APPEND);
  }

  @Test
  void everyExampleHasTwinsWithTheSameBytes() throws IOException {
    BUILT_IN.forEach(name -> originals.put(name, name));
    ofDocuments();
    ofSql();
    Map<String, String> sql = all("sql", "to-sql", originals);
    Map<String, String> json = all("json", "to-json", originals);

    Map<String, String> expected = results(originals);

    assertThat(expected).hasSameSizeAs(originals).hasSizeGreaterThan(45);
    assertThat(expected)
        .allSatisfy((name, result) -> assertThat(result.lines()).as(name).hasSizeGreaterThan(1));
    assertThat(results(sql)).isEqualTo(expected);
    assertThat(results(json)).isEqualTo(expected);
    assertThat(results(all("sql-of-json", "to-sql", json))).isEqualTo(expected);
    assertThat(results(all("json-of-sql", "to-json", sql))).isEqualTo(expected);
  }

  private void ofDocuments() throws IOException {
    Matcher example = OF_JSON.matcher(Repository.read("docs/queries.md"));
    while (example.find()) {
      JsonNode json = MAPPER.readTree(example.group(2));
      switch (example.group(1)) {
        case "query" -> add((ObjectNode) json);
        case "tables" -> {}
        case "conditions" -> ofConditions(json);
        case "keys" -> ofKeys(json);
        case "measures" -> ofMeasures(json);
        case "rank" -> ofRank(json);
        case "joins" -> ofJoins(json);
        default -> throw new AssertionError("an example of unknown kind: " + example.group());
      }
    }
  }

  private void ofConditions(JsonNode conditions) throws IOException {
    for (JsonNode condition : conditions) {
      add(
          """
          { "name": "%s", "from": "transactions", "where": [ %s ],
            "select": ["transaction_id", "store_id", "final_amount", "created_at"] }
          """
              .formatted(next("condition"), condition));
    }
  }

  private void ofKeys(JsonNode keys) throws IOException {
    for (JsonNode key : keys) {
      ofKeys("[" + key + "]", List.of(nameOf(key)));
    }
    List<String> names = new ArrayList<>();
    keys.forEach(key -> names.add(nameOf(key)));
    ofKeys(keys.toString(), names);
  }

  private void ofKeys(String keys, List<String> names) throws IOException {
    String selected = names.stream().map(name -> "\"" + name + "\", ").reduce("", String::concat);
    add(
        """
        { "name": "%s", "from": "transactions", "groupBy": %s,
          "measures": { "rows": { "count": "*" } }, "select": [ %s "rows" ] }
        """
            .formatted(next("keys"), keys, selected));
    add(
        """
        { "name": "%s", "from": "transactions", "groupBy": %s, "select": %s }
        """
            .formatted(next("different"), keys, MAPPER.writeValueAsString(names)));
  }

  /** A key is called as it says, or like its column or function. */
  private static String nameOf(JsonNode key) {
    if (key.isTextual()) {
      return key.asText();
    }
    return key.has("as") ? key.get("as").asText() : key.fieldNames().next();
  }

  private void ofMeasures(JsonNode measures) throws IOException {
    List<String> names = new ArrayList<>();
    measures.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      ofMeasures("{ \"" + name + "\": " + measures.get(name) + " }", List.of(name));
    }
    ofMeasures(measures.toString(), names);
  }

  private void ofMeasures(String measures, List<String> names) throws IOException {
    String selected = MAPPER.writeValueAsString(names);
    add(
        """
        { "name": "%s", "from": "transactions", "measures": %s, "select": %s }
        """
            .formatted(next("measures"), measures, selected));
    add(
        """
        { "name": "%s", "from": "transactions", "groupBy": ["user_id"], "measures": %s,
          "select": %s }
        """
            .formatted(next("measures-of-groups"), measures, selected));
  }

  private void ofRank(JsonNode rank) throws IOException {
    add(
        """
        { "name": "%s", "from": "transactions", "groupBy": ["store_id", { "month": "created_at" }],
          "measures": { "purchases": { "count": "*" } }, "rank": %s,
          "select": ["store_id", "month", "purchases"] }
        """
            .formatted(next("rank"), rank));
  }

  private void ofJoins(JsonNode joins) throws IOException {
    for (JsonNode join : joins) {
      ofJoins("[" + join + "]", taken(join));
    }
    List<String> all = new ArrayList<>();
    joins.forEach(join -> all.addAll(taken(join)));
    ofJoins(joins.toString(), all);
  }

  private void ofJoins(String joins, List<String> taken) throws IOException {
    String selected = taken.stream().map(name -> ", \"" + name + "\"").reduce("", String::concat);
    add(
        """
        { "name": "%s", "from": "transactions", "join": %s, "select": ["transaction_id" %s] }
        """
            .formatted(next("join"), joins, selected));
    add(
        """
        { "name": "%s", "from": "transactions", "groupBy": ["user_id", "store_id"],
          "measures": { "rows": { "count": "*" } }, "join": %s, "select": ["rows" %s] }
        """
            .formatted(next("join-of-groups"), joins, selected));
  }

  private static List<String> taken(JsonNode join) {
    List<String> taken = new ArrayList<>();
    join.get("take").forEach(column -> taken.add(nameOf(column)));
    return taken;
  }

  private void ofSql() throws IOException {
    Matcher example = OF_SQL.matcher(Repository.read("docs/sql.md"));
    while (example.find()) {
      String name = next("sql");
      String sql = example.group(1) == null ? example.group(2) : example.group(1);
      originals.put(name, file("examples/" + name + ".sql", sql));
    }
    assertThat(originals).containsKey("sql-8");
  }

  private String next(String kind) {
    int number = 1;
    while (originals.containsKey(kind + "-" + number)) {
      number++;
    }
    return kind + "-" + number;
  }

  private void add(String json) throws IOException {
    add((ObjectNode) MAPPER.readTree(json));
  }

  private void add(ObjectNode query) throws IOException {
    String name = query.get("name").asText();
    String unique = originals.containsKey(name) ? next(name) : name;
    query.put("name", unique);
    originals.put(unique, file("examples/" + unique + ".json", query.toString()));
  }

  private static String file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text).toString();
  }

  /** Each query in another form. */
  private static Map<String, String> all(String form, String command, Map<String, String> queries)
      throws IOException {
    String ending = command.equals("to-sql") ? ".sql" : ".json";
    Map<String, String> all = new TreeMap<>();
    for (Map.Entry<String, String> query : queries.entrySet()) {
      Outcome outcome = run("query", command, query.getValue());
      assertThat(outcome).as(query.getKey()).isEqualTo(new Outcome(0, outcome.out(), ""));
      all.put(query.getKey(), file(form + "/" + query.getKey() + ending, outcome.out()));
    }
    return all;
  }

  /** The bytes of each result. A job has at most 64 queries. */
  private static Map<String, String> results(Map<String, String> queries) throws IOException {
    Path out = Files.createTempDirectory(folder, "out");
    List<String> all = List.copyOf(queries.values());
    int half = all.size() / 2;
    for (List<String> some : List.of(all.subList(0, half), all.subList(half, all.size()))) {
      List<String> words = new ArrayList<>(List.of("run", sales.toString(), "--quiet"));
      some.forEach(query -> words.add("--query=" + query));
      words.add("--out=" + out);
      assertThat(run(words.toArray(String[]::new))).isEqualTo(new Outcome(0, "", ""));
    }
    Map<String, String> results = new TreeMap<>();
    try (var files = Files.list(out)) {
      for (Path file : files.toList()) {
        results.put(String.valueOf(file.getFileName()).replace(".csv", ""), Files.readString(file));
      }
    }
    return results;
  }

  private static Outcome run(String... words) {
    return Commands.run(Map.of(), words);
  }
}
