package dev.roastery.gateway.collect;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.expression.Expr.Sign;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Evaluates expressions the naive way, value by value: BigDecimal for every number, with as many
 * digits after the point as its type has; LocalDate, LocalDateTime, LocalTime, String, Boolean,
 * null. Months, quarters and such are texts, whose order is that of time.
 */
final class ModelExpr {

  /** A number did not fit into 64 bits, where the real thing may fail, too. */
  static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Rows that stand together: one, or a group; and what is known of them. */
  static final class Unit {
    final List<Map<String, Object[]>> rows;
    final Map<Expr, Object> known = new HashMap<>();

    Unit(List<Map<String, Object[]>> rows) {
      this.rows = rows;
    }
  }

  private static final int SCALE_MAX = 18;
  private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

  /** The tables, by the names that the query gives them. */
  private final Map<String, ModelTable> tables;

  ModelExpr(Map<String, ModelTable> tables) {
    this.tables = tables;
  }

  // ---- types, of which only the digits after the point matter

  int scale(Expr expr) {
    return switch (expr) {
      case Expr.Name name -> type(name) instanceof ColumnType.Decimal decimal ? decimal.scale() : 0;
      case Expr.Num number -> Math.max(0, number.value().stripTrailingZeros().scale());
      case Expr.Unary unary -> scale(unary.of());
      case Expr.Binary binary ->
          binary.sign() == Sign.TIMES
              ? scale(binary.left()) + scale(binary.right())
              : Math.max(scale(binary.left()), scale(binary.right()));
      case Expr.Case choice -> {
        int scale = choice.otherwise() == null ? 0 : scale(choice.otherwise());
        for (Expr.When when : choice.whens()) {
          scale = Math.max(scale, scale(when.then()));
        }
        yield scale;
      }
      case Expr.Call call -> scale(call);
      case Expr.Over over -> scale(over.call());
      default -> 0;
    };
  }

  private int scale(Expr.Call call) {
    return switch (call.function()) {
      case "sum", "min", "max", "quantile", "abs" -> scale(call.arguments().getFirst());
      case "avg" -> Math.min(scale(call.arguments().getFirst()) + 2, SCALE_MAX);
      case "median" -> scale(call.arguments().getFirst()) + 1;
      case "round" -> call.arguments().size() == 1 ? 0 : whole(call.arguments().get(1));
      case "cast" -> castScale(call);
      case "coalesce", "nullif" -> call.arguments().stream().mapToInt(this::scale).max().orElse(0);
      default -> 0;
    };
  }

  private static int castScale(Expr.Call call) {
    String type = castType(call);
    return type.startsWith("decimal(")
        ? Integer.parseInt(type.substring("decimal(".length(), type.length() - 1))
        : 0;
  }

  private static String castType(Expr.Call call) {
    return ((Expr.Text) call.arguments().get(1)).value();
  }

  private static int whole(Expr expr) {
    return ((Expr.Num) expr).value().intValueExact();
  }

  ColumnType type(Expr.Name name) {
    ModelTable table = tables.get(name.table());
    return table.columns.get(table.at(name.name())).type();
  }

  // ---- values

  Object value(Expr expr, Unit unit) {
    if (unit.known.containsKey(expr)) {
      return unit.known.get(expr);
    }
    Object value = computed(expr, unit);
    return value instanceof BigDecimal number ? fitting(number, scale(expr)) : value;
  }

  private static BigDecimal fitting(BigDecimal number, int scale) {
    BigDecimal scaled = number.setScale(scale, RoundingMode.UNNECESSARY);
    if (scaled.unscaledValue().abs().compareTo(LONG_MAX) > 0
        && scaled.unscaledValue().bitLength() >= Long.SIZE) {
      throw new TooLarge();
    }
    return scaled;
  }

  private Object computed(Expr expr, Unit unit) {
    return switch (expr) {
      case Expr.Name name -> column(name, unit);
      case Expr.Num number -> number.value().setScale(scale(number), RoundingMode.UNNECESSARY);
      case Expr.Text text -> text.value();
      case Expr.Truth truth -> truth.value();
      case Expr.Null _ -> null;
      case Expr.Unary unary -> unary(unary, value(unary.of(), unit));
      case Expr.Binary binary -> binary(binary, unit);
      case Expr.In in -> negated(in.not(), in(in, unit));
      case Expr.Between between -> {
        Object of = value(between.of(), unit);
        Boolean low = compared(Sign.AT_LEAST, of, value(between.low(), unit));
        Boolean high = compared(Sign.AT_MOST, of, value(between.high(), unit));
        yield negated(between.not(), and(low, high));
      }
      case Expr.Like like -> {
        Object of = value(like.of(), unit);
        String pattern = (String) value(like.pattern(), unit);
        yield of == null ? null : negated(like.not(), like((String) of, pattern));
      }
      case Expr.IsNull isNull -> (value(isNull.of(), unit) == null) != isNull.not();
      case Expr.Case choice -> {
        for (Expr.When when : choice.whens()) {
          if (Boolean.TRUE.equals(value(when.condition(), unit))) {
            yield value(when.then(), unit);
          }
        }
        yield choice.otherwise() == null ? null : value(choice.otherwise(), unit);
      }
      case Expr.Call call -> call(call, unit);
      case Expr.Over over -> throw new IllegalStateException("a window that is not known: " + over);
    };
  }

  private Object column(Expr.Name name, Unit unit) {
    Object[] row = unit.rows.getFirst().get(name.table());
    Object value = row == null ? null : row[tables.get(name.table()).at(name.name())];
    return value instanceof Long whole ? BigDecimal.valueOf(whole) : value;
  }

  private static Object unary(Expr.Unary unary, Object of) {
    if (of == null) {
      return null;
    }
    return unary.sign() == Sign.NOT ? (Object) !((Boolean) of) : ((BigDecimal) of).negate();
  }

  private static Boolean negated(boolean not, Boolean of) {
    return (of == null || !not) ? of : Boolean.valueOf(!of);
  }

  private static Boolean and(Boolean one, Boolean other) {
    if (Boolean.FALSE.equals(one) || Boolean.FALSE.equals(other)) {
      return false;
    }
    return (one == null || other == null) ? null : Boolean.TRUE;
  }

  private static Boolean or(Boolean one, Boolean other) {
    return negated(true, and(negated(true, one), negated(true, other)));
  }

  private Object binary(Expr.Binary binary, Unit unit) {
    Object left = value(binary.left(), unit);
    Object right = value(binary.right(), unit);
    return switch (binary.sign()) {
      case AND -> and((Boolean) left, (Boolean) right);
      case OR -> or((Boolean) left, (Boolean) right);
      case EQUAL, NOT_EQUAL, LESS, AT_MOST, GREATER, AT_LEAST ->
          compared(binary.sign(), left, right);
      case PLUS, MINUS, TIMES -> arithmetic(binary.sign(), left, right);
      default -> throw new IllegalStateException("no operator of two: " + binary.sign());
    };
  }

  private static Object arithmetic(Sign sign, Object left, Object right) {
    if (left == null || right == null) {
      return null;
    }
    if (left instanceof LocalDate one && right instanceof LocalDate other) {
      return BigDecimal.valueOf(ChronoUnit.DAYS.between(other, one));
    }
    if (left instanceof LocalDateTime one && right instanceof LocalDateTime other) {
      return BigDecimal.valueOf(ChronoUnit.SECONDS.between(other, one));
    }
    BigDecimal a = (BigDecimal) left;
    BigDecimal b = (BigDecimal) right;
    return switch (sign) {
      case PLUS -> a.add(b);
      case MINUS -> a.subtract(b);
      default -> a.multiply(b);
    };
  }

  private static Boolean compared(Sign sign, Object left, Object right) {
    if (left == null || right == null) {
      return null;
    }
    int order = ModelQuery.compare(like(left, right), like(right, left));
    return switch (sign) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case AT_MOST -> order <= 0;
      case GREATER -> order > 0;
      default -> order >= 0;
    };
  }

  /** As a value of the other's kind: a text may be a literal date, a date means its midnight. */
  private static Object like(Object value, Object other) {
    if (value instanceof String text) {
      return switch (other) {
        case LocalDate _ -> LocalDate.parse(text);
        case LocalDateTime _ ->
            text.length() == 10
                ? LocalDate.parse(text).atStartOfDay()
                : LocalDateTime.parse(text.replace(' ', 'T'));
        case LocalTime _ -> LocalTime.parse(text);
        default -> text;
      };
    }
    return value instanceof LocalDate date && other instanceof LocalDateTime
        ? date.atStartOfDay()
        : value;
  }

  private Boolean in(Expr.In in, Unit unit) {
    Object of = value(in.of(), unit);
    Boolean found = false;
    for (Expr each : in.values()) {
      found = or(found, compared(Sign.EQUAL, of, value(each, unit)));
    }
    return found;
  }

  private static boolean like(String text, String pattern) {
    StringBuilder regex = new StringBuilder();
    pattern
        .codePoints()
        .forEach(letter ->
            regex.append(
                switch (letter) {
                  case '%' -> ".*";
                  case '_' -> ".";
                  default -> Pattern.quote(Character.toString(letter));
                }));
    return Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(text).matches();
  }

  // ---- functions

  private Object call(Expr.Call call, Unit unit) {
    String function = call.function();
    if (ModelSelect.isAggregate(call)) {
      return aggregated(call, unit);
    }
    if (function.equals("round") || function.equals("cast")) {
      return converted(call, unit);
    }
    List<Object> arguments = new ArrayList<>();
    if (!function.equals("coalesce")) {
      call.arguments().forEach(each -> arguments.add(value(each, unit)));
    }
    return switch (function) {
      case "coalesce" ->
          call.arguments().stream()
              .map(each -> value(each, unit))
              .filter(Objects::nonNull)
              .findFirst()
              .orElse(null);
      case "nullif" ->
          Boolean.TRUE.equals(compared(Sign.EQUAL, arguments.get(0), arguments.get(1)))
              ? null
              : arguments.getFirst();
      default -> arguments.getFirst() == null ? null : applied(function, arguments);
    };
  }

  private static Object applied(String function, List<Object> arguments) {
    return switch (arguments.getFirst()) {
      case BigDecimal number when function.equals("abs") -> number.abs();
      case String text -> ofText(function, text, arguments);
      case LocalDate date -> ofDate(function, date);
      case LocalDateTime moment ->
          switch (function) {
            case "hour" -> BigDecimal.valueOf(moment.getHour());
            case "time" -> moment.toLocalTime();
            default -> ofDate(function, moment.toLocalDate());
          };
      default -> throw new IllegalStateException(function + " of " + arguments);
    };
  }

  private static Object ofText(String function, String text, List<Object> arguments) {
    return switch (function) {
      case "lower" -> text.toLowerCase(Locale.ROOT);
      case "upper" -> text.toUpperCase(Locale.ROOT);
      case "trim" -> text.replaceAll("\\A +| +\\z", "");
      case "length" -> BigDecimal.valueOf(text.codePoints().count());
      case "substring" -> {
        long from = ((BigDecimal) arguments.get(1)).longValueExact();
        long length =
            arguments.size() == 2
                ? text.length()
                : ((BigDecimal) arguments.get(2)).longValueExact();
        StringBuilder part = new StringBuilder();
        text.codePoints().skip(from - 1).limit(length).forEach(part::appendCodePoint);
        yield part.toString();
      }
      default -> throw new IllegalStateException(function);
    };
  }

  private static Object ofDate(String function, LocalDate date) {
    String year = Integer.toString(date.getYear());
    return switch (function) {
      case "year" -> BigDecimal.valueOf(date.getYear());
      case "month" -> date.toString().substring(0, 7);
      case "half" -> year + (date.getMonthValue() > 6 ? "-H2" : "-H1");
      case "quarter" -> year + "-Q" + date.get(IsoFields.QUARTER_OF_YEAR);
      case "week" ->
          "%d-W%02d"
              .formatted(
                  date.get(IsoFields.WEEK_BASED_YEAR), date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
      case "weekday" -> BigDecimal.valueOf(date.getDayOfWeek().getValue());
      case "date" -> date;
      default -> throw new IllegalStateException(function);
    };
  }

  /** An average is rounded once: it is its sum by its count here. */
  static Expr dividend(Expr of) {
    return of instanceof Expr.Call average && average.function().equals("avg")
        ? new Expr.Binary(
            Sign.DIVIDED,
            new Expr.Call("sum", average.arguments(), false, false, of.at()),
            new Expr.Call("count", average.arguments(), false, false, of.at()),
            of.at())
        : of;
  }

  /** {@code round(a / b, 2)} divides once; so does a cast. */
  private Object converted(Expr.Call call, Unit unit) {
    Expr of = dividend(call.arguments().getFirst());
    int scale = scale(call);
    if (of instanceof Expr.Binary(Sign sign, Expr left, Expr right, _) && sign == Sign.DIVIDED) {
      BigDecimal dividend = (BigDecimal) value(left, unit);
      BigDecimal divisor = (BigDecimal) value(right, unit);
      return dividend == null || divisor == null || divisor.signum() == 0
          ? null
          : dividend.divide(divisor, scale, RoundingMode.HALF_EVEN);
    }
    Object value = value(of, unit);
    return switch (value) {
      case null -> null;
      case BigDecimal number -> number.setScale(scale, RoundingMode.HALF_EVEN);
      case String text when castType(call).equals("date") -> LocalDate.parse(text);
      case String text -> LocalDate.parse(text).atStartOfDay();
      case LocalDateTime moment when castType(call).equals("date") -> moment.toLocalDate();
      case LocalDate date when castType(call).equals("timestamp") -> date.atStartOfDay();
      default -> value;
    };
  }

  // ---- measures

  private Object aggregated(Expr.Call call, Unit unit) {
    if (call.star()) {
      return BigDecimal.valueOf(unit.rows.size());
    }
    Expr of = call.arguments().getFirst();
    List<Object> values = new ArrayList<>();
    for (Map<String, Object[]> row : unit.rows) {
      Object value = value(of, new Unit(List.of(row)));
      if (value != null) {
        values.add(value);
      }
    }
    if (call.function().equals("count")) {
      return BigDecimal.valueOf(call.distinct() ? new HashSet<>(values).size() : values.size());
    }
    if (values.isEmpty()) {
      return null;
    }
    values.sort(ModelQuery::compare);
    return switch (call.function()) {
      case "min" -> values.getFirst();
      case "max" -> values.getLast();
      case "sum" -> sum(values);
      case "avg" ->
          fitting(sum(values), scale(of))
              .divide(BigDecimal.valueOf(values.size()), scale(call), RoundingMode.HALF_EVEN);
      case "median" -> {
        BigDecimal low = (BigDecimal) values.get((values.size() - 1) / 2);
        BigDecimal high = (BigDecimal) values.get(values.size() / 2);
        yield low.add(high).multiply(new BigDecimal("0.5"));
      }
      case "quantile" -> {
        BigDecimal share = ((Expr.Num) call.arguments().get(1)).value();
        int at = 0;
        while (BigDecimal.valueOf(at + 1L)
                .compareTo(share.multiply(BigDecimal.valueOf(values.size())))
            < 0) {
          at++;
        }
        yield values.get(at);
      }
      default -> throw new IllegalStateException(call.function());
    };
  }

  static BigDecimal sum(List<Object> values) {
    return values.stream()
        .map((Function<Object, BigDecimal>) BigDecimal.class::cast)
        .reduce(BigDecimal::add)
        .orElseThrow();
  }
}
