package dev.roastery.common.query.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.query.language.Aggregate;
import dev.roastery.common.query.language.Function;
import dev.roastery.common.query.language.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/queries.md promises that its examples work. */
class QueriesDocumentTest {

  private static final Pattern EXAMPLE =
      Pattern.compile("^```json(.*?)\\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);

  @Test
  void everyExampleIsValid() throws IOException {
    List<String> kinds = new ArrayList<>();
    Matcher example = EXAMPLE.matcher(document());
    while (example.find()) {
      kinds.add(example.group(1).strip());
      check(example.group(1).strip(), example.group(2));
    }
    assertThat(kinds)
        .contains("query", "tables", "conditions", "keys", "measures", "rank", "joins");
  }

  @Test
  void everyWordOfTheLanguageHasAnExample() throws IOException {
    StringBuilder examples = new StringBuilder();
    Matcher example = EXAMPLE.matcher(document());
    while (example.find()) {
      examples.append(example.group(2));
    }
    List<String> words = new ArrayList<>(Function.words());
    words.addAll(Aggregate.words());
    words.addAll(List.of("=", "<", "<=", ">", ">=", "in", "between", "is", "as", "direction"));
    assertThat(words).allSatisfy(word -> assertThat(examples).contains("\"" + word + "\":"));
  }

  private static void check(String kind, String json) {
    switch (kind) {
      case "query" -> valid(json);
      case "tables" -> Tables.read("docs", json.getBytes(UTF_8)).orThrow();
      case "conditions" -> valid(fields("\"where\":" + json + ", \"select\": [\"store_id\"]"));
      case "keys" -> valid(fields("\"groupBy\":" + json + ", \"select\": [\"store_id\"]"));
      case "measures" -> valid(fields("\"measures\":" + json + ", \"select\": [\"tpv\"]"));
      case "rank" ->
          valid(
              fields(
                  """
                  "groupBy": ["store_id"], "measures": {"purchases": {"count": "*"}},
                  "select": ["store_id"], "rank":\
                  """
                      + json));
      case "joins" -> valid(fields("\"join\":" + json + ", \"select\": [\"city\"]"));
      default -> throw new AssertionError("an example of unknown kind '" + kind + "': " + json);
    }
  }

  private static String fields(String fields) {
    return "{ \"name\": \"example\", \"from\": \"transactions\", " + fields + " }";
  }

  private static void valid(String query) {
    assertThat(Documents.query(query).name()).isNotBlank();
  }

  private static String document() throws IOException {
    return Files.readString(Path.of(System.getProperty("roastery.root"), "docs/queries.md"));
  }
}
