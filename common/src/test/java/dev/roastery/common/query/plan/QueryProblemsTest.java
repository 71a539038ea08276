package dev.roastery.common.query.plan;

import static dev.roastery.common.query.plan.Documents.filter;
import static dev.roastery.common.query.plan.Documents.problems;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.document.Problem;
import dev.roastery.common.query.language.ColumnSpec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryProblemsTest {

  @Test
  void allProblemsOfADocumentAreReportedAtOnceEachWithItsPlace() {
    String json =
        """
        { "name": "Best Sellers", "from": "transaction_item", "limits": 1,
          "where":   [ { "yaer": "created_at", "in": [2024] } ],
          "groupBy": [ "item_id" ],
          "measures": { "quantity": { "sum": "quantity" } },
          "rank":    { "orderBy": "quantities", "limit": 0 },
          "join":    [ { "table": "menu_item", "on": "item_id", "take": ["item_name"] } ],
          "select":  ["item_name", "item_name"] }
        """;
    assertThat(problems(json))
        .containsExactly(
            "q.json:1:11: /name: the name of a query is also its result's file name: 1 to 64 of"
                + " a-z, 0-9 and '-'",
            "q.json:1:35: /from: there is no table \"transaction_item\"; did you mean"
                + " \"transaction_items\"? Allowed: transactions, transaction_items, menu_items,"
                + " stores, users",
            "q.json:1:55: /limits: unknown field \"limits\"; did you mean \"limit\"? Allowed: name,"
                + " from, where, groupBy, measures, having, rank, join, order, limit, select",
            "q.json:2:18: /where/0/yaer: unknown field \"yaer\"; did you mean \"year\"? Allowed:"
                + " column, year, month, half, date, hour, time, quarter, week, weekday, =, <, <=,"
                + " >, >=, in, between, is, !=, like, any, all, not",
            "q.json:5:27: /rank/orderBy: there is no measure \"quantities\"; did you mean"
                + " \"quantity\"? Allowed: quantity",
            "q.json:5:50: /rank/limit: expected a whole number from 1 to 2147483647",
            "q.json:6:27: /join/0/table: there is no table \"menu_item\"; did you mean"
                + " \"menu_items\"? Allowed: transactions, transaction_items, menu_items, stores,"
                + " users",
            "q.json:7:28: /select/1: \"item_name\" is selected twice");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'column':'final_amuont','>=':75} | /where/0/column: there is no column \"final_amuont\""
            + " in table transactions; did you mean \"final_amount\"?",
        "{'column':'final_amount','>=':'75'} | final_amount does not compare with \"75\": it is of"
            + " type decimal(2), such as 75 or 7.5",
        "{'column':'final_amount','=':75.001} | final_amount is never equal to that number: it is"
            + " of type decimal(2)",
        "{'column':'store_id','in':[1, 2.5]} | /where/0/in/1: store_id is never equal",
        "{'column':'transaction_id','=':7} | transaction_id is of type text: compare it with a"
            + " text",
        "{'column':'created_at','<':'2024-01-31'} | such as \"2024-01-31 06:00:00\"",
        "{'column':'created_at','<':'2023-02-29 00:00:00'} | created_at does not compare with",
        "{'date':'created_at','<':'31.1.2024'} | date of created_at does not compare with",
        "{'year':'created_at','=':'2024'} | a year is a whole number from 0 to 9999",
        "{'year':'created_at','=':2024.5} | a year is a whole number from 0 to 9999",
        "{'hour':'created_at','<':24} | an hour is a whole number from 0 to 23",
        "{'time':'created_at','between':['23:00:00','06:00:00']} | the lower one comes first",
        "{'time':'created_at','<':'24:00:00'} | it is a time of day, such as \"06:00:00\"",
        "{'month':'created_at','=':1} | it is a month, such as \"2024-01\"",
        "{'month':'created_at','=':'2024-13'} | it is a month, such as \"2024-01\"",
        "{'half':'created_at','=':'2024-H3'} | it is a half-year, such as \"2024-H1\"",
        "{'year':'store_id','=':2024} | year is a function of a timestamp or date; store_id is of"
            + " type whole",
        "{'column':'user_id','=':null} | no value compares with null; use \"is\": \"null\"",
        "{'column':'user_id','=':true} | expected a number or a text, found true",
        "{'column':'user_id','is':'nul'} | unknown word \"nul\"; did you mean \"null\"?",
        "{'column':'user_id','in':[]} | no value is in an empty list",
        "{'column':'user_id','in':3} | expected a list, found a number",
        "{'column':'user_id','between':[1]} | a list of two values",
        "{'column':'user_id','=':1,'<':2} | /where/0/<: more than one operator here",
        "{'column':'user_id'} | no operator here",
        "{'column':'user_id','year':'created_at','=':1} | more than one function here",
        "'user_id' | expected a condition here, and this is of type whole",
      })
  void aWrongConditionIsExplained(String condition, String explanation) {
    List<String> problems = problems(filter(condition.replace('\'', '"')));
    assertThat(problems).hasSize(1);
    assertThat(problems.getFirst()).contains(explanation);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'groupBy':['store_id'],'select':['user_id'] | /select/0: \"user_id\" is a column of single"
            + " rows, and the rows are grouped",
        "'groupBy':['store_id'],'select':['store'] | there is no column \"store\"; did you mean"
            + " \"store_id\"? Allowed: store_id",
        "'groupBy':['store_id','store_id'],'select':['store_id'] | two columns \"store_id\"",
        "'groupBy':[{'minute':'created_at'}],'select':['minute'] | unknown field \"minute\""
            + "; allowed: column, year",
        "'measures':{'n':{'sum':'*'}},'select':['n'] | only count takes \"*\"",
        "'measures':{'n':{'sum':'created_at'}},'select':['n'] | sum takes numbers; created_at is of"
            + " type timestamp",
        "'measures':{'n':{'avg':'transaction_id'}},'select':['n'] | avg takes numbers;"
            + " transaction_id is of type text",
        "'measures':{'n':{'average':'store_id'}},'select':['n'] | unknown field \"average\"",
        "'measures':{'n':{}},'select':['n'] | no aggregate here",
        "'measures':{'n':{'count':'*'}},'rank':{'orderBy':'m','limit':1},'select':['n'] | there is"
            + " no measure \"m\"; did you mean \"n\"?",
        "'measures':{'n':{'count':'*'}},'rank':{'orderBy':'n','limit':1,'partitionBy':['x']},"
            + "'select':['n'] | there is no group key \"x\"; allowed: nothing",
        "'measures':{'n':{'count':'*'}},'rank':{'orderBy':'n','limit':1,'direction':'up'},"
            + "'select':['n'] | unknown word \"up\"; allowed: desc, asc",
        "'measures':{'n':{'count':'*'}},'rank':{'limit':1},'select':['n'] | the field \"orderBy\""
            + " is missing",
        "'rank':{'orderBy':'store_id','limit':1},'select':['store_id'] | a rank needs a measure",
        "'join':[{'table':'stores','on':'store_id','take':['name']}],'select':['store_id'] | there"
            + " is no column \"name\" in table stores",
        "'join':[{'table':'stores','on':'user_id','take':['city']}],'select':['city'] | table"
            + " stores is looked up by its key, store_id: write { \"user_id\": \"store_id\" }",
        "'join':[{'table':'transaction_items','on':'transaction_id','take':['quantity']}],"
            + "'select':['quantity'] | table transaction_items has no key",
        "'join':[{'table':'stores','on':{'transaction_id':'store_id'},'take':['city']}],'select':['city']"
            + " | transaction_id is of type text, stores.store_id is of type whole: they are never"
            + " equal",
        "'groupBy':['store_id'],'join':[{'table':'users','on':'user_id','take':['gender']}],"
            + "'select':['gender'] | /join/0/on: \"user_id\" is a column of single rows",
        "'select':[] | a result needs at least one column",
        "'where':[] | the field \"select\" is missing",
        "'select':['store_id'],'select':['user_id'] | \"select\" is given twice",
        "'select':['store_id'],'where':{} | expected a list, found an object",
      })
  void aWrongQueryIsExplained(String fields, String explanation) {
    String json = "{'name':'q','from':'transactions'," + fields + "}";
    List<String> problems = problems(json.replace('\'', '"'));
    assertThat(problems).hasSize(1);
    assertThat(problems.getFirst()).contains(explanation);
  }

  @Test
  void aQueryHasAtMostSixteenKeys() {
    String keys =
        IntStream.range(0, 17)
            .mapToObj(i -> "{\"expr\":\"store_id + " + i + "\",\"as\":\"k" + i + "\"}")
            .collect(Collectors.joining(","));
    assertThat(
            problems(
                "{\"name\":\"q\",\"from\":\"transactions\",\"groupBy\":["
                    + keys
                    + "],\"select\":[\"k1\"]}"))
        .singleElement()
        .asString()
        .contains("/groupBy: a list of 17; at most 16 allowed");
  }

  @Test
  void aMisspeltFieldIsReportedOnceAndHidesNoOther() {
    assertThat(problems("{\"name\":\"q\",\"form\":\"stores\"}"))
        .hasSize(2)
        .anyMatch(problem -> problem.contains("did you mean \"from\"?"))
        .anyMatch(problem -> problem.contains("the field \"select\" is missing"));
  }

  @Test
  void anEmptyNameIsAProblemNotACrash() {
    assertThat(problems("{\"name\":\"\",\"from\":\"\",\"select\":[\"x\"]}"))
        .containsExactly(
            "q.json:1:9: /name: a name is missing here",
            "q.json:1:19: /from: a name is missing here");
  }

  @Test
  void aJoinMayUseWhatAnEarlierJoinTook() {
    BoundQuery query =
        Documents.query(
            """
            { "name": "q", "from": "transaction_items",
              "join": [ { "table": "transactions", "on": "transaction_id", "take": ["store_id"] },
                        { "table": "stores", "on": "store_id",
                          "take": [{ "column": "store_name", "as": "store" }] } ],
              "select": ["store", "quantity"] }
            """);
    assertThat(query.joins().get(1).on()).containsExactly(2);
    assertThat(query.select()).containsExactly(3, 1);
    assertThat(query.reads())
        .extracting(ColumnSpec::name)
        .containsExactly("transaction_id", "quantity");
  }

  @Test
  void whateverIsBrokenInADocumentIsReportedWithAPlaceInIt() {
    byte[] good = Catalog.document("top-customers");
    Random random = new Random(20_241_118);
    String noise = "{}[]\",:\\ x0-1.e\n\u0007é*=<";
    int invalid = 0;
    for (int round = 0; round < 5_000; round++) {
      StringBuilder text = new StringBuilder(new String(good, StandardCharsets.UTF_8));
      for (int change = random.nextInt(3); change >= 0; change--) {
        int at = random.nextInt(text.length());
        char character = noise.charAt(random.nextInt(noise.length()));
        text.replace(at, at + random.nextInt(3), String.valueOf(character));
      }
      long lines = text.toString().lines().count() + 1;
      if (Documents.parsed(text.toString()) instanceof Parsed.Invalid<?> broken) {
        invalid++;
        for (Problem problem : broken.problems()) {
          assertThat(problem.place().line())
              .as("round %d: %s", round, text)
              .isBetween(1, (int) lines);
          assertThat(problem.message()).isNotBlank().doesNotContain("\u0007");
        }
      }
    }
    assertThat(invalid).isGreaterThan(2_000);
  }

  @Test
  void aDocumentOfNoiseMakesAShortReport() {
    String fields =
        IntStream.range(0, 50_000)
            .mapToObj(i -> "\"f" + i + "\":1")
            .collect(Collectors.joining(","));
    assertThat(problems("{" + fields + "}")).hasSize(100);
  }
}
