package dev.roastery.common.query.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonReaderTest {

  @Test
  void everyValueKnowsItsPlace() {
    Json.Obj object = (Json.Obj) read("{\n  \"a/b\": [1,\n   {\"~\": \"x\"}] }", new Problems("d"));
    Json.Arr list = (Json.Arr) object.fields().getFirst().value();
    Json.Obj inner = (Json.Obj) list.items().get(1);
    assertThat(object.fields().getFirst().name().place()).hasToString("2:3: /a~1b");
    assertThat(list.items().get(0).place()).hasToString("2:11: /a~1b/0");
    assertThat(inner.fields().getFirst().value().place()).hasToString("3:10: /a~1b/1/~0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\": 1 | the document ends in the middle",
        "\"abc | the document ends in the middle",
        "{\"a\": } | not JSON: '}' where a name or a value is expected",
        "{\"a\": 1,} | not JSON: '}' where a name or a value is expected: is there a comma too"
            + " many?",
        "{\"a\": [1,]} | not JSON: ']' where a name or a value is expected",
        "{\"a\": 1 \"b\": 2} | not JSON: '\"' is unexpected: is there a comma, colon or quote"
            + " missing?",
        "// a | not JSON: JSON has no comments",
        "{'a': 1} | not JSON: text needs double quotes",
        "{\"a\": revenue} | not JSON: revenue is not a value; text needs double quotes",
        "{\"a\": 01} | not JSON: this is not a number",
        "{\"a\": NaN} | not JSON: NaN is not a value",
        "{\"a\": \"\\x\"} | not JSON: an unknown escape",
        "{\"a\": \"\t\"} | not JSON: a line break, tab or other control character",
        "{} {} | nothing may follow",
        "`` | the document is empty",
        "{\"a\": 1e999999999} | a number with too many digits",
        "{\"a\": 1e99999999999999} | a number with too many digits",
        "{\"a\": \"\\ud800\"} | half of a surrogate pair",
        "{\"\\ud800\": 1} | half of a surrogate pair",
      })
  void brokenJsonIsOneClearProblem(String text, String sentence) {
    Problems problems = new Problems("d.json");
    assertThat(read(text, problems)).isNull();
    assertThat(problems.all()).hasSize(1);
    assertThat(problems.all().getFirst().toString())
        .startsWith("d.json:1:")
        .contains(sentence)
        .doesNotContain("code ", "token", "Feature", "expecting");
  }

  @Test
  void deepNestingIsRefusedWithoutRecursingIntoIt() {
    Problems problems = new Problems("d");
    assertThat(read("[".repeat(500_000), problems)).isNull();
    assertThat(problems.all().getFirst().message()).contains("nested too deeply");
  }

  @Test
  void aNumberOfAMillionDigitsIsRefused() {
    Problems problems = new Problems("d");
    assertThat(read("[" + "9".repeat(1_000_000) + "]", problems)).isNull();
    assertThat(problems.all().getFirst().message()).contains("too many digits");
  }

  @Test
  void aDocumentThatIsTooLargeIsNotRead() {
    Problems problems = new Problems("d");
    assertThat(JsonReader.read(new byte[11], 10, problems)).isNull();
    assertThat(problems.all().getFirst().message()).contains("11 bytes").contains("at most 10");
  }

  @Test
  void otherEncodingsAreRefusedAndAByteOrderMarkIsNot() {
    Problems problems = new Problems("d");
    assertThat(JsonReader.read("{\"é\":1}".getBytes(StandardCharsets.ISO_8859_1), 99, problems))
        .isNull();
    assertThat(problems.all().getFirst().message()).contains("not UTF-8");
    assertThat(read("\uFEFF{}", new Problems("d"))).isEqualTo(Json.Obj.of());
  }

  @Test
  void namesLikeTheOneThatWasMeantAreOffered() {
    assertThat(NameSuggestions.distance("yaer", "year")).isEqualTo(1);
    assertThat(NameSuggestions.distance("", "abc")).isEqualTo(3);
    assertThat(NameSuggestions.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(NameSuggestions.quoted("a\u001b[2J\"")).isEqualTo("\"a\\u001b[2J\\\"\"");
    assertThat(NameSuggestions.quoted("x".repeat(1000))).hasSize(67);
  }

  @Test
  void writingIsCanonical() {
    Json json =
        read("{ \"b\" : [ 7.50, 1e2, true, null, \"\\u00e9\\n\" ], \"a\":{} }", new Problems("d"));
    assertThat(JsonWriter.write(json)).isEqualTo("{\"b\":[7.5,100,true,null,\"é\\n\"],\"a\":{}}");
  }

  @Test
  void anObjectIsFoundAgainInItsDocument() {
    String inner = "{ \"b\":\r\n  \"}\\\"\" }";
    Json.Obj object = (Json.Obj) read("\uFEFF{\"a\": [1, " + inner + "]}", new Problems("d"));
    Json.Arr list = (Json.Arr) object.fields().getFirst().value();
    Json.Obj found = (Json.Obj) list.items().get(1);

    assertThat(found.asWritten("{\"a\": [1, " + inner + "]}")).isEqualTo(inner);
  }

  @Test
  void valuesThatSayTheSameAreEqualWhereverTheyStand() {
    Json one = read("{\"a\": [1.0, true, {\"b\": \"c\"}]}", new Problems("d"));
    Json other = read("\n{ \"a\":\n[1, true,{\"b\":\"c\" } ] }", new Problems("d"));

    assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
    assertThat(one).isNotEqualTo(read("{\"a\": [1, true]}", new Problems("d")));
  }

  private static Json read(String text, Problems problems) {
    return JsonReader.read(text.getBytes(UTF_8), 1 << 21, problems);
  }
}
