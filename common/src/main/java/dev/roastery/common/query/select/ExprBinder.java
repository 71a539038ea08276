package dev.roastery.common.query.select;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.bound.BoundExpr;
import dev.roastery.common.query.bound.BoundExpr.Operation;
import dev.roastery.common.query.bound.BoundExpr.TextFunction;
import dev.roastery.common.query.condition.Moments;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Place;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.Function;
import dev.roastery.common.query.language.Query.Operator;
import dev.roastery.common.query.value.Days;
import dev.roastery.common.query.value.ValueFormat;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives an expression its types. What its names and aggregates are depends on where it stands, so
 * {@link Known} says it. After a problem there is no result, and nothing that only follows from
 * that is reported.
 */
public final class ExprBinder {

  /** The digits after the point that a number can have. */
  static final int SCALE_MAX = 18;

  private static final Pattern DECIMAL = Pattern.compile("decimal\\((\\d{1,2})\\)");
  private static final List<String> FUNCTIONS =
      List.of(
          "abs",
          "cast",
          "coalesce",
          "length",
          "lower",
          "nullif",
          "round",
          "substring",
          "trim",
          "upper");
  private static final List<String> AGGREGATES =
      List.of("avg", "count", "max", "median", "min", "quantile", "sum");

  private final Problems problems;
  private final Known known;

  /** What is known of the place where an expression stands. */
  interface Known {

    /**
     * What a part of an expression is there as a whole: a column, a measure. Null, if it is to be
     * computed from its own parts; of a name, null is a problem that has been reported.
     */
    @Nullable BoundExpr find(Expr part);
  }

  ExprBinder(Problems problems, Known known) {
    this.problems = problems;
    this.known = known;
  }

  static boolean isAggregate(Expr.Call call) {
    return AGGREGATES.contains(call.function());
  }

  /** A value; null after a problem. */
  @Nullable BoundExpr value(Expr expr) {
    BoundExpr found = known.find(expr);
    if (found != null) {
      return found;
    }
    return switch (expr) {
      case Expr.Name _ -> null;
      case Expr.Num number -> number(number);
      case Expr.Text text -> new BoundExpr.FixedText(text.value());
      case Expr.Truth truth -> new BoundExpr.Fixed(truth.value() ? 1 : 0, new ValueFormat.Truth());
      case Expr.Null _ -> new BoundExpr.Missing(new ValueFormat.Text());
      case Expr.Unary unary -> unary(unary);
      case Expr.Binary binary -> binary(binary);
      case Expr.In in -> in(in);
      case Expr.Between between -> between(between);
      case Expr.Like like -> like(like);
      case Expr.IsNull isNull -> {
        BoundExpr of = value(isNull.of());
        yield of == null ? null : not(new BoundExpr.IsMissing(of), isNull.not());
      }
      case Expr.Case choice -> choice(choice);
      case Expr.Call call -> call(call);
      case Expr.Over over ->
          problem(over, "a window stands in SELECT, QUALIFY or ORDER BY only, and not in a window");
    };
  }

  /** What is true or false; null after a problem. */
  @Nullable BoundExpr truth(Expr expr) {
    BoundExpr value = value(expr);
    if (value == null || value.format() instanceof ValueFormat.Truth) {
      return value;
    }
    return problem(expr, "expected a condition here, and this is of type " + value.format().name());
  }

  private @Nullable BoundExpr problem(Expr at, String words) {
    problems.add(place(at), words);
    return null;
  }

  private static Place place(Expr expr) {
    return expr.at().place();
  }

  private @Nullable BoundExpr number(Expr.Num number) {
    BigDecimal value = number.value();
    int scale = Math.max(0, value.stripTrailingZeros().scale());
    BigDecimal unscaled = value.movePointRight(scale);
    if (scale > SCALE_MAX || unscaled.toBigInteger().bitLength() >= Long.SIZE) {
      return problem(number, "a number has at most 18 digits");
    }
    return new BoundExpr.Fixed(unscaled.longValueExact(), ofScale(scale));
  }

  static ValueFormat ofScale(int scale) {
    return scale == 0 ? new ValueFormat.Whole() : new ValueFormat.Decimal(scale);
  }

  /** Of a number its digits after the point; -1 of anything else. */
  static int scale(ValueFormat format) {
    return switch (format) {
      case ValueFormat.Whole _ -> 0;
      case ValueFormat.Decimal decimal -> decimal.scale();
      default -> -1;
    };
  }

  private static boolean isNumber(BoundExpr expr) {
    return scale(expr.format()) >= 0;
  }

  private @Nullable BoundExpr unary(Expr.Unary unary) {
    if (unary.sign() == Expr.Sign.NOT) {
      BoundExpr of = truth(unary.of());
      return of == null ? null : new BoundExpr.Not(of);
    }
    BoundExpr of = value(unary.of());
    if (of == null) {
      return null;
    }
    if (!isNumber(of)) {
      return problem(unary, "only a number has a negative; " + typed(of));
    }
    return negative(of);
  }

  private static BoundExpr negative(BoundExpr of) {
    if (of instanceof BoundExpr.Fixed fixed && fixed.value() != Long.MIN_VALUE) {
      return new BoundExpr.Fixed(Math.negateExact(fixed.value()), fixed.format());
    }
    BoundExpr zero = new BoundExpr.Fixed(0, of.format());
    return new BoundExpr.Arithmetic(Operation.SUBTRACT, zero, of, of.format());
  }

  private static String typed(BoundExpr expr) {
    return "this is of type " + expr.format().name();
  }

  private @Nullable BoundExpr binary(Expr.Binary binary) {
    return switch (binary.sign()) {
      case AND, OR -> both(binary);
      case EQUAL, NOT_EQUAL, LESS, AT_MOST, GREATER, AT_LEAST -> {
        List<BoundExpr> sides = comparable(List.of(binary.left(), binary.right()), binary);
        yield sides == null ? null : compared(binary.sign(), sides.getFirst(), sides.getLast());
      }
      case PLUS, MINUS -> sum(binary);
      case TIMES -> product(binary);
      case DIVIDED ->
          problem(
              binary,
              "a division needs to know how many digits it has after the point: write round(a / b,"
                  + " 2)");
      case NOT, NEGATED -> throw new IllegalArgumentException("two operands of " + binary.sign());
    };
  }

  private @Nullable BoundExpr both(Expr.Binary binary) {
    List<BoundExpr> parts = new ArrayList<>();
    boolean good = true;
    for (Expr part : chain(binary, binary.sign())) {
      BoundExpr bound = truth(part);
      good &= bound != null && parts.add(bound);
    }
    if (!good) {
      return null;
    }
    return binary.sign() == Expr.Sign.AND ? new BoundExpr.And(parts) : new BoundExpr.Or(parts);
  }

  /** The operands of {@code a and b and c}, and of {@code a and (b and c)}. */
  public static List<Expr> chain(Expr expr, Expr.Sign sign) {
    List<Expr> parts = new ArrayList<>();
    Expr left = expr;
    while (left instanceof Expr.Binary binary && binary.sign() == sign) {
      parts.addAll(0, chain(binary.right(), sign));
      left = binary.left();
    }
    parts.addFirst(left);
    return parts;
  }

  static BoundExpr compared(Expr.Sign sign, BoundExpr left, BoundExpr right) {
    return switch (sign) {
      case EQUAL -> compared(Operator.EQUAL, left, right);
      case NOT_EQUAL -> new BoundExpr.Not(compared(Operator.EQUAL, left, right));
      case LESS -> compared(Operator.LESS, left, right);
      case AT_MOST -> compared(Operator.AT_MOST, left, right);
      case GREATER -> compared(Operator.GREATER, left, right);
      case AT_LEAST -> compared(Operator.AT_LEAST, left, right);
      default -> throw new IllegalArgumentException("no comparison: " + sign);
    };
  }

  private static BoundExpr compared(Operator operator, BoundExpr left, BoundExpr right) {
    return new BoundExpr.Compared(operator, fixedLike(left, right), fixedLike(right, left));
  }

  /** A literal with as many digits as the number that it is compared with, if that can be. */
  private static BoundExpr fixedLike(BoundExpr number, BoundExpr other) {
    boolean isShorter = isNumber(number) && scale(number.format()) < scale(other.format());
    return isShorter && rescaled(number, scale(other.format())) instanceof BoundExpr.Fixed fixed
        ? fixed
        : number;
  }

  private static BoundExpr not(BoundExpr truth, boolean not) {
    return not ? new BoundExpr.Not(truth) : truth;
  }

  private @Nullable BoundExpr sum(Expr.Binary binary) {
    BoundExpr left = value(binary.left());
    BoundExpr right = value(binary.right());
    if (left == null || right == null) {
      return null;
    }
    Operation operation = binary.sign() == Expr.Sign.PLUS ? Operation.ADD : Operation.SUBTRACT;
    boolean isSpan =
        operation == Operation.SUBTRACT
            && left.format().equals(right.format())
            && (left.format() instanceof ValueFormat.Date
                || left.format() instanceof ValueFormat.Timestamp);
    if (isSpan) {
      return new BoundExpr.Arithmetic(operation, left, right, new ValueFormat.Whole());
    }
    if (!isNumber(left) || !isNumber(right)) {
      BoundExpr wrong = isNumber(left) ? right : left;
      return problem(
          binary,
          "%s takes numbers (of two dates, - gives the days; of two timestamps, the seconds); %s"
              .formatted(binary.sign().word(), typed(wrong)));
    }
    int scale = Math.max(scale(left.format()), scale(right.format()));
    return new BoundExpr.Arithmetic(
        operation, rescaled(left, scale), rescaled(right, scale), ofScale(scale));
  }

  private @Nullable BoundExpr product(Expr.Binary binary) {
    BoundExpr left = value(binary.left());
    BoundExpr right = value(binary.right());
    if (left == null || right == null) {
      return null;
    }
    if (!isNumber(left) || !isNumber(right)) {
      return problem(binary, "* takes numbers; " + typed(isNumber(left) ? right : left));
    }
    int scale = scale(left.format()) + scale(right.format());
    if (scale > SCALE_MAX) {
      return problem(
          binary,
          "the product has %d digits after the point, and 18 are possible: round one of the two first, as in round(x, 2)"
              .formatted(scale));
    }
    return new BoundExpr.Arithmetic(Operation.MULTIPLY, left, right, ofScale(scale));
  }

  /** The same number, with so many digits after the point. */
  static BoundExpr rescaled(BoundExpr number, int scale) {
    int digits = scale - scale(number.format());
    if (digits == 0) {
      return number;
    }
    return number instanceof BoundExpr.Fixed fixed
            && digits > 0
            && BigDecimal.valueOf(fixed.value()).movePointRight(digits).toBigInteger().bitLength()
                < Long.SIZE
        ? new BoundExpr.Fixed(
            BigDecimal.valueOf(fixed.value()).movePointRight(digits).longValueExact(),
            ofScale(scale))
        : new BoundExpr.Rescaled(number, digits, ofScale(scale));
  }

  /** The expressions as values of one type; null after a problem. */
  private @Nullable List<BoundExpr> aligned(List<Expr> exprs, Expr at, String what) {
    List<BoundExpr> bound = values(exprs);
    return bound == null ? null : alignedValues(bound, exprs, at, what);
  }

  private @Nullable List<BoundExpr> values(List<Expr> exprs) {
    List<BoundExpr> bound = new ArrayList<>();
    for (Expr expr : exprs) {
      BoundExpr value = value(expr);
      if (value != null) {
        bound.add(value);
      }
    }
    return bound.size() < exprs.size() ? null : bound;
  }

  /**
   * The expressions as values that can be compared; null after a problem. Numbers keep their digits
   * after the point: with more, one might not fit into 64 bits.
   */
  private @Nullable List<BoundExpr> comparable(List<Expr> exprs, Expr at) {
    List<BoundExpr> bound = values(exprs);
    if (bound == null || bound.stream().noneMatch(ExprBinder::isNumber)) {
      return bound == null ? null : alignedValues(bound, exprs, at, "compared");
    }
    List<BoundExpr> numbers =
        bound.stream()
            .map(each ->
                each instanceof BoundExpr.Missing
                    ? new BoundExpr.Missing(new ValueFormat.Whole())
                    : each)
            .toList();
    return numbers.stream().allMatch(ExprBinder::isNumber)
        ? numbers
        : alignedValues(bound, exprs, at, "compared"); // which is a problem
  }

  private @Nullable List<BoundExpr> alignedValues(
      List<BoundExpr> values, List<Expr> written, Expr at, String what) {
    ValueFormat common = common(values);
    if (common == null) {
      List<String> types =
          values.stream()
              .filter(value -> !(value instanceof BoundExpr.Missing))
              .map(value -> value.format().name())
              .distinct()
              .toList();
      problem(at, "values of different types cannot be " + what + ": " + String.join(", ", types));
      return null;
    }
    List<BoundExpr> aligned = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      BoundExpr as = as(values.get(i), common, written.get(i));
      if (as == null) {
        return null;
      }
      aligned.add(as);
    }
    return aligned;
  }

  /** The type that all can have; null if there is none. */
  private static @Nullable ValueFormat common(List<BoundExpr> values) {
    ValueFormat common = null;
    for (BoundExpr value : values) {
      ValueFormat next = value.format();
      boolean isRead = isMoment(common) && value instanceof BoundExpr.FixedText;
      if (value instanceof BoundExpr.Missing || isRead) {
        continue;
      }
      if (common == null || common.equals(next)) {
        common = next;
      } else if (scale(common) >= 0 && scale(next) >= 0) {
        common = ofScale(Math.max(scale(common), scale(next)));
      } else if (isMoment(next) && common instanceof ValueFormat.Text && areFixed(values)) {
        common = next;
      } else if (isDay(common) && isDay(next)) {
        common = new ValueFormat.Timestamp();
      } else {
        return null;
      }
    }
    return common == null ? new ValueFormat.Text() : common;
  }

  /** Whether all texts are literals. */
  private static boolean areFixed(List<BoundExpr> values) {
    return values.stream()
        .allMatch(value ->
            !(value.format() instanceof ValueFormat.Text)
                || value instanceof BoundExpr.FixedText
                || value instanceof BoundExpr.Missing);
  }

  private static boolean isDay(ValueFormat format) {
    return format instanceof ValueFormat.Date || format instanceof ValueFormat.Timestamp;
  }

  /** What is compared with a literal text. */
  private static boolean isMoment(@Nullable ValueFormat format) {
    return format != null
        && switch (format) {
          case ValueFormat.Whole _,
              ValueFormat.Decimal _,
              ValueFormat.Text _,
              ValueFormat.Truth _ ->
              false;
          default -> true;
        };
  }

  private @Nullable BoundExpr as(BoundExpr value, ValueFormat format, Expr written) {
    if (value instanceof BoundExpr.Missing) {
      return new BoundExpr.Missing(format);
    }
    if (value.format().equals(format)) {
      return value;
    }
    if (value instanceof BoundExpr.FixedText text) {
      return moment(text.value(), format, written);
    }
    if (format instanceof ValueFormat.Timestamp) {
      return new BoundExpr.Arithmetic(
          Operation.MULTIPLY,
          value,
          new BoundExpr.Fixed(Days.SECONDS_PER_DAY, new ValueFormat.Whole()),
          format);
    }
    return rescaled(value, scale(format));
  }

  private @Nullable BoundExpr moment(String text, ValueFormat format, Expr written) {
    BigDecimal value = Moments.read(text, format);
    if (value == null && format instanceof ValueFormat.Timestamp) {
      value = Moments.read(text.replace('T', ' '), format);
      value = value == null ? Moments.read(text + " 00:00:00", format) : value;
    }
    if (value == null) {
      return problem(
          written,
          "%s is not a %s, such as '%s'"
              .formatted(NameSuggestions.quoted(text), format.name(), Moments.example(format)));
    }
    return new BoundExpr.Fixed(value.longValueExact(), format);
  }

  private @Nullable BoundExpr in(Expr.In in) {
    List<Expr> all = new ArrayList<>(List.of(in.of()));
    all.addAll(in.values());
    for (Expr value : in.values()) {
      if (value instanceof Expr.Null) {
        return problem(value, "nothing equals null: write \"or x is null\"");
      }
    }
    List<BoundExpr> values = comparable(all, in);
    if (values == null) {
      return null;
    }
    BoundExpr of = values.getFirst();
    List<BoundExpr> among = values.subList(1, values.size());
    if (among.stream().allMatch(BoundExpr.Fixed.class::isInstance)) {
      List<Long> numbers =
          among.stream()
              .flatMap(each -> equalTo((BoundExpr.Fixed) each, of).stream().boxed())
              .distinct()
              .sorted()
              .toList();
      return not(new BoundExpr.OneOf(of, numbers), in.not());
    }
    if (among.stream().allMatch(BoundExpr.FixedText.class::isInstance)) {
      List<String> texts =
          among.stream().map(each -> ((BoundExpr.FixedText) each).value()).distinct().toList();
      return not(new BoundExpr.OneText(of, texts), in.not());
    }
    List<BoundExpr> equal = new ArrayList<>();
    among.forEach(each -> equal.add(compared(Operator.EQUAL, of, each)));
    return not(new BoundExpr.Or(equal), in.not());
  }

  /** The value of {@code of} that is equal to a literal; none if it has too few digits for it. */
  private static OptionalLong equalTo(BoundExpr.Fixed literal, BoundExpr of) {
    if (!isNumber(literal)) {
      return OptionalLong.of(literal.value());
    }
    BigDecimal value =
        BigDecimal.valueOf(literal.value(), scale(literal.format()) - scale(of.format()))
            .stripTrailingZeros();
    return value.scale() > 0 || value.toBigInteger().bitLength() >= Long.SIZE
        ? OptionalLong.empty()
        : OptionalLong.of(value.longValueExact());
  }

  private @Nullable BoundExpr between(Expr.Between between) {
    List<BoundExpr> values =
        comparable(List.of(between.of(), between.low(), between.high()), between);
    if (values == null) {
      return null;
    }
    BoundExpr inside =
        new BoundExpr.And(
            List.of(
                compared(Operator.AT_LEAST, values.getFirst(), values.get(1)),
                compared(Operator.AT_MOST, values.getFirst(), values.getLast())));
    return not(inside, between.not());
  }

  private @Nullable BoundExpr like(Expr.Like like) {
    BoundExpr of = value(like.of());
    if (of == null) {
      return null;
    }
    if (!(of.format() instanceof ValueFormat.Text)) {
      return problem(like, "like takes a text; " + typed(of));
    }
    if (!(like.pattern() instanceof Expr.Text pattern)) {
      return problem(like.pattern(), "the pattern of like is a text, such as 'A-%'");
    }
    return not(new BoundExpr.Like(of, pattern.value()), like.not());
  }

  private @Nullable BoundExpr choice(Expr.Case choice) {
    List<BoundExpr> conditions = new ArrayList<>();
    List<Expr> results = new ArrayList<>();
    for (Expr.When when : choice.whens()) {
      BoundExpr condition = truth(when.condition());
      if (condition != null) {
        conditions.add(condition);
      }
      results.add(when.then());
    }
    Expr otherwise = choice.otherwise();
    results.add(otherwise == null ? new Expr.Null(choice.at()) : otherwise);
    List<BoundExpr> values = aligned(results, choice, "results of one case");
    if (values == null || conditions.size() < choice.whens().size()) {
      return null;
    }
    return choice(conditions, values);
  }

  /** As many conditions as values, but for the last. */
  private static BoundExpr choice(List<BoundExpr> conditions, List<BoundExpr> values) {
    List<BoundExpr.Branch> branches = new ArrayList<>();
    for (int i = 0; i < conditions.size(); i++) {
      branches.add(new BoundExpr.Branch(conditions.get(i), values.get(i)));
    }
    BoundExpr last = values.getLast();
    return new BoundExpr.Choice(branches, last, values.getFirst().format());
  }

  // ---- functions

  private @Nullable BoundExpr call(Expr.Call call) {
    String name = call.function();
    if (isAggregate(call)) {
      return problem(
          call, name + " is a measure of groups: it stands in SELECT, HAVING, QUALIFY or ORDER BY");
    }
    if (Function.words().contains(name) && !name.equals("column")) {
      return calendar(call, Function.of(name));
    }
    return switch (name) {
      case "lower" -> ofText(call, TextFunction.LOWER);
      case "upper" -> ofText(call, TextFunction.UPPER);
      case "trim" -> ofText(call, TextFunction.TRIM);
      case "length" -> ofText(call, TextFunction.LENGTH);
      case "substring", "substr" -> substring(call);
      case "round" -> round(call);
      case "cast" -> cast(call);
      case "abs" -> abs(call);
      case "coalesce" -> coalesce(call);
      case "nullif" -> nullIf(call);
      case "row_number" ->
          problem(call, "row_number() needs a window: row_number() over (order by …)");
      default -> {
        List<String> all = new ArrayList<>(FUNCTIONS);
        all.addAll(AGGREGATES);
        Function.words().stream().filter(word -> !word.equals("column")).forEach(all::add);
        yield problem(
            call,
            "there is no function "
                + NameSuggestions.quoted(name)
                + NameSuggestions.insteadOf(name, all.stream().sorted().toList()));
      }
    };
  }

  private @Nullable List<Expr> arguments(Expr.Call call, int min, int max) {
    int count = call.arguments().size();
    if (call.distinct() || call.star()) {
      problem(call, call.function() + " takes no distinct and no *");
      return null;
    }
    if (count < min || count > max) {
      String expected = min == max ? Integer.toString(min) : min + " to " + max;
      problem(call, "%s takes %s arguments, found %d".formatted(call.function(), expected, count));
      return null;
    }
    return call.arguments();
  }

  private @Nullable BoundExpr calendar(Expr.Call call, Function function) {
    List<Expr> arguments = arguments(call, 1, 1);
    BoundExpr of = arguments == null ? null : value(arguments.getFirst());
    if (of == null) {
      return null;
    }
    boolean isMoment = isDay(of.format());
    if (function == Function.DATE && of.format() instanceof ValueFormat.Date) {
      return of;
    }
    if (!isMoment || !function.accepts(of.format().type())) {
      return problem(
          call,
          "%s is a function of a timestamp%s; %s"
              .formatted(
                  function.word(),
                  function.accepts(new ColumnType.Date()) ? " or date" : "",
                  typed(of)));
    }
    return new BoundExpr.Calendar(function, of);
  }

  private @Nullable BoundExpr text(Expr.Call call, Expr argument) {
    BoundExpr of = value(argument);
    if (of == null || of.format() instanceof ValueFormat.Text) {
      return of;
    }
    return problem(argument, call.function() + " takes a text; " + typed(of));
  }

  private @Nullable BoundExpr ofText(Expr.Call call, TextFunction function) {
    List<Expr> arguments = arguments(call, 1, 1);
    BoundExpr of = arguments == null ? null : text(call, arguments.getFirst());
    return of == null ? null : new BoundExpr.OfText(function, of, 0, 0);
  }

  private @Nullable BoundExpr substring(Expr.Call call) {
    List<Expr> arguments = arguments(call, 2, 3);
    BoundExpr of = arguments == null ? null : text(call, arguments.getFirst());
    if (arguments == null || of == null) {
      return null;
    }
    int from = count(arguments.get(1), 1, Integer.MAX_VALUE);
    int length =
        arguments.size() == 2 ? Integer.MAX_VALUE : count(arguments.get(2), 0, Integer.MAX_VALUE);
    return from < 0 || length < 0
        ? null
        : new BoundExpr.OfText(TextFunction.SUBSTRING, of, from, length);
  }

  /** A whole number as it is written; -1 after a problem. */
  private int count(Expr expr, int min, int max) {
    if (expr instanceof Expr.Num number
        && number.value().stripTrailingZeros().scale() <= 0
        && number.value().compareTo(BigDecimal.valueOf(min)) >= 0
        && number.value().compareTo(BigDecimal.valueOf(max)) <= 0) {
      return number.value().intValueExact();
    }
    problem(expr, "expected a whole number from " + min + " on" + (max < 1000 ? " to " + max : ""));
    return -1;
  }

  private @Nullable BoundExpr round(Expr.Call call) {
    List<Expr> arguments = arguments(call, 1, 2);
    if (arguments == null) {
      return null;
    }
    int digits = arguments.size() == 1 ? 0 : count(arguments.get(1), 0, SCALE_MAX);
    return digits < 0 ? null : rounded(arguments.getFirst(), digits);
  }

  private @Nullable BoundExpr rounded(Expr of, int digits) {
    if (of instanceof Expr.Binary(Expr.Sign sign, Expr left, Expr right, _)
        && sign == Expr.Sign.DIVIDED) {
      BoundExpr dividend = value(left);
      BoundExpr divisor = value(right);
      if (dividend == null || divisor == null) {
        return null;
      }
      if (!isNumber(dividend) || !isNumber(divisor)) {
        return problem(of, "/ takes numbers; " + typed(isNumber(dividend) ? divisor : dividend));
      }
      int shift = digits - scale(dividend.format()) + scale(divisor.format());
      return new BoundExpr.Quotient(dividend, divisor, shift, ofScale(digits));
    }
    BoundExpr value = value(of);
    if (value == null) {
      return null;
    }
    return isNumber(value)
        ? rescaled(value, digits)
        : problem(of, "only numbers are rounded; " + typed(value));
  }

  private @Nullable BoundExpr cast(Expr.Call call) {
    List<Expr> arguments = arguments(call, 2, 2);
    if (arguments == null || !(arguments.get(1) instanceof Expr.Text type)) {
      return null;
    }
    Matcher decimal = DECIMAL.matcher(type.value());
    if (decimal.matches() && Integer.parseInt(decimal.group(1)) <= SCALE_MAX) {
      return rounded(arguments.getFirst(), Integer.parseInt(decimal.group(1)));
    }
    return switch (type.value()) {
      case "whole", "integer", "int", "bigint" -> rounded(arguments.getFirst(), 0);
      case "date" -> {
        BoundExpr of = value(arguments.getFirst());
        if (of instanceof BoundExpr.FixedText text) {
          yield moment(text.value(), new ValueFormat.Date(), arguments.getFirst());
        }
        yield of == null || of.format() instanceof ValueFormat.Date
            ? of
            : calendar(
                new Expr.Call("date", arguments.subList(0, 1), false, false, call.at()),
                Function.DATE);
      }
      case "timestamp" -> {
        BoundExpr of = value(arguments.getFirst());
        if (of == null) {
          yield null;
        }
        yield of instanceof BoundExpr.FixedText || isDay(of.format())
            ? as(of, new ValueFormat.Timestamp(), arguments.getFirst())
            : problem(call, "only a date becomes a timestamp; " + typed(of));
      }
      default ->
          problem(
              type,
              "there is no cast to %s; there are whole, decimal(2), date and timestamp"
                  .formatted(NameSuggestions.quoted(type.value())));
    };
  }

  private @Nullable BoundExpr abs(Expr.Call call) {
    List<Expr> arguments = arguments(call, 1, 1);
    BoundExpr of = arguments == null ? null : value(arguments.getFirst());
    if (of == null) {
      return null;
    }
    if (!isNumber(of)) {
      return problem(call, "abs takes a number; " + typed(of));
    }
    BoundExpr zero = new BoundExpr.Fixed(0, of.format());
    return choice(
        List.of(new BoundExpr.Compared(Operator.LESS, of, zero)), List.of(negative(of), of));
  }

  private @Nullable BoundExpr coalesce(Expr.Call call) {
    List<Expr> arguments = arguments(call, 2, 16);
    List<BoundExpr> values =
        arguments == null ? null : aligned(arguments, call, "results of one coalesce");
    if (values == null) {
      return null;
    }
    List<BoundExpr> conditions = new ArrayList<>();
    values
        .subList(0, values.size() - 1)
        .forEach(value -> conditions.add(new BoundExpr.Not(new BoundExpr.IsMissing(value))));
    return choice(conditions, values);
  }

  private @Nullable BoundExpr nullIf(Expr.Call call) {
    List<Expr> arguments = arguments(call, 2, 2);
    List<BoundExpr> values = arguments == null ? null : aligned(arguments, call, "compared");
    if (values == null) {
      return null;
    }
    BoundExpr of = values.getFirst();
    return choice(
        List.of(new BoundExpr.Compared(Operator.EQUAL, of, values.getLast())),
        List.of(new BoundExpr.Missing(of.format()), of));
  }
}
