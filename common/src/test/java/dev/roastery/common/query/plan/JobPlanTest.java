package dev.roastery.common.query.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.query.bound.BoundMeasure;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.Aggregate;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.language.Zone;
import dev.roastery.common.share.Share;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JobPlanTest {

  private static final Catalog CATALOG = Catalog.builtIn();
  private static final Partitions PARTITIONS =
      Partitions.oneEach()
          .with(StageKind.AGGREGATOR, 4)
          .with(StageKind.MAXIMIZER, 3)
          .with(StageKind.JOINER, 2);

  @Test
  void aPlanComesBackAsItWasAndAsTheSameBytes() {
    JobPlan plan = new JobPlan(CATALOG.tables(), CATALOG.queries(), PARTITIONS);
    JobPlan read = JobPlan.read("job", plan.toJson()).orThrow();
    assertThat(read).isEqualTo(plan);
    assertThat(read.toJson()).isEqualTo(plan.toJson());
  }

  @Test
  void queriesThatSayTheSameAreTheSameBytes() {
    String json =
        """
        { "select": ["item_id", "n"], "measures": { "n": { "sum": "subtotal" } },
          "where": [ { "column": "subtotal", ">": %s } ], "from": "transaction_items",
          "groupBy": [ %s ], "name": "q" }
        """;
    BoundQuery one = Documents.query(json.formatted("7.50", "\"item_id\""));
    BoundQuery other = Documents.query(json.formatted("75e-1", "{ \"column\": \"item_id\" }"));
    assertThat(one).isEqualTo(other);
    assertThat(new JobPlan(CATALOG.tables(), List.of(one), PARTITIONS).toJson())
        .isEqualTo(new JobPlan(CATALOG.tables(), List.of(other), PARTITIONS).toJson())
        .isEqualTo(
            "{\"version\":1,\"partitions\":{\"aggregators\":4,\"partialMaximizers\":3,"
                + "\"absoluteMaximizers\":1,\"joiners\":2},\"tables\":{\"transaction_items\":"
                + "{\"columns\":{\"transaction_id\":\"text\",\"item_id\":\"whole\",\"quantity\":"
                + "\"whole\",\"unit_price\":\"decimal(2)\",\"subtotal\":\"decimal(2)\","
                + "\"created_at\":\"timestamp\"}}},\"queries\":[{\"name\":\"q\",\"from\":"
                + "\"transaction_items\",\"where\":[{\"column\":\"subtotal\",\">\":7.5}],"
                + "\"groupBy\":[{\"column\":\"item_id\",\"as\":\"item_id\"}],\"measures\":{\"n\":"
                + "{\"sum\":\"subtotal\"}},\"join\":[],\"select\":[\"item_id\",\"n\"]}]}");
  }

  @Test
  void aPlanSaysHowTheFilesOfItsTablesAreWritten() {
    Tables tables =
        Tables.read(
                "tables.json",
                """
                { "tables": { "t": {
                    "columns": { "d": { "type": "date", "format": "dd/MM/yyyy" }, "a": "decimal(2)" },
                    "delimiter": ";", "decimal": ",", "zone": "Europe/Berlin" } } }
                """
                    .getBytes(UTF_8))
            .orThrow();
    String query =
        """
        { "name": "q", "from": "t", "measures": { "n": { "sum": "a" } },
          "select": ["n"] }
        """;
    BoundQuery bound = QueryDocument.read("q.json", query.getBytes(UTF_8), tables).orThrow();
    JobPlan plan = new JobPlan(tables, List.of(bound), PARTITIONS);
    assertThat(plan.toJson())
        .contains(
            "\"t\":{\"columns\":{\"d\":{\"type\":\"date\",\"format\":\"dd/MM/yyyy\"},"
                + "\"a\":\"decimal(2)\"},\"delimiter\":\";\",\"decimal\":\",\","
                + "\"zone\":\"Europe/Berlin\",\"zoneRules\":\""
                + Zone.of("Europe/Berlin").fingerprint()
                + "\"}");
    assertThat(JobPlan.read("job", plan.toJson()).orThrow()).isEqualTo(plan);
  }

  @Test
  void aPlanKeepsTheRulesOfTheProcessThatMadeIt() {
    Tables tables = Tables.read("t", ZONED.getBytes(UTF_8)).orThrow();
    BoundQuery query =
        QueryDocument.read(
                "q", "{\"name\":\"q\",\"from\":\"t\",\"select\":[\"a\"]}".getBytes(UTF_8), tables)
            .orThrow();
    String plan = new JobPlan(tables, List.of(query), PARTITIONS).toJson();
    String rules = Zone.of("Asia/Tokyo").fingerprint();
    JobPlan read = JobPlan.read("job", plan.replace(rules, "0123456789abcdef")).orThrow();
    Zone pinned = read.tables().table("t").dialect().zone();
    assertThat(pinned).isEqualTo(new Zone("Asia/Tokyo", "0123456789abcdef"));
    assertThat(pinned.isKnownHere()).isFalse();
  }

  private static final String ZONED =
      "{\"tables\":{\"t\":{\"columns\":{\"a\":\"text\"},\"zone\":\"Asia/Tokyo\"}}}";

  @Test
  void aPlanHasItsClientAndWithoutOneTheBytesOfBefore() {
    JobPlan plan =
        new JobPlan(CATALOG.tables(), CATALOG.queries(), PARTITIONS, new Share("ann", 3));
    String without = new JobPlan(CATALOG.tables(), CATALOG.queries(), PARTITIONS).toJson();
    String client = ",\"client\":{\"name\":\"ann\",\"weight\":3}}";
    assertThat(plan.toJson()).isEqualTo(without.substring(0, without.length() - 1) + client);
    assertThat(JobPlan.read("job", plan.toJson()).orThrow()).isEqualTo(plan);
    assertThat(JobPlan.read("job", without).orThrow().share()).isEqualTo(Share.OF_A_JOB);
    assertThat(
            Documents.problems(
                JobPlan.read("job", plan.toJson().replace("\"weight\":3", "\"weight\":101"))))
        .singleElement()
        .asString()
        .contains("/client/weight: expected a whole number from 1 to 100");
  }

  @Test
  void everyOperatorSurvivesTheJourney() {
    BoundQuery query =
        Documents.query(
            """
            { "name": "all", "from": "transactions",
              "where": [ { "column": "store_id", "=": 1 }, { "hour": "created_at", "<": 9 },
                         { "month": "created_at", "<=": "2024-03" },
                         { "half": "created_at", ">": "2023-H2" },
                         { "date": "created_at", ">=": "2024-01-01" },
                         { "time": "created_at", "between": ["06:00", "07:00:00"] },
                         { "column": "transaction_id", "in": ["\\"x\\"", "é\\n"] },
                         { "column": "voucher_id", "is": "null" },
                         { "column": "user_id", "is": "not null" } ],
              "groupBy": [ { "year": "created_at", "as": "y" }, "store_id" ],
              "measures": { "n": { "count": "*" }, "v": { "count": "voucher_id" },
                            "a": { "avg": "final_amount" }, "lo": { "min": "created_at" },
                            "hi": { "max": "final_amount" } },
              "rank": { "orderBy": "a", "limit": 7, "direction": "asc" },
              "join": [ { "table": "stores", "on": { "store_id": "store_id" },
                          "take": [ { "column": "city", "as": "town" } ] } ],
              "select": ["town", "a", "lo", "y", "n", "v", "hi"] }
            """);
    JobPlan plan = new JobPlan(CATALOG.tables(), List.of(query), PARTITIONS);
    assertThat(JobPlan.read("job", plan.toJson()).orThrow()).isEqualTo(plan);
  }

  @Test
  void aQuestionOfTheSecondVersionTravelsAsSql() {
    BoundQuery query =
        Documents.query(
            """
            { "name": "q", "from": "transactions", "where": [ "final_amount * 2 > 7.50" ],
              "join": [ { "table": "stores", "on": "store_id", "take": ["city"] } ],
              "groupBy": ["city", { "month": "created_at" } ],
              "measures": { "users": { "distinct": "user_id" } },
              "having": [ "users >= 1" ], "order": [ { "by": "users", "direction": "desc" } ],
              "select": ["city", "users"] }
            """);
    JobPlan plan = new JobPlan(CATALOG.tables(), List.of(query), PARTITIONS);
    assertThat(plan.toJson())
        .endsWith(
            "\"queries\":[{\"name\":\"q\",\"sql\":\"select stores.city, count(distinct user_id) as"
                + " users from transactions left join first row of stores on transactions.store_id"
                + " = stores.store_id where final_amount * 2 > 7.50 group by stores.city,"
                + " month(created_at) having count(distinct user_id) >= 1 order by count(distinct"
                + " user_id) desc\"}]}");
    assertThat(JobPlan.read("job", plan.toJson()).orThrow()).isEqualTo(plan);
  }

  @Test
  void onlyTheTablesAndColumnsThatAreNeededAreNamed() {
    List<BoundQuery> queries =
        List.of(CATALOG.query("tpv-by-store"), CATALOG.query("high-value-transactions"));
    JobPlan plan = new JobPlan(CATALOG.tables(), queries, PARTITIONS);
    assertThat(plan.tables().names()).containsExactly("stores", "transactions");
    assertThat(plan.facts()).containsExactly("transactions");
    assertThat(plan.references()).containsExactly("stores");
    assertThat(plan.factColumns("transactions"))
        .extracting(ColumnSpec::name)
        .containsExactly("transaction_id", "store_id", "final_amount", "created_at");
    assertThat(plan.referenceColumns("stores"))
        .extracting(ColumnSpec::name)
        .containsExactly("store_id", "store_name");
    assertThat(plan.queriesFrom("transactions")).isEqualTo(queries);
  }

  @Test
  void aPlanWithTwoQueriesOfOneNameIsNoPlan() {
    BoundQuery query = CATALOG.query("tpv-by-store");
    assertThatThrownBy(() -> new JobPlan(CATALOG.tables(), List.of(query, query), PARTITIONS))
        .hasMessageContaining("two queries are called tpv-by-store");
    assertThatThrownBy(() -> new JobPlan(CATALOG.tables(), List.of(), PARTITIONS))
        .hasMessageContaining("a job of 0 queries");
    assertThatThrownBy(
            () -> new JobPlan(CATALOG.tables(), Collections.nCopies(65, query), PARTITIONS))
        .hasMessageContaining("1 to 64");
  }

  @Test
  void aDamagedPlanIsRefusedWithReasons() {
    String json = new JobPlan(CATALOG.tables(), CATALOG.queries(), PARTITIONS).toJson();
    assertThat(
            Documents.problems(JobPlan.read("job", json.replace("\"version\":1", "\"version\":2"))))
        .containsExactly("job:1:12: /version: this program reads plans of version 1");
    assertThat(
            Documents.problems(JobPlan.read("job", json.replace("\"joiners\":2", "\"joiners\":0"))))
        .hasSize(1);
    assertThat(
            Documents.problems(
                    JobPlan.read("job", json.replace("best-selling-items", "tpv-by-store")))
                .getFirst())
        .contains("two queries are called tpv-by-store");
    IntStream.range(0, 200)
        .map(i -> i * json.length() / 200)
        .forEach(cut -> Documents.problems(JobPlan.read("job", json.substring(0, cut))));
  }

  @Test
  void averagesAreExactUntilTheyAreShown() {
    BoundMeasure average = new BoundMeasure("a", Aggregate.AVG, 0, new ColumnType.Decimal(2));
    assertThat(average.partial()).hasSize(3);
    assertThat(average.average(1000, 3)).isEqualTo(33333); // 10.00 / 3 = 3.3333
    assertThat(average.average(-2000, 3)).isEqualTo(-66667);
    assertThat(average.average(1, 8)).isEqualTo(12); // 0.00125 is even at 0.0012
    assertThat(average.average(3, 8)).isEqualTo(38); // 0.00375 is even at 0.0038
    assertThatThrownBy(() -> average.average(Long.MAX_VALUE, 1))
        .isInstanceOf(ArithmeticException.class);
  }
}
