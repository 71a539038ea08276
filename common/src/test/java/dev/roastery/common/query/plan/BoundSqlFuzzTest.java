package dev.roastery.common.query.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.document.Place;
import dev.roastery.common.query.document.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Statements over tables that exist, with words exchanged: each is bound, and then its plan is read
 * as the same, or it has problems with places inside of the text.
 */
@Tag("fuzz")
class BoundSqlFuzzTest {

  private static final int MUTATIONS = Integer.getInteger("roastery.fuzz.mutations", 10_000);

  private static final List<String> SEEDS =
      List.of(
          "select i . category , sum ( l . quantity * l . unit_price ) as revenue , count ("
              + " distinct l . item_id ) as items from transaction_items l left join menu_items i"
              + " on i . item_id = l . item_id where l . created_at >= '2024-01-01' and l ."
              + " quantity > 0 group by i . category having sum ( l . quantity ) > 10 order by"
              + " revenue desc limit 10",
          "select x . transaction_id , s . city , u . gender from transactions x join stores s on x"
              + " . store_id = s . store_id left join users u using ( user_id ) where s . city <>"
              + " 'none' order by s . city , 1 limit 7",
          "select month ( created_at ) as month , store_id , sum ( final_amount ) as tpv ,"
              + " row_number() over ( partition by month ( created_at ) order by sum ( final_amount"
              + " ) desc ) as place , round ( 100 * sum ( final_amount ) / sum ( sum ( final_amount"
              + " ) ) over ( partition by month ( created_at ) ) , 1 ) as share from transactions"
              + " group by month , store_id qualify place <= 3",
          "select store_id , upper ( substring ( city , 1 , 3 ) ) as code , case when city like"
              + " 'K%' then 'north' when city in ( 'a' , 'b' ) then 'south' else 'other' end as"
              + " region from stores where not ( store_id between 10 and 20 ) or postal_code is"
              + " null",
          "select week ( created_at ) as week , weekday ( created_at ) as day , cast ( coalesce ("
              + " discount_applied , 0 ) as decimal(1) ) as d , nullif ( store_id , 3 ) as n from"
              + " transactions where half ( created_at ) = '2024-H1' and time ( created_at )"
              + " between '06:00' and '12:00'",
          "select store_id , count ( distinct user_id ) as customers , min ( created_at ) as first"
              + " , avg ( final_amount ) as usual , median ( final_amount ) as middle , quantile ("
              + " final_amount , 0.95 ) as p95 , max ( transaction_id ) as last from transactions"
              + " group by store_id having count ( * ) >= 1 order by customers desc , store_id",
          "select distinct category , lower ( item_name ) as item from menu_items where"
              + " available_from is not null and price * 2 - 1 <= 10.5",
          "select s . city , count ( * ) as n from transactions t join first row of stores s on t ."
              + " store_id = s . store_id group by s . city , t . store_id order by n desc , 1");

  private static final List<String> WORDS =
      List.of(
          "store_id",
          "created_at",
          "final_amount",
          "city",
          "category",
          "quantity",
          "user_id",
          "t",
          "s",
          "l",
          "i",
          ".",
          ",",
          "(",
          ")",
          "+",
          "-",
          "*",
          "/",
          "=",
          "<>",
          "<",
          ">=",
          "and",
          "or",
          "not",
          "is",
          "null",
          "true",
          "1",
          "0",
          "2.50",
          "99999999999999999999",
          "1e18",
          "''",
          "'x'",
          "'2024-01-01'",
          "sum",
          "count",
          "avg",
          "median",
          "quantile",
          "max",
          "round",
          "year",
          "month",
          "lower",
          "length",
          "abs",
          "coalesce",
          "row_number() over ( order by 1 )",
          "over",
          "partition by",
          "group by",
          "having",
          "order by",
          "limit",
          "qualify",
          "distinct",
          "desc",
          "in",
          "like",
          "between",
          "case",
          "when",
          "then",
          "end",
          "as",
          "where",
          "from",
          "join",
          "left join",
          "on",
          "cast",
          "as whole",
          "date '2024-02-30'",
          "sum ( 1 ) over ( )");

  @Test
  void wordsExchangedGiveAPlanOrProblemsWithPlaces() {
    long seed = Long.getLong("roastery.seed", 20_261_119);
    int bound = 0;
    for (int round = 0; round < MUTATIONS; round++) {
      String text = mutated(new Random(seed + round));
      String wrong;
      try {
        Parsed<BoundQuery> parsed =
            QueryDocument.readSql("q.sql", "q", text.getBytes(UTF_8), Documents.TABLES);
        bound += parsed instanceof Parsed.Valid ? 1 : 0;
        wrong =
            switch (parsed) {
              case Parsed.Valid<BoundQuery> valid -> wrong(valid.value());
              case Parsed.Invalid<BoundQuery> invalid -> wrong(invalid.problems(), text);
            };
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("-Droastery.seed=" + (seed + round) + ": " + text, e);
      }
      if (wrong != null) {
        fail("-Droastery.seed=" + (seed + round) + ": " + wrong + " in " + text);
      }
    }
    assertThat(bound).isGreaterThan(MUTATIONS / 20);
  }

  private static @Nullable String wrong(BoundQuery query) {
    JobPlan plan = new JobPlan(Documents.TABLES, List.of(query), Partitions.oneEach());
    return plan.equals(JobPlan.read("job", plan.toJson()).orThrow()) ? null : "another plan";
  }

  private static @Nullable String wrong(List<Problem> problems, String text) {
    for (Problem problem : problems) {
      Place place = problem.place();
      boolean good =
          place.start() >= 0
              && place.start() <= place.end()
              && place.end() <= text.length()
              && !problem.message().isBlank();
      if (!good) {
        return problem + " at " + place;
      }
    }
    return null;
  }

  @Test
  void theLongestChainsAreBound() {
    for (String chain : List.of(" or store_id = 1", " and store_id = 1", " + 1", " - 1", " * 1")) {
      String sql =
          "select store_id from stores where store_id" + (chain.contains("=") ? " = 1" : "");
      String text = sql + chain.repeat(512) + (chain.contains("=") ? "" : " > 0");
      assertThat(QueryDocument.readSql("q", "q", text.getBytes(UTF_8), Documents.TABLES))
          .isInstanceOf(Parsed.Valid.class);
    }
  }

  private static String mutated(Random random) {
    List<String> words =
        new ArrayList<>(List.of(SEEDS.get(random.nextInt(SEEDS.size())).split(" ", -1)));
    for (int change = random.nextInt(3); change > 0; change--) {
      int at = random.nextInt(words.size());
      String word = like(words.get(at), words, random);
      switch (random.nextInt(8)) {
        case 0 -> words.add(at, word);
        case 1 -> words.remove(at);
        default -> words.set(at, word);
      }
    }
    return String.join(" ", words);
  }

  /** Mostly of the same kind: a name for a name, a sign for a sign. */
  private static String like(String old, List<String> words, Random random) {
    String word = old;
    for (int attempt = 0; attempt < 20; attempt++) {
      word =
          random.nextInt(2) == 0
              ? words.get(random.nextInt(words.size()))
              : WORDS.get(random.nextInt(WORDS.size()));
      if (kind(word) == kind(old) || random.nextInt(30) == 0) {
        return word;
      }
    }
    return word;
  }

  private static int kind(String word) {
    char first = word.charAt(0);
    return Character.isLetter(first)
        ? (word.contains("_") ? 1 : 2)
        : Character.isDigit(first) || first == '\'' ? 3 : "+-*/=<>".indexOf(first) >= 0 ? 4 : 5;
  }
}
