package dev.roastery.common.query.plan;

import static dev.roastery.common.query.plan.Documents.filter;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.bound.BoundCondition;
import dev.roastery.common.query.bound.BoundCondition.Numbers;
import dev.roastery.common.query.bound.BoundCondition.Range;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.Function;
import dev.roastery.testkit.TestRows;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.IsoFields;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConditionTest {

  private static final Map<String, Predicate<Integer>> OPERATORS =
      Map.of(
          "=", c -> c == 0, "<", c -> c < 0, "<=", c -> c <= 0, ">", c -> c > 0, ">=", c -> c >= 0);

  @Test
  void decimalsCompareExactlyWhateverDigitsTheLimitHas() {
    Random random = new Random(7);
    for (int round = 0; round < 3_000; round++) {
      BigDecimal limit = BigDecimal.valueOf(random.nextInt(-3000, 3000), random.nextInt(5));
      BigDecimal near = BigDecimal.valueOf(random.nextInt(-2, 3), 2); // where rounding shows
      BigDecimal value = limit.setScale(2, RoundingMode.FLOOR).add(near);
      for (String operator : List.of("<", "<=", ">", ">=")) {
        BoundCondition condition = amount(operator, limit.toPlainString());
        assertThat(PlainCondition.holds(condition, cents(value.unscaledValue().longValue()), 0))
            .as("%s %s %s", value, operator, limit)
            .isEqualTo(OPERATORS.get(operator).test(value.compareTo(limit)));
      }
    }
  }

  @Test
  void limitsBeyondALongAreRangesOfAllOrNothing() {
    assertThat(ranges(amount("<", "1e30")))
        .containsExactly(new Range(Long.MIN_VALUE, Long.MAX_VALUE));
    assertThat(ranges(amount(">", "1e30"))).isEmpty();
    assertThat(ranges(amount(">=", "-1e30")))
        .containsExactly(new Range(Long.MIN_VALUE, Long.MAX_VALUE));
    assertThat(ranges(amount(">", "92233720368547758.07"))).isEmpty();
  }

  @Test
  void functionsOfATimestampAgreeWithTheCalendar() {
    Random random = new Random(11);
    for (int round = 0; round < 3_000; round++) {
      LocalDateTime limit = moment(random);
      LocalDateTime value = moment(random);
      for (Function function : Function.values()) {
        String operator = List.copyOf(OPERATORS.keySet()).get(random.nextInt(5));
        String json =
            "{\"%s\":\"created_at\",\"%s\":%s}"
                .formatted(function.word(), operator, shown(function, limit));
        BoundCondition condition = Documents.query(filter(json)).where().getFirst();
        int compared = of(function, value).compareTo(of(function, limit));
        assertThat(PlainCondition.holds(condition, seconds(value), 0))
            .as("%s: %s", value, json)
            .isEqualTo(OPERATORS.get(operator).test(compared));
      }
    }
  }

  @Test
  void groupKeysAgreeWithTheCalendar() {
    Random random = new Random(12);
    ColumnType timestamp = new ColumnType.Timestamp();
    for (int round = 0; round < 3_000; round++) {
      LocalDateTime value = moment(random);
      long second = value.toEpochSecond(ZoneOffset.UTC);
      assertThat(Function.YEAR.apply(timestamp, second)).isEqualTo(value.getYear());
      assertThat(Function.MONTH.apply(timestamp, second))
          .isEqualTo(value.getYear() * 12L + value.getMonthValue() - 1);
      assertThat(Function.HALF.apply(timestamp, second))
          .isEqualTo(value.getYear() * 2L + (value.getMonthValue() > 6 ? 1 : 0));
      assertThat(Function.DATE.apply(timestamp, second))
          .isEqualTo(value.toLocalDate().toEpochDay());
      assertThat(Function.HOUR.apply(timestamp, second)).isEqualTo(value.getHour());
      assertThat(Function.TIME.apply(timestamp, second))
          .isEqualTo(value.toLocalTime().toSecondOfDay());
      assertThat(Function.COLUMN.apply(timestamp, second)).isEqualTo(second);
      assertThat(Function.MONTH.apply(new ColumnType.Date(), value.toLocalDate().toEpochDay()))
          .isEqualTo(Function.MONTH.apply(timestamp, second));
    }
  }

  @Test
  void functionsOfADateCountDays() {
    BoundQuery query =
        Documents.query(
            """
            { "name": "q", "from": "users", "where": [ { "half": "birthdate", "=": "1970-H1" } ],
              "select": ["user_id"] }
            """);
    assertThat(query.where())
        .containsExactly(new Numbers(1, BoundCondition.Reading.VALUE, List.of(new Range(0, 180))));
  }

  @Test
  void neighboursInAListBecomeOneRange() {
    BoundCondition years = condition("{\"year\":\"created_at\",\"in\":[2025,2023,2024,2024,2030]}");
    assertThat(ranges(years)).hasSize(2);
    BoundCondition stores = condition("{\"column\":\"store_id\",\"in\":[3,1,2,9]}");
    assertThat(ranges(stores)).containsExactly(new Range(1, 3), new Range(9, 9));
  }

  @Test
  void bothEndsOfBetweenAreIn() {
    BoundCondition time =
        condition("{\"time\":\"created_at\",\"between\":[\"06:00\",\"23:00:00\"]}");
    assertThat(PlainCondition.holds(time, seconds(LocalDateTime.parse("2024-05-05T06:00:00")), 0))
        .isTrue();
    assertThat(PlainCondition.holds(time, seconds(LocalDateTime.parse("2024-05-05T23:00:00")), 0))
        .isTrue();
    assertThat(PlainCondition.holds(time, seconds(LocalDateTime.parse("2024-05-05T23:00:01")), 0))
        .isFalse();
    assertThat(PlainCondition.holds(time, seconds(LocalDateTime.parse("2024-05-05T05:59:59")), 0))
        .isFalse();
  }

  @Test
  void textsCompareByTheirBytes() {
    Column values = TestRows.text("a", "ab", "b", "é", "", null);
    assertThat(passing("\"=\":\"a\"", values)).containsExactly(0);
    assertThat(passing("\"<\":\"ab\"", values)).containsExactly(0, 4);
    assertThat(passing("\"<=\":\"ab\"", values)).containsExactly(0, 1, 4);
    assertThat(passing("\">\":\"a\"", values)).containsExactly(1, 2, 3);
    assertThat(passing("\">=\":\"ab\"", values)).containsExactly(1, 2, 3);
    assertThat(passing("\"in\":[\"é\",\"a\",\"a\"]", values)).containsExactly(0, 3);
    assertThat(passing("\"between\":[\"ab\",\"b\"]", values)).containsExactly(1, 2);
    assertThat(passing("\"is\":\"null\"", values)).containsExactly(5);
    assertThat(passing("\"is\":\"not null\"", values)).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void onANullOnlyIsNullHolds() {
    Column none = TestRows.longs(new ColumnType.Decimal(2), (Long) null);
    assertThat(PlainCondition.holds(amount("<", "1"), none, 0)).isFalse();
    assertThat(PlainCondition.holds(amount("=", "0"), none, 0)).isFalse();
    assertThat(
            PlainCondition.holds(
                condition("{\"column\":\"final_amount\",\"is\":\"null\"}"), none, 0))
        .isTrue();
  }

  private static List<Integer> passing(String test, Column values) {
    BoundCondition condition = condition("{\"column\":\"transaction_id\"," + test + "}");
    return IntStream.range(0, values.count())
        .filter(row -> PlainCondition.holds(condition, values, row))
        .boxed()
        .toList();
  }

  private static BoundCondition condition(String json) {
    return Documents.query(filter(json)).where().getFirst();
  }

  private static BoundCondition amount(String operator, String limit) {
    return condition("{\"column\":\"final_amount\",\"" + operator + "\":" + limit + "}");
  }

  private static List<Range> ranges(BoundCondition condition) {
    return ((Numbers) condition).ranges();
  }

  private static Column cents(long value) {
    return TestRows.longs(new ColumnType.Decimal(2), value);
  }

  private static Column seconds(LocalDateTime value) {
    return TestRows.longs(new ColumnType.Timestamp(), value.toEpochSecond(ZoneOffset.UTC));
  }

  /** Often at an edge, so that neighbours meet. */
  private static LocalDateTime moment(Random random) {
    LocalDateTime edge =
        LocalDateTime.of(2023 + random.nextInt(3), 1 + random.nextInt(12), 1, 0, 0);
    return edge.plusHours(random.nextInt(4) * 6L).plusSeconds(random.nextInt(3) - 1);
  }

  private static String shown(Function function, LocalDateTime value) {
    return switch (function) {
      case YEAR, HOUR, WEEKDAY -> of(function, value).toString();
      case COLUMN -> "\"" + value.toLocalDate() + " " + clock(value) + "\"";
      case TIME -> "\"" + clock(value) + "\"";
      case MONTH, HALF, QUARTER, WEEK, DATE -> "\"" + of(function, value) + "\"";
    };
  }

  private static String clock(LocalDateTime value) {
    return "%02d:%02d:%02d".formatted(value.getHour(), value.getMinute(), value.getSecond());
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // all values of one function are of one type
  private static Comparable<Object> of(Function function, LocalDateTime value) {
    return (Comparable)
        switch (function) {
          case COLUMN -> value;
          case YEAR -> value.getYear();
          case MONTH -> value.toString().substring(0, 7);
          case HALF -> value.getYear() + (value.getMonthValue() > 6 ? "-H2" : "-H1");
          case QUARTER -> value.getYear() + "-Q" + (value.getMonthValue() + 2) / 3;
          case WEEK ->
              "%d-W%02d"
                  .formatted(
                      value.get(IsoFields.WEEK_BASED_YEAR),
                      value.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
          case WEEKDAY -> value.getDayOfWeek().getValue();
          case DATE -> value.toLocalDate().toString();
          case HOUR -> value.getHour();
          case TIME -> value.toLocalTime();
        };
  }
}
