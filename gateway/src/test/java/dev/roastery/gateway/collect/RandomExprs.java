package dev.roastery.gateway.collect;

import dev.roastery.common.query.expression.At;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.expression.Expr.Sign;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Expressions of a wanted kind, made of what there is where they stand. */
final class RandomExprs {

  /** What an expression is. Of a big number nothing is computed: it would not fit. */
  enum Kind {
    NUMBER,
    BIG,
    TEXT,
    DATE,
    MOMENT,
    TRUTH,
    /** A month, a week: equal ones are equal, and they have an order. */
    PERIOD
  }

  /** A column, a key, a measure. */
  record Leaf(Expr expr, Kind kind, int scale) {}

  private static final int SCALE_MAX = 9;
  private static final List<String> TEXTS =
      List.of("", "a", "A", "ab", "it's", "b,c", "é", "日本", "𝄞", "beansbeans", " x ");
  private static final List<String> PATTERNS =
      List.of("%", "", "a%", "%a", "_", "__", "%beans_", "b%s%", "%\"%", "%,c", "_b%", "%é%");
  private static final List<Sign> COMPARISONS =
      List.of(Sign.EQUAL, Sign.NOT_EQUAL, Sign.LESS, Sign.AT_MOST, Sign.GREATER, Sign.AT_LEAST);
  private static final List<String> OF_DATE =
      List.of("month", "half", "quarter", "week", "year", "weekday");

  private final SplittableRandom random;
  private final List<Leaf> leaves;

  RandomExprs(SplittableRandom random, List<Leaf> leaves) {
    this.random = random;
    this.leaves = leaves;
  }

  static Expr num(long value) {
    return new Expr.Num(BigDecimal.valueOf(value), At.NOWHERE);
  }

  private static Expr num(String value) {
    return new Expr.Num(new BigDecimal(value), At.NOWHERE);
  }

  static Expr text(String value) {
    return new Expr.Text(value, At.NOWHERE);
  }

  static Expr.Call call(String function, Expr... arguments) {
    return new Expr.Call(function, List.of(arguments), false, false, At.NOWHERE);
  }

  private static Expr binary(Sign sign, Expr left, Expr right) {
    return new Expr.Binary(sign, left, right, At.NOWHERE);
  }

  <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private boolean chance(int oneOf) {
    return random.nextInt(oneOf) == 0;
  }

  private List<Leaf> leaves(Kind kind) {
    return leaves.stream().filter(leaf -> leaf.kind() == kind).toList();
  }

  boolean has(Kind kind) {
    return !leaves(kind).isEmpty();
  }

  /** Something of any kind that there is. */
  Leaf anything(int depth) {
    Leaf leaf = any(leaves);
    return leaf.kind() == Kind.BIG || leaf.kind() == Kind.PERIOD || chance(2)
        ? leaf
        : of(leaf.kind(), depth);
  }

  Leaf of(Kind kind, int depth) {
    return switch (kind) {
      case NUMBER -> number(depth);
      case TEXT -> new Leaf(text(depth), kind, 0);
      case DATE -> new Leaf(date(depth), kind, 0);
      case MOMENT -> new Leaf(moment(depth), kind, 0);
      case TRUTH -> new Leaf(truth(depth), kind, 0);
      case BIG -> any(leaves(kind));
      case PERIOD -> period();
    };
  }

  Leaf number(int depth) {
    List<Leaf> known = leaves(Kind.NUMBER);
    if (depth <= 0 || chance(3)) {
      return known.isEmpty() || chance(6) ? literal() : any(known);
    }
    return switch (random.nextInt(14)) {
      case 0, 1, 2 -> {
        Leaf left = number(depth - 1);
        Leaf right = number(depth - 1);
        Expr sum = binary(chance(2) ? Sign.PLUS : Sign.MINUS, left.expr(), right.expr());
        yield number(sum, Math.max(left.scale(), right.scale()));
      }
      case 3, 4, 5 -> {
        Leaf left = number(depth - 1);
        Leaf right = number(depth - 1);
        yield left.scale() + right.scale() > SCALE_MAX
            ? left
            : number(binary(Sign.TIMES, left.expr(), right.expr()), left.scale() + right.scale());
      }
      case 6, 7 -> {
        int scale = random.nextInt(4);
        Expr ratio = binary(Sign.DIVIDED, number(depth - 1).expr(), number(depth - 1).expr());
        yield number(call("round", ratio, num(scale)), scale);
      }
      case 8 -> {
        Expr of = number(depth - 1).expr();
        int scale = random.nextInt(3);
        yield switch (random.nextInt(3)) {
          case 0 -> number(call("round", of), 0);
          case 1 -> number(call("round", of, num(scale)), scale);
          default ->
              scale == 0
                  ? number(call("cast", of, text("whole")), 0)
                  : number(call("cast", of, text("decimal(" + scale + ")")), scale);
        };
      }
      case 9 -> {
        Leaf of = number(depth - 1);
        yield number(
            chance(2)
                ? call("abs", of.expr())
                : new Expr.Unary(Sign.NEGATED, of.expr(), At.NOWHERE),
            of.scale());
      }
      case 10 -> {
        Leaf one = number(depth - 1);
        Leaf other = number(depth - 1);
        Expr made = call(chance(2) ? "coalesce" : "nullif", one.expr(), other.expr());
        yield number(made, Math.max(one.scale(), other.scale()));
      }
      case 11 -> {
        Leaf one = number(depth - 1);
        Leaf other = number(depth - 1);
        yield number(choice(depth, one.expr(), other.expr()), Math.max(one.scale(), other.scale()));
      }
      case 12 -> number(call("length", text(depth - 1)), 0);
      default -> ofMoments(depth);
    };
  }

  private static Leaf number(Expr expr, int scale) {
    return new Leaf(expr, Kind.NUMBER, scale);
  }

  private Leaf literal() {
    return switch (random.nextInt(4)) {
      case 0 -> number(num("0.5"), 1);
      case 1 -> number(num("-1.25"), 2);
      default -> number(num(random.nextInt(-2, 6)), 0);
    };
  }

  private Leaf ofMoments(int depth) {
    return switch (random.nextInt(4)) {
      case 0 -> number(call(chance(2) ? "year" : "weekday", date(depth - 1)), 0);
      case 1 -> number(call("hour", moment(depth - 1)), 0);
      case 2 -> number(binary(Sign.MINUS, date(depth - 1), column(Kind.DATE)), 0);
      default -> literal();
    };
  }

  private Expr choice(int depth, Expr one, Expr other) {
    List<Expr.When> whens = new ArrayList<>();
    whens.add(new Expr.When(truth(depth - 1), one));
    if (chance(3)) {
      whens.add(new Expr.When(truth(depth - 1), other));
    }
    return new Expr.Case(whens, chance(3) ? null : other, At.NOWHERE);
  }

  /** A column of the kind, or a literal that can only be of this kind. */
  private Expr column(Kind kind) {
    List<Leaf> known = leaves(kind);
    if (!known.isEmpty()) {
      return any(known).expr();
    }
    return switch (kind) {
      case DATE -> call("cast", text(day().toString()), text("date"));
      case MOMENT -> call("cast", text(day().toString()), text("timestamp"));
      default -> throw new IllegalArgumentException("no column of " + kind);
    };
  }

  Expr text(int depth) {
    List<Leaf> known = leaves(Kind.TEXT);
    if (depth <= 0 || chance(3)) {
      return known.isEmpty() || chance(8) ? text(any(TEXTS)) : any(known).expr();
    }
    return switch (random.nextInt(6)) {
      case 0 -> call(chance(2) ? "lower" : "upper", text(depth - 1));
      case 1 -> call("trim", text(depth - 1));
      case 2 -> call("substring", text(depth - 1), num(random.nextInt(1, 5)));
      case 3 ->
          call("substring", text(depth - 1), num(random.nextInt(1, 4)), num(random.nextInt(4)));
      case 4 -> call(chance(2) ? "coalesce" : "nullif", text(depth - 1), text(depth - 1));
      default -> choice(depth, text(depth - 1), text(depth - 1));
    };
  }

  Expr date(int depth) {
    if (depth > 0 && has(Kind.MOMENT) && chance(3)) {
      return chance(2)
          ? call("date", column(Kind.MOMENT))
          : call("cast", column(Kind.MOMENT), text("date"));
    }
    return depth > 0 && chance(4)
        ? call("coalesce", column(Kind.DATE), date(depth - 1))
        : column(Kind.DATE);
  }

  Expr moment(int depth) {
    if (depth > 0 && has(Kind.DATE) && chance(3)) {
      return call("cast", column(Kind.DATE), text("timestamp"));
    }
    return depth > 0 && chance(4)
        ? choice(depth, column(Kind.MOMENT), column(Kind.MOMENT))
        : column(Kind.MOMENT);
  }

  /** The function of what it is of is known, so that it can be compared with a literal. */
  private Leaf period() {
    List<Leaf> known = leaves(Kind.PERIOD);
    if (!known.isEmpty() && chance(2)) {
      return any(known);
    }
    String function = any(OF_DATE.subList(0, 4));
    Expr of = chance(2) ? column(Kind.DATE) : column(Kind.MOMENT);
    return new Leaf(call(function, of), Kind.PERIOD, 0);
  }

  private LocalDate day() {
    return LocalDate.of(1968 + random.nextInt(4) * 14, 1 + random.nextInt(2) * 6, 1)
        .plusDays(random.nextInt(4) - 1L);
  }

  private String literalMoment() {
    return chance(2) ? day().toString() : day() + " 0" + random.nextInt(10) + ":00:00";
  }

  private static String literalPeriod(Expr.Call call, LocalDate day) {
    String year = Integer.toString(day.getYear());
    return switch (call.function()) {
      case "month" -> day.toString().substring(0, 7);
      case "half" -> year + (day.getMonthValue() > 6 ? "-H2" : "-H1");
      case "quarter" -> year + "-Q" + ((day.getMonthValue() + 2) / 3);
      default -> year + "-W26";
    };
  }

  Expr truth(int depth) {
    List<Leaf> known = leaves(Kind.TRUTH);
    if (!known.isEmpty() && chance(6)) {
      return any(known).expr();
    }
    if (depth > 0 && chance(3)) {
      Expr left = truth(depth - 1);
      return switch (random.nextInt(3)) {
        case 0 -> new Expr.Unary(Sign.NOT, left, At.NOWHERE);
        case 1 -> binary(Sign.AND, left, truth(depth - 1));
        default -> binary(Sign.OR, left, truth(depth - 1));
      };
    }
    return switch (random.nextInt(12)) {
      case 0, 1 -> compared(number(depth).expr(), number(depth - 1).expr());
      case 2 -> compared(text(depth), text(depth - 1));
      case 3 -> compared(date(depth), chance(2) ? date(depth - 1) : text(day().toString()));
      case 4 -> compared(moment(depth), chance(3) ? date(depth - 1) : text(literalMoment()));
      case 5 -> new Expr.IsNull(any(leaves).expr(), chance(2), At.NOWHERE);
      case 6 -> new Expr.Like(text(depth), text(any(PATTERNS)), chance(3), At.NOWHERE);
      case 7 -> among(depth);
      case 8 ->
          new Expr.Between(
              number(depth).expr(), number(0).expr(), number(0).expr(), chance(3), At.NOWHERE);
      case 9 ->
          new Expr.Between(
              date(depth), text("1968-06-30"), text(day().toString()), chance(3), At.NOWHERE);
      case 10 -> {
        Leaf period = period();
        yield period.expr() instanceof Expr.Call call && OF_DATE.contains(call.function())
            ? compared(call, text(literalPeriod(call, day())))
            : new Expr.IsNull(period.expr(), chance(2), At.NOWHERE);
      }
      default ->
          has(Kind.BIG)
              ? compared(any(leaves(Kind.BIG)).expr(), num(random.nextInt(4) - 1L))
              : compared(number(depth).expr(), literal().expr());
    };
  }

  private Expr among(int depth) {
    List<Expr> values = new ArrayList<>();
    boolean ofTexts = chance(2);
    boolean literals = chance(2);
    for (int left = random.nextInt(1, 4); left > 0; left--) {
      if (ofTexts) {
        values.add(literals ? text(any(TEXTS)) : text(0));
      } else {
        values.add(literals ? literal().expr() : number(0).expr());
      }
    }
    Expr of = ofTexts ? text(depth) : number(depth).expr();
    return new Expr.In(of, values, chance(3), At.NOWHERE);
  }

  private Expr compared(Expr left, Expr right) {
    Sign sign = any(COMPARISONS);
    return chance(6) ? binary(sign, right, left) : binary(sign, left, right);
  }

  // ---- measures

  /** A measure of what these leaves are of single rows. */
  Leaf aggregate() {
    return switch (random.nextInt(12)) {
      case 0 -> number(new Expr.Call("count", List.of(), false, true, At.NOWHERE), 0);
      case 1 -> number(call("count", anything(1).expr()), 0);
      case 2, 3 -> {
        List<Expr> of = List.of(anything(2).expr());
        yield number(new Expr.Call("count", of, true, false, At.NOWHERE), 0);
      }
      case 4, 5 -> {
        Leaf of = number(2);
        yield number(call("sum", of.expr()), of.scale());
      }
      case 6 -> {
        Leaf of = number(1);
        yield number(call("avg", of.expr()), of.scale() + 2);
      }
      case 7 -> {
        Leaf of = number(1);
        yield number(call("median", of.expr()), of.scale() + 1);
      }
      case 8 -> {
        Leaf of = anything(1);
        String share = any(List.of("0", "0.1", "0.5", "0.333333", "0.9", "0.95", "1"));
        yield of.kind() == Kind.TEXT || of.kind() == Kind.TRUTH
            ? number(call("count", of.expr()), 0)
            : new Leaf(call("quantile", of.expr(), num(share)), of.kind(), of.scale());
      }
      default -> {
        Leaf of = anything(1);
        yield new Leaf(call(chance(2) ? "min" : "max", of.expr()), of.kind(), of.scale());
      }
    };
  }
}
