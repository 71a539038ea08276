package dev.roastery.common.query.translate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.JsonReader;
import dev.roastery.common.query.document.JsonWriter;
import dev.roastery.common.query.document.Problem;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.sql.RandomSelects;
import dev.roastery.common.query.sql.SqlWriter;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectDocumentTest {

  private static final Tables TABLES = Catalog.builtIn().tables();

  private static Json json(String document) {
    Problems problems = new Problems("q.json");
    Json json = JsonReader.read(document.getBytes(UTF_8), 1 << 20, problems);
    assertThat(problems.all()).isEmpty();
    return json;
  }

  private static String sql(String document) {
    Problems problems = new Problems("q.json");
    Select select = SelectDocument.read(json(document), TABLES, problems);
    assertThat(problems.all()).as(document).isEmpty();
    assertThat(select).isNotNull();
    return SqlWriter.writeLines(select);
  }

  private static List<String> problems(String document) {
    Problems problems = new Problems("q.json");
    @Nullable Select select = SelectDocument.read(json(document), TABLES, problems);
    assertThat(select).isNull();
    return problems.all().stream().map(Problem::toString).toList();
  }

  @Test
  void theBuiltInQueriesHaveAFormInSql() {
    assertThat(sql(new String(Catalog.document("best-selling-items"), UTF_8)))
        .isEqualTo(
            """
            select month(created_at) as month, menu_items.item_name, sum(quantity) as quantity
            from transaction_items
            left join first row of menu_items on transaction_items.item_id = menu_items.item_id
            where year(created_at) in (2024, 2025)
            group by month(created_at), transaction_items.item_id
            qualify row_number() over (partition by month(created_at) order by sum(quantity) desc) <= 1
            """);
    assertThat(sql(new String(Catalog.document("high-value-transactions"), UTF_8)))
        .isEqualTo(
            """
            select transaction_id, final_amount
            from transactions
            where year(created_at) in (2024, 2025) and time(created_at) between '06:00:00' and '23:00:00' and final_amount >= 75
            """);
    assertThat(sql(new String(Catalog.document("top-customers"), UTF_8)))
        .contains("left join first row of stores on transactions.store_id = stores.store_id")
        .contains("left join first row of users on transactions.user_id = users.user_id");
    for (String name : Catalog.builtIn().queryNames()) {
      String document = new String(Catalog.document(name), UTF_8);
      assertThat(SelectDocument.isOne(json(document), TABLES)).as(name).isFalse();
      assertThat(sql(document)).startsWith("select ");
    }
  }

  @Test
  void aDocumentOfTheSecondVersionSaysWhatItsSqlSays() {
    assertThat(
            sql(
                """
                { "name": "revenue", "from": { "table": "transaction_items", "as": "l" },
                  "join": [ { "table": "menu_items", "as": "i", "on": "item_id", "keep": "matched",
                              "duplicates": "fail", "take": ["category"] } ],
                  "where": [ "quantity > 1", { "year": "created_at", "=": 2024 },
                             { "any": [ { "column": "category", "like": "C%" },
                                        { "not": { "half": "created_at", "in": ["2024-H1"] } } ] } ],
                  "groupBy": [ "category", { "expr": "lower(item_name)", "as": "item" } ],
                  "measures": { "revenue": { "sum": "quantity * unit_price" },
                                "items": { "distinct": "l.item_id" },
                                "p95": { "quantile": ["quantity", 0.95] },
                                "n": { "count": "*" } },
                  "having": [ "revenue > 1000 and n >= 10" ],
                  "rank": { "partitionBy": ["category"], "orderBy": "revenue", "limit": 3, "as": "place" },
                  "order": [ "category", { "by": "revenue", "direction": "desc" } ],
                  "limit": 10,
                  "select": [ "category", "item", "place", "p95",
                              { "expr": "revenue / items", "as": "each" } ] }
                """))
        .isEqualTo(
            """
            select i.category, lower(item_name) as item, row_number() over (partition by i.category order by sum(quantity * unit_price) desc) as place, quantile(quantity, 0.95) as p95, sum(quantity * unit_price) / count(distinct l.item_id) as each
            from transaction_items as l
            join menu_items as i on l.item_id = i.item_id
            where quantity > 1 and year(created_at) = 2024 and (i.category like 'C%' or not half(created_at) in ('2024-H1'))
            group by i.category, lower(item_name)
            having sum(quantity * unit_price) > 1000 and count(*) >= 10
            qualify row_number() over (partition by i.category order by sum(quantity * unit_price) desc) <= 3
            order by i.category, sum(quantity * unit_price) desc
            limit 10
            """);
  }

  @Test
  void whatIsWrittenAsADocumentIsReadAsTheSameQuestion() {
    long seed = Long.getLong("roastery.seed", 20_261_119);
    for (int round = 0; round < 2_000; round++) {
      Select select = new RandomSelects(new Random(seed + round)).next();
      String document = JsonWriter.write(SelectDocument.write(select));
      Problems problems = new Problems("q.json");
      Select read = SelectDocument.read(json(document), new Tables(List.of()), problems);
      assertThat(problems.all()).as("-Droastery.seed=%d: %s", seed + round, document).isEmpty();
      assertThat(read).as("-Droastery.seed=%d: %s", seed + round, document).isEqualTo(select);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"having\": []",
        "\"order\": []",
        "\"limit\": 3",
        "\"where\": [\"a > 1\"]",
        "\"where\": [{\"any\": []}]",
        "\"where\": [{\"column\": \"a\", \"!=\": 1}]",
        "\"where\": [{\"column\": \"a\", \"like\": \"x%\"}]",
        "\"where\": [{\"column\": \"lower(a)\", \"=\": \"x\"}]",
        "\"groupBy\": [{\"expr\": \"a + 1\", \"as\": \"b\"}]",
        "\"groupBy\": [\"a - b\"]",
        "\"groupBy\": [\"a\", \"b\", \"c\", \"d\", \"e\"]",
        "\"measures\": {\"m\": {\"sum\": \"a * b\"}}",
        "\"measures\": {\"m\": {\"median\": \"a\"}}",
        "\"rank\": {\"as\": \"place\"}",
        "\"select\": [{\"expr\": \"a\"}]",
        "\"join\": [{\"on\": {\"a\": \"x\", \"b\": \"y\"}}]",
        "\"join\": [{\"keep\": \"matched\"}]",
      })
  void whatOnlyTheSecondVersionHasIsFound(String fields) {
    assertThat(SelectDocument.isOne(json("{" + fields + "}"), TABLES)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"groupBy\": [\"store_id\"], \"measures\": {\"a (b)\": {\"sum\": \"amuont\"}}",
        "\"measures\": {\"n\": {\"count\": \"*\"}}, \"select\": [\"a * b\"]",
        "\"groupBy\": [\"two words\"]",
        "\"where\": [{\"colum\": \"a\", \"=\": \"b * c\"}]",
        "\"join\": [{\"on\": {\"a\": \"x\"}}]",
        "\"limits\": 1",
      })
  void anythingElseIsOfTheFirst(String fields) {
    assertThat(SelectDocument.isOne(json("{" + fields + "}"), TABLES)).isFalse();
  }

  @Test
  void aTextThatIsExactlyAColumnIsThatColumn() {
    Tables tables =
        Tables.read(
                "tables.json",
                "{\"tables\":{\"t\":{\"columns\":{\"unit price\":\"whole\",\"a - b\":\"whole\",\"c\":\"text\"}}}}"
                    .getBytes(UTF_8))
            .orThrow();
    String document =
        "{\"name\":\"q\",\"from\":\"t\",\"where\":[\"\\\"unit price\\\" > 1\"],"
            + "\"groupBy\":[\"unit price\",\"a - b\"],\"select\":[\"unit price\",\"a - b\"]}";
    Problems problems = new Problems("q.json");
    Select select = SelectDocument.read(json(document), tables, problems);
    assertThat(problems.all()).isEmpty();
    assertThat(select).isNotNull();
    assertThat(SqlWriter.write(select))
        .isEqualTo(
            "select \"unit price\", \"a - b\" from t where \"unit price\" > 1"
                + " group by \"unit price\", \"a - b\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'where':['a >']| 1:69: /where/0: the text ends where a value is expected",
        "'where':[{'any':[]}]| /where/0/any: a condition is missing here",
        "'where':[{'not':'a','=':1}]| nothing may stand beside \"not\"",
        "'where':[{'column':'a','!=':null}]| no value compares with null",
        "'where':[{'colum':'a','=':1}]| unknown field \"colum\"; did you mean \"column\"?",
        "'having':['a'],'limt':1| unknown field \"limt\"; did you mean \"limit\"?",
        "'limit':0| /limit: expected a whole number from 1 to 2147483647",
        "'measures':{'m':{'quantile':'x'}}| \"quantile\" takes a column and a share",
        "'measures':{'m':{'median':'*'}}| only count takes \"*\"",
        "'order':[{'by':'a','direction':'up'}]| unknown word \"up\"; allowed: desc, asc",
        "'join':[{'table':'stores','on':'lower(a)'}]| \"lower(a)\" is not a column",
        "'join':[{'table':'stores','on':[]}]| \"on\" is a name, or",
        "'join':[{'table':'stores','on':'a','keep':'some'}]| unknown word \"some\"; allowed: all,",
        "'join':[{'table':'stores','as':'stores','on':'a'},{'table':'users','as':'stores','on':'b'}]|"
            + " \"stores\" names two tables",
        "'groupBy':[{'expr':'a+1','as':'x'},{'expr':'a+2','as':'x'}]| gives the name \"x\" twice",
      })
  void aWrongDocumentIsExplained(String fields, String sentence) {
    String document =
        ("{'name':'q','from':'transactions','select':['user_id']," + fields + "}")
            .replace('\'', '"');
    assertThat(problems(document)).hasSize(1);
    assertThat(problems(document).getFirst()).contains(sentence);
  }

  @Test
  void whatNestsTooDeeplyForSqlIsRefused() {
    String deep = "not ".repeat(60) + "a";
    String document =
        "{\"name\":\"q\",\"from\":\"stores\",\"select\":[\"city\"],\"where\":["
            + "{\"not\":".repeat(10)
            + "\""
            + deep
            + "\""
            + "}".repeat(10)
            + "]}";
    assertThat(problems(document)).hasSize(1);
    assertThat(problems(document).getFirst()).contains("nested too deeply; at most 64 levels");
  }
}
