package dev.roastery.common.query.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.Place;
import dev.roastery.common.query.document.Problem;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.Select;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlTest {

  static Select select(String sql) {
    Problems problems = new Problems("q.sql");
    Select select = Sql.read(Str.of("q"), sql.getBytes(UTF_8), problems);
    assertThat(problems.all()).as(sql).isEmpty();
    assertThat(select).isNotNull();
    return select;
  }

  static Problem refusal(String sql) {
    Problems problems = new Problems("q.sql");
    assertThat(Sql.read(Str.of("q"), sql.getBytes(UTF_8), problems)).as(sql).isNull();
    assertThat(problems.all()).as(sql).hasSize(1);
    return problems.all().getFirst();
  }

  @Test
  void anExampleIsReadAndWrittenInCanonicalForm() {
    Select select =
        select(
            """
            -- revenue of the best categories
            SELECT Category, SUM(quantity * unit_price) AS revenue, count(DISTINCT customer) customers
            FROM order_lines l LEFT OUTER JOIN items i ON i.id = l.item_id /* the key */
            WHERE ordered >= date '2024-01-01' AND NOT (status IN ('void', 'it''s') OR price IS NULL)
            GROUP BY Category HAVING sum(quantity) > 10.50
            QUALIFY Row_Number() OVER (PARTITION BY Category ORDER BY revenue DESC NULLS LAST) < 4
            ORDER BY revenue DESC, 1 ASC NULLS LAST LIMIT 10;
            """);
    assertThat(SqlWriter.writeLines(select))
        .isEqualTo(
            """
            select Category, sum(quantity * unit_price) as revenue, count(distinct customer) as customers
            from order_lines as l
            left join items as i on l.item_id = i.id
            where ordered >= '2024-01-01' and not (status in ('void', 'it''s') or price is null)
            group by Category
            having sum(quantity) > 10.50
            qualify row_number() over (partition by Category order by revenue desc) <= 3
            order by revenue desc, 1
            limit 10
            """);
    assertThat(select.joins().getFirst().duplicates()).isEqualTo(Select.Duplicates.FAIL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 + 2 * 3 - (4 - 5) | 1 + 2 * 3 - (4 - 5)",
        "((a)) | a",
        "- -5 - -x | -(-5) - -x",
        "-(5) | -(5)",
        "a != 1 or b and not c | a <> 1 or b and not c",
        "not (a = 1) | not a = 1",
        "(a or b) and c | (a or b) and c",
        "a NOT IN (1, 'x', null) | a not in (1, 'x', null)",
        "a not between 1 + 1 and 3 and b | a not between 1 + 1 and 3 and b",
        "a like 'x%' | a like 'x%'",
        "(a = b) is not null | (a = b) is not null",
        "CASE x WHEN 1 THEN 'a' ELSE null END | case when x = 1 then 'a' else null end",
        "case when a then b end | case when a then b end",
        "CAST(x AS Decimal(2)) | cast(x as decimal(2))",
        "cast(x as BIGINT) | cast(x as whole)",
        "extract(YEAR from t.\"at\") | year(t.\"at\")",
        "extract(isodow from d) | weekday(d)",
        "date_trunc('Day', d) | date(d)",
        "date_trunc('month', d) | month(d)",
        "timestamp '2024-01-01 00:00:00' | '2024-01-01 00:00:00'",
        "date = date '2024-01-01' | date = '2024-01-01'",
        "Count(*) | count(*)",
        "count(distinct \"user id\") | count(distinct \"user id\")",
        "sum(x) / sum(sum(x)) over () | sum(x) / sum(sum(x)) over ()",
        "1e3 + .5 + 2. | 1000 + 0.5 + 2",
        "\"Say \"\"hi\"\"\".\"order\" | \"Say \"\"hi\"\"\".\"order\"",
        "\"plain\" + o.order | plain + o.\"order\"",
        "first + year + offset | first + year + \"offset\"",
      })
  void anExpressionHasOneCanonicalForm(String text, String canonical) {
    Problems problems = new Problems("q");
    Expr expr = Sql.expression(Str.of(text), problems);
    assertThat(problems.all()).isEmpty();
    assertThat(expr).isNotNull();
    assertThat(SqlWriter.write(expr)).isEqualTo(canonical);
  }

  @Test
  void whatIsWrittenIsReadAsTheSameQuestion() {
    long seed = Long.getLong("roastery.seed", 20_261_119);
    for (int round = 0; round < 3_000; round++) {
      Select select = new RandomSelects(new Random(seed + round)).next();
      assertThat(select(SqlWriter.write(select)))
          .as("-Droastery.seed=%d: %s", seed + round, select)
          .isEqualTo(select);
      assertThat(select(SqlWriter.writeLines(select))).isEqualTo(select);
    }
  }

  @Test
  void distinctGroupsByEverythingThatIsSelected() {
    assertThat(select("select distinct a, lower(b) from t"))
        .isEqualTo(select("select a, lower(b) from t group by 1, 2"));
  }

  @Test
  void theSideOfTheJoinedTableIsTheKeyWhicheverComesFirst() {
    Select expected = select("select a from t join items i on t.x = i.y and z = i.\"order\"");
    assertThat(select("select a from t inner join items i on (i.y = t.x and z = i.\"order\")"))
        .isEqualTo(expected);
    assertThat(select("select a from t join items i on y = t.x").joins().getFirst().on())
        .isEqualTo(select("select a from t join items i on t.x = i.y").joins().getFirst().on());
    assertThat(select("select a from t join items using (x, y)"))
        .isEqualTo(select("select a from t join items on t.x = items.x and t.y = items.y"));
    assertThat(select("select a from t left join first row of items i on t.x = i.x"))
        .extracting(select -> select.joins().getFirst().duplicates())
        .isEqualTo(Select.Duplicates.FIRST);
    assertThat(select("select a from t left join first row on t.x = row.x").joins().getFirst())
        .extracting(Select.Join::source)
        .isEqualTo(new Select.Source(Str.of("first"), Str.of("row")));
  }

  @Test
  void qualifyMayNameAColumnThatIsAPlace() {
    String over = "row_number() over (order by n desc)";
    assertThat(select("select a, " + over + " as place from t qualify place <= 2"))
        .isEqualTo(select("select a, " + over + " as place from t qualify " + over + " < 3"));
    assertThat(select("select a from t qualify " + over + " = 1").rank().limit()).isEqualTo(1);
  }

  @Test
  void everyTokenKnowsItsPlace() {
    Select select = select("select a,\r\n  b + 10 as total\nfrom t");
    Expr.Binary sum = (Expr.Binary) select.items().get(1).expr();
    assertThat(sum.at().place()).isEqualTo(new Place(2, 5, "", 15, 16));
    assertThat(select.items().get(1).as().place()).isEqualTo(new Place(2, 13, "", 23, 28));
    Str json = new Str("a +  b", new Place(3, 10, "/where/0", 40, 48));
    Expr.Binary inJson = (Expr.Binary) Sql.expression(json, new Problems("q.json"));
    assertThat(inJson.right().at().place()).isEqualTo(new Place(3, 16, "/where/0", 46, 47));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "select * from t | 1:8: \"*\" is not possible here: name the columns",
        "select t.* from t | 1:10: \"*\" is not possible here: name the columns",
        "selct a from t | 1:1: expected \"select\", found \"selct\"",
        "select a form t | 1:15: expected \"from\", found \"t\"",
        "select a | 1:9: the text ends where \"from\" is expected",
        "select from t | 1:8: expected a column, found \"from\"",
        "select a from t where | 1:22: the text ends where a value is expected",
        "select a from t, u | 1:16: \",\" between tables is not possible",
        "select a from t right join u on t.a = u.a | 1:17: \"right\" joins are not possible",
        "select a from t full outer join u using (a) | \"full\" joins are not possible",
        "select a from t cross join u | 1:17: \"cross\" joins are not possible",
        "select a from t join u on t.a < u.a | 1:31: expected \"=\": ON takes equal columns",
        "select a from t join u on a = b | 1:27: \"a\": one side is a column of \"u\"",
        "select a from t join u on lower(t.a) = u.a | 1:27: \"lower\" is a function",
        "select a from t join u on t.a = u.a or t.b = u.b | 1:37: \"or\" is not possible in ON",
        "select a from t join u | 1:23: the text ends where \"on\", as in on l.item_id = u.id",
        "select a from t join t on t.a = t.b | 1:22: \"t\" names two tables",
        "select a from (select b from u) | 1:15: \"(\": a query inside of a query",
        "select a from t where a in (select b from u) | 1:29: \"select\": a query inside",
        "select a from t where exists (select b from u) | 1:23: \"exists\": a query inside",
        "select a from t union all select b from u | 1:17: \"union\" is not possible: ask two",
        "with x as (select 1) select a from x | 1:1: \"with\" is not possible: write one",
        "select a from t limit 10 offset 5 | 1:26: \"offset\" is not possible",
        "select a from t limit 0 | 1:23: expected a whole number from 1 to 2147483647",
        "select a from t limit all | 1:23: expected a whole number",
        "select a from t; select b from t | 1:18: \"select\" begins a second statement",
        "select a::int from t | 1:9: \"::\" is not possible: write cast(x as whole)",
        "select a % 2 from t | 1:10: \"%\" is not possible",
        "select `a` from t | 1:8: \"`\" is not possible: write names in double quotes",
        "select [a] from t | 1:8: \"[\" is not possible",
        "select a from t where b == 1 | 1:25: \"==\" is not possible: write =",
        "select a from t where b = $1 | 1:27: \"$\" is not possible: write the value itself",
        "select a from t where b = ‘x’ | 1:27: \"‘\" is a typographic quote",
        "select a from t where a = b = c | 1:29: \"=\" follows another comparison",
        "select a from t where a ilike 'x' | 1:25: \"ilike\" is not possible: write lower(x)",
        "select a from t where a is true | 1:28: \"true\" after is is not possible",
        "select a from t where a is not distinct from b | \"distinct\" from is not possible",
        "select a from t where a like 'x' escape '!' | 1:34: \"escape\" is not possible",
        "select a from t where a not 5 | expected \"in\", \"between\" or \"like\" after \"not\"",
        "select a from t where +1 = a | 1:23: \"+\" stands before a value: leave it out",
        "select sum(*) from t | 1:12: \"*\": only count takes it",
        "select sum(a) filter (where b) from t | 1:15: \"filter\" is not possible: write sum(case",
        "select rank() over (order by a) as r from t | 1:8: \"rank\" has no window",
        "select row_number() over () as r from t | 1:8: \"row_number\" needs an order",
        "select sum(a) over (order by b) as s from t | 1:21: \"order\" is not possible here",
        "select sum(a) over w as s from t | 1:15: \"over\" needs parentheses",
        "select row_number() over (order by a rows 1) as s from t | \"rows\" is not possible",
        "select a from t order by a desc nulls first | 1:33: \"nulls\" come last in either",
        "select a from t qualify a > 3 | 1:25: \"a\" begins another condition than qualify knows",
        "select a from t group by all | 1:26: \"all\" is not possible: write the keys",
        "select distinct a from t group by a | 1:8: \"distinct\" is not possible with group by",
        "select percentile_cont(0.5) from t | 1:8: \"percentile_cont\": write quantile(x, 0.5)",
        "select extract(month from a) from t | 1:16: \"month\": would be a number without its year",
        "select date_trunc('hour', a) from t | date_trunc takes 'year', 'quarter', 'month'",
        "select interval '1 day' from t | 1:8: \"interval\" is not possible",
        "select left(a, 3) from t | 1:8: \"left\" is not a function here: write substring",
        "select cast(a as double) from t | 1:18: \"double\" is not a type here: write whole,",
        "select cast(a as \"date\") from t | 1:18: \"date\" is not a type here",
        "select cast(a as decimal) from t | 1:25: expected \"(\", found \")\"",
        "select cast(a as decimal(1.5)) from t | 1:26: expected a number of digits after",
        "select cast(a as decimal(10, 2)) from t | 1:18: \"decimal\" takes one number",
        "select 'a from t | 1:8: a quote begins here and never ends: a second ' is missing",
        "select a /* from t | 1:10: a comment begins here and never ends: */ is missing",
        "select 12ab from t | 1:8: a number and a word without a space between",
        "select 1e99 as a from t | 1:8: \"1e99\": a number has at most 38 digits",
        "select \"\" from t | 1:8: a name has 1 to 64 characters",
        "select order from t | 1:8: \"order\" is a word of SQL where a value is expected",
        "select a from 'x.csv' | 1:15: the text \"'x.csv'\" stands where a table is expected",
        "select a from s.t | 1:16: \".\" is not possible here: a table has one name",
        "select case when a then b from t | expected \"end\", found \"from\"",
        "select a from t group by a where b | 1:28: expected the end, or another clause",
        "select a from t where a at time zone 'UTC' = b | 1:25: \"at\" time zone is not possible",
        "select a from t where a -> 1 | 1:25: \"->\" is not possible",
        "select é€ from t | 1:9: \"€\" means nothing here",
      })
  void whatIsRefusedNamesTheWordItsPlaceAndWhatToWrite(String sql, String sentence) {
    assertThat(refusal(sql).toString()).startsWith("q.sql:1:").contains(sentence);
  }

  @Test
  void textsAreNotJoinedByBars() {
    assertThat(refusal("select a || b from t").toString())
        .isEqualTo("q.sql:1:10: \"||\" joins no texts here: select the columns side by side");
  }

  @Test
  void whatNestsTooDeeplyIsRefusedAndLongChainsToo() {
    for (String nest : new String[] {"(", "not ", "- ", "case when ", "f(", "a in (", "a + -("}) {
      assertThat(refusal("select a from t where " + nest.repeat(100_000)).message())
          .contains("nested too deeply; at most 64 levels");
    }
    for (String chain : new String[] {" or a", " and a", " + a", " - a", " * a", " / a"}) {
      assertThat(refusal("select a from t where a" + chain.repeat(150_000)).message())
          .contains("is operator number 513 of one expression");
      select("select a from t where a" + chain.repeat(512));
    }
    select("select a from t where " + "(".repeat(60) + "a" + ")".repeat(60));
    assertThat(refusal("select a from t where a in (1" + ", 1".repeat(1_000) + ")").message())
        .isEqualTo("a list of more than 1000");
    assertThat(refusal("select a from t where" + " ".repeat(1 << 20)).message())
        .contains("1048597 bytes; at most 1048576");
  }
}
