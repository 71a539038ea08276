package dev.roastery.gateway.collect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.JobId;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.query.plan.QueryDocument;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** SQL over the stages as they are in a cluster: each clause once, with answers made by hand. */
class SelectTest {

  private static final ModelTable LINES =
      new ModelTable(
          "lines",
          "id",
          List.of(
              new ColumnSpec("id", new ColumnType.Whole()),
              new ColumnSpec("item_id", new ColumnType.Whole()),
              new ColumnSpec("customer", new ColumnType.Text()),
              new ColumnSpec("quantity", new ColumnType.Whole()),
              new ColumnSpec("price", new ColumnType.Decimal(2)),
              new ColumnSpec("ordered", new ColumnType.Timestamp())));

  private static final ModelTable ITEMS =
      new ModelTable(
          "items",
          "id",
          List.of(
              new ColumnSpec("id", new ColumnType.Whole()),
              new ColumnSpec("name", new ColumnType.Text()),
              new ColumnSpec("category", new ColumnType.Text()),
              new ColumnSpec("weight", new ColumnType.Decimal(1))));

  static {
    LINES.parts.add(
        List.of(
            List.of(
                line(1, 1, "ann", 2, "3.50", "2024-01-01T10:00"),
                line(2, 1, "bob", 1, "3.50", "2024-01-02T11:00"),
                line(3, 2, "ann", 3, "4.00", "2024-01-08T10:30")),
            List.of(
                line(4, 3, "cid", 5, "1.25", "2024-02-01T09:00"),
                line(5, 9, "ann", 1, "9.99", "2024-02-03T09:00"))));
    LINES.parts.add(List.of(List.<Object[]>of(line(6, 2, null, 1, null, "2024-03-31T23:59"))));
    ITEMS.parts.add(
        List.of(
            List.of(
                item(1, "Latte", "coffee", "0.3"),
                item(2, "Mocha", "coffee", "0.4"),
                item(3, "Scone", "food", "0.2"))));
  }

  private static Object[] line(
      long id, long item, String customer, long quantity, String price, String at) {
    return new Object[] {
      id,
      item,
      customer,
      quantity,
      price == null ? null : new BigDecimal(price),
      LocalDateTime.parse(at)
    };
  }

  private static Object[] item(long id, String name, String category, String weight) {
    return new Object[] {id, name, category, new BigDecimal(weight)};
  }

  static String answer(String sql) {
    Tables tables =
        new Tables(
            List.of(
                new TableSpec("items", ITEMS.columns, null),
                new TableSpec("lines", LINES.columns, null)));
    BoundQuery query = QueryDocument.readSql("q.sql", "q", sql.getBytes(UTF_8), tables).orThrow();
    Partitions partitions = Partitions.of(Pipeline.STANDARD, _ -> 2);
    JobTopology topology =
        new JobTopology(
            new JobId(new UUID(7, 1), 1), new JobPlan(tables, List.of(query), partitions));
    InMemoryPipeline pipeline =
        InMemoryPipeline.inOrder().submit(topology, List.of(LINES, ITEMS)).run();
    assertThat(pipeline.failures).isEmpty();
    return pipeline.results().get(MemorySink.name(topology.job(), "q"));
  }

  @Test
  void anExpressionIsAddedUpByWhatAJoinFinds() {
    assertThat(
            answer(
                """
                select category, sum(quantity * price) as revenue, count(distinct customer) as customers
                from lines l left join items i on i.id = l.item_id
                where ordered >= '2024-01-01'
                group by category order by revenue desc limit 10
                """))
        .isEqualTo(
            """
            category,revenue,customers
            coffee,22.50,2
            ,9.99,1
            food,6.25,1
            """);
  }

  @Test
  void groupsOfOneTableAreRankedAndCut() {
    assertThat(
            answer(
                "select customer, sum(quantity) as n from lines group by customer order by n desc"
                    + " limit 2"))
        .isEqualTo(
            """
            customer,n
            ann,6
            cid,5
            """);
    assertThat(answer("select customer, count(*) as n from lines group by 1 having count(*) > 1"))
        .isEqualTo("customer,n\nann,3\n");
  }

  @Test
  void aColumnOfTheJoinedRowNeedsNoGroup() {
    assertThat(
            answer(
                """
                select i.name, count(*) as n from lines l left join items i on i.id = l.item_id
                group by l.item_id
                """))
        .isEqualTo(
            """
            name,n
            Latte,2
            Mocha,2
            Scone,1
            ,1
            """);
  }

  @Test
  void rowsAreFilteredComputedAndOrdered() {
    assertThat(
            answer(
                """
                select id, round(price / quantity, 3) as each, upper(customer) as who,
                  case when quantity > 2 then 'many' else 'few' end as size
                from lines where not (customer = 'bob') or price is null order by each desc, id
                """))
        .isEqualTo(
            """
            id,each,who,size
            5,9.990,ANN,few
            1,1.750,ANN,few
            3,1.333,ANN,many
            4,0.250,CID,many
            6,,,few
            """);
  }

  @Test
  void innerJoinsDropRowsAndMixedExpressionsAreExact() {
    assertThat(
            answer(
                """
                select category, sum(quantity * i.weight) as kilos, count(*) as lines, avg(price) as usual,
                  median(price) as middle, min(name) as first, max(i.weight) as heaviest
                from lines l inner join items i on l.item_id = i.id group by category
                """))
        .isEqualTo(
            """
            category,kilos,lines,usual,middle,first,heaviest
            coffee,2.5,4,3.6667,3.500,Latte,0.4
            food,1.0,1,1.2500,1.250,Scone,0.2
            """);
  }

  @Test
  void placesAndSharesStandBesideTheirGroups() {
    assertThat(
            answer(
                """
                select month(ordered) as month, customer, sum(quantity) as n,
                  row_number() over (partition by month order by n desc) as place,
                  round(sum(quantity) / sum(sum(quantity)) over (partition by month), 2) as share
                from lines group by month, customer
                qualify row_number() over (partition by month order by n desc) <= 1
                """))
        .isEqualTo(
            """
            month,customer,n,place,share
            2024-01,ann,5,1,0.83
            2024-02,cid,5,1,0.83
            2024-03,,1,1,1.00
            """);
  }

  @Test
  void distinctIsAGroupWithoutMeasures() {
    assertThat(answer("select distinct customer from lines"))
        .isEqualTo("customer\n\nann\nbob\ncid\n");
    assertThat(
            answer(
                "select week(ordered) as w, weekday(ordered) as d, quarter(ordered) as q from lines"
                    + " where id = 3"))
        .isEqualTo("w,d,q\n2024-W02,1,2024-Q1\n");
  }
}
