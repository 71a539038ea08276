package dev.roastery.gateway.collect;

import static dev.roastery.gateway.collect.SelectTest.answer;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.JobId;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.query.plan.QueryDocument;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What the random SELECTs of {@link SelectPipelineTest} found once, or would seldom find. */
class SelectEdgeTest {

  @Test
  void qualifyTakesRowsAwayAfterOtherWindowsHaveCountedThem() {
    assertThat(
            answer(
                """
                select customer, sum(quantity) as n, sum(sum(quantity)) over () as all_of_them
                from lines group by customer
                qualify row_number() over (order by sum(quantity) desc) <= 1
                """))
        .isEqualTo("customer,n,all_of_them\nann,6,13\n");
    assertThat(
            answer(
                """
                select id, sum(quantity) over () as n, row_number() over (order by id desc) as last
                from lines qualify row_number() over (order by id) <= 1
                """))
        .isEqualTo("id,n,last\n1,13,6\n");
  }

  /** A group index knows nulls of eight keys only. */
  @Test
  void columnsThatDependOnAKeyAreNoFurtherKeys() {
    assertThat(
            answer(
                """
                select l.id, l.customer, i.name, i.category, i.weight, j.name as n, j.category as c,
                  j.weight as w, count(distinct l.quantity) as d
                from lines l left join items i on l.item_id = i.id left join items j on l.item_id = j.id
                where l.id >= 4 group by l.id, l.customer, l.item_id
                """))
        .isEqualTo(
            """
            id,customer,name,category,weight,n,c,w,d
            4,cid,Scone,food,0.2,Scone,food,0.2,1
            5,ann,,,,,,,1
            6,,Mocha,coffee,0.4,Mocha,coffee,0.4,1
            """);
  }

  private static final ModelTable NUMBERS =
      table(
          "numbers",
          List.of(whole("k"), whole("n"), new ColumnSpec("t", new ColumnType.Text())),
          new Object[] {1L, null, "\t x "},
          new Object[] {1L, Long.MIN_VALUE, null},
          new Object[] {2L, 7L, ""},
          new Object[] {2L, Long.MAX_VALUE, " \n"});

  private static final ModelTable LARGE =
      table(
          "large",
          List.of(whole("k"), whole("v")),
          new Object[] {1L, Long.MAX_VALUE},
          new Object[] {2L, -Long.MAX_VALUE});

  /** Rows of one group in two batches, whose sums are beyond 64 bits and cancel each other. */
  private static final ModelTable FAR =
      table(
          "far",
          List.of(whole("k"), whole("v"), new ColumnSpec("d", new ColumnType.Decimal(2))),
          new Object[] {1L, Long.MAX_VALUE, amount("0.01")},
          new Object[] {1L, Long.MAX_VALUE, amount("92233720368547758.07")});

  static {
    FAR.parts.add(
        List.of(
            List.of(
                new Object[] {2L, Long.MIN_VALUE, amount("-92233720368547758.08")},
                new Object[] {2L, Long.MIN_VALUE, null})));
    FAR.parts.add(List.of(List.<Object[]>of(new Object[] {3L, 5L, amount("5.00")})));
  }

  private static BigDecimal amount(String text) {
    return new BigDecimal(text);
  }

  private static ColumnSpec whole(String name) {
    return new ColumnSpec(name, new ColumnType.Whole());
  }

  private static ModelTable table(String name, List<ColumnSpec> columns, Object[]... rows) {
    ModelTable table = new ModelTable(name, null, columns);
    table.parts.add(List.of(List.of(rows)));
    return table;
  }

  private static Tables tables() {
    return new Tables(
        List.of(
            new TableSpec("numbers", NUMBERS.columns, null),
            new TableSpec("large", LARGE.columns, null),
            new TableSpec("far", FAR.columns, null)));
  }

  private static Parsed<BoundQuery> read(String sql) {
    return QueryDocument.readSql("q.sql", "q", sql.getBytes(UTF_8), tables());
  }

  private static String problem(String sql) {
    return read(sql) instanceof Parsed.Invalid<BoundQuery> invalid
        ? invalid.problems().toString()
        : "no problem";
  }

  /** Of {@link #NUMBERS}, {@link #LARGE} and {@link #FAR}, or why the job failed. */
  private static String ofNumbers(String sql) {
    return ofNumbers(sql, 1);
  }

  private static String ofNumbers(String sql, int partitions) {
    JobTopology topology =
        new JobTopology(
            new JobId(new UUID(7, 2), 1),
            new JobPlan(
                tables(),
                List.of(read(sql).orThrow()),
                Partitions.of(Pipeline.STANDARD, _ -> partitions)));
    InMemoryPipeline pipeline =
        InMemoryPipeline.inOrder().submit(topology, List.of(NUMBERS, LARGE, FAR)).run();
    return pipeline.failures.isEmpty()
        ? pipeline.results().get(MemorySink.name(topology.job(), "q"))
        : pipeline.failures.getFirst().reason();
  }

  @Test
  void whatIsNullIsNeverTooLarge() {
    assertThat(
            ofNumbers(
                "select a.n - b.n as d from numbers a left join first row of numbers b on a.n = b.k"
                    + " where a.n = 7"))
        .isEqualTo("d\n\n");
    assertThat(ofNumbers("select case when k = 2 then k end - n as d from numbers where k = 1"))
        .isEqualTo("d\n\n\n");
    assertThat(ofNumbers("select k - n as d from numbers"))
        .contains("a number that it computes does not fit into 64 bits");
  }

  @Test
  void anAverageThatIsRoundedIsNotRoundedTwice() {
    String averages =
        "avg(quantity) as two, round(avg(quantity), 4) as four,"
            + " cast(avg(quantity) as decimal(3)) as three";
    assertThat(answer("select " + averages + " from lines"))
        .isEqualTo("two,four,three\n2.17,2.1667,2.167\n");
    assertThat(
            answer(
                "select count(distinct i.name) as names, "
                    + averages
                    + " from lines l left join items i on l.item_id = i.id"
                    + " having round(avg(quantity), 3) = 2.167"))
        .endsWith(",2.17,2.1667,2.167\n");
  }

  @Test
  void sumsOfWhatJoinsFindMayLeaveTheirRangeOnTheWay() {
    assertThat(
            ofNumbers("select sum(v) as s, count(v) as c from numbers n join large l on n.k = l.k"))
        .isEqualTo("s,c\n0,4\n");
    assertThat(
            ofNumbers(
                "select n.k, sum(v) as s from numbers n join large l on n.k = l.k group by n.k"))
        .contains("does not fit into 64 bits");
  }

  /** However rows are divided among the aggregators, and by what the first stages group them. */
  @Test
  void aSumThatFitsMayBeMadeOfSumsThatDoNot() {
    for (int partitions = 1; partitions <= 3; partitions++) {
      assertThat(ofNumbers("select sum(v) as s, avg(v) as a from far where k < 3", partitions))
          .isEqualTo("s,a\n-2,-0.50\n");
      assertThat(
              ofNumbers(
                  "select sum(v) as s, avg(v) as a, count(distinct k) as d from far", partitions))
          .isEqualTo("s,a,d\n3,0.60,3\n");
      assertThat(
              ofNumbers(
                  "select count(l.v) as n, sum(f.v) as s from far f left join large l on f.k = l.k",
                  partitions))
          .isEqualTo("n,s\n4,3\n");
      assertThat(ofNumbers("select k, sum(v) as s from far group by k", partitions))
          .contains("of some group does not fit into 64 bits");
      assertThat(
              ofNumbers(
                  "select k, sum(v) as s, count(distinct v) as d from far group by k", partitions))
          .contains("does not fit into 64 bits");
    }
  }

  /** Of the two sides of a comparison neither is a number that somebody wants to see. */
  @Test
  void numbersOfDifferentScalesAreComparedWhateverTheirSize() {
    String count = "select count(*) as n from far where ";
    assertThat(ofNumbers(count + "v > d")).isEqualTo("n\n2\n");
    assertThat(ofNumbers(count + "d <= v")).isEqualTo("n\n3\n");
    assertThat(ofNumbers(count + "v = d")).isEqualTo("n\n1\n");
    assertThat(ofNumbers(count + "not v = d")).isEqualTo("n\n3\n");
    assertThat(ofNumbers(count + "v between d and 6.5")).isEqualTo("n\n1\n");
    assertThat(ofNumbers(count + "v not between -922337203685477580.5 and d")).isEqualTo("n\n4\n");
    assertThat(ofNumbers(count + "v in (d, 1.5)")).isEqualTo("n\n1\n");
    assertThat(ofNumbers(count + "abs(k) + 0 in (1.5, 2, 3.00)")).isEqualTo("n\n3\n");
    assertThat(ofNumbers(count + "d + 0 in (9223372036854775807, 5)")).isEqualTo("n\n1\n");
    assertThat(ofNumbers(count + "v - 0 not in (0.5, 5, 5.00)")).isEqualTo("n\n4\n");
    assertThat(ofNumbers(count + "d + 0 < 9223372036854775807")).isEqualTo("n\n4\n");
    assertThat(ofNumbers(count + "v + 0 > null or v + 0 >= 4.9")).isEqualTo("n\n3\n");
    assertThat(ofNumbers("select k from far where k > 2 group by k having sum(v) < max(d) + 0.001"))
        .isEqualTo("k\n3\n");
    assertThat(ofNumbers("select k, max(v) as m from far group by k having max(v) > 0.5 and k < 3"))
        .isEqualTo("k,m\n1,9223372036854775807\n");
    assertThat(
            ofNumbers(
                "select case when v < d then 'less' when v > d then 'more' else 'else' end as c,"
                    + " count(*) as n from far group by c"))
        .isEqualTo("c,n\nelse,2\nless,1\nmore,2\n");
    assertThat(ofNumbers("select case v when d then 1 else 0 end as c from far where k = 3"))
        .isEqualTo("c\n1\n");
  }

  @Test
  void trimTakesSpacesAndNothingElse() {
    assertThat(ofNumbers("select length(trim(t)) as n from numbers order by n"))
        .isEqualTo("n\n0\n1\n3\n\n");
  }

  @Test
  void aMeasureOfNoRowsIsNullEvenOfAConstant() {
    assertThat(
            ofNumbers(
                "select median(2) as m, sum(2) as s, min(2) as l, count(distinct 2) as d, count(2)"
                    + " as c, count(*) as r from numbers where k > 5"))
        .isEqualTo("m,s,l,d,c,r\n,,,0,0,0\n");
  }

  /** The first stages send the groups in the order of {@code k}. */
  @Test
  void groupsAreInTheOrderOfTheirKeysWhateverCameFirst() {
    assertThat(
            ofNumbers(
                "select v, count(distinct n) as d from numbers n join large l on n.k = l.k group by"
                    + " v"))
        .isEqualTo("v,d\n-9223372036854775807,2\n9223372036854775807,1\n");
  }

  @Test
  void aConditionOnJoinedColumnsChoosesRowsBeforeTheyAreGrouped() {
    assertThat(
            ofNumbers(
                "select count(*) as r, max(n) as n from numbers n join large l on n.k = l.k where v"
                    + " > 0"))
        .isEqualTo("r,n\n2,-9223372036854775808\n");
  }

  /** Of those that are not chosen no key is looked up, and so none is there twice. */
  @Test
  void conditionsOnTheTableAloneComeBeforeItsJoinsAlsoInParentheses() {
    String sql = "select b.n as x from numbers a join numbers b on a.k = b.k where b.n > 0 and ";
    assertThat(ofNumbers(sql + "(a.k > 5 and b.k > 0)")).isEqualTo("x\n");
    assertThat(ofNumbers(sql + "(a.k > 1 and b.k > 0)"))
        .contains("table numbers has several rows with k = 2");
  }

  @Test
  void rowsOfConstantsOnlyAreAsManyAsThoseOfTheTable() {
    assertThat(ofNumbers("select 1 as one from numbers where n > 0")).isEqualTo("one\n1\n1\n");
    assertThat(
            ofNumbers("select 'x' as x, row_number() over (order by 2) as n from numbers limit 3"))
        .isEqualTo("x,n\nx,1\nx,2\nx,3\n");
  }

  @Test
  void whatCannotBeBoundIsSaid() {
    assertThat(problem("select median() as m from numbers")).contains("median takes one argument");
    String on = " and a.k = b.k".repeat(16);
    assertThat(problem("select a.k from numbers a join large b on a.k = b.k" + on))
        .contains("a join of more than 16 columns");
    assertThat(problem("select median(cast(n as decimal(18))) as m from numbers"))
        .contains("one digit more");
    assertThat(ofNumbers("select -(-9223372036854775808) as n from numbers limit 1"))
        .contains("does not fit into 64 bits");
    assertThat(ofNumbers("select abs(-9223372036854775808) as n from numbers limit 1"))
        .contains("does not fit into 64 bits");
  }
}
