package dev.roastery.common.query.translate;

import dev.roastery.common.query.document.Expect;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.expression.At;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.expression.Expr.Sign;
import dev.roastery.common.query.language.Function;
import dev.roastery.common.query.language.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Conditions: texts that are expressions, objects such as {@code {"year": "sold_on", ">": 2023}},
 * and {@code any}, {@code all} and {@code not} of these.
 */
final class DocumentConditions {

  static final List<String> FUNCTIONS = Function.words();

  private static final Map<String, Sign> COMPARISONS =
      Map.of(
          "=", Sign.EQUAL,
          "!=", Sign.NOT_EQUAL,
          "<", Sign.LESS,
          "<=", Sign.AT_MOST,
          ">", Sign.GREATER,
          ">=", Sign.AT_LEAST);
  private static final List<String> OPERATORS =
      List.of("=", "!=", "<", "<=", ">", ">=", "in", "between", "like", "is");
  private static final List<String> FIELDS =
      Stream.of(FUNCTIONS, OPERATORS, List.of("any", "all", "not")).flatMap(List::stream).toList();
  private static final int DIGITS_MAX = 38;

  /** What a text of a condition means. */
  interface Texts {
    @Nullable Expr expr(Str text);
  }

  private final Problems problems;
  private final Expect expect;
  private final Texts texts;

  DocumentConditions(Problems problems, Texts texts) {
    this.problems = problems;
    this.expect = new Expect(problems);
    this.texts = texts;
  }

  /** A list of conditions, all of which must hold; null without any. */
  @Nullable Expr all(@Nullable Json json) {
    return chain(Sign.AND, json);
  }

  private @Nullable Expr chain(Sign sign, @Nullable Json json) {
    Expr chain = null;
    for (Json item : expect.list(json, Limits.CONDITIONS_MAX)) {
      Expr condition = condition(item);
      if (condition != null) {
        At at = new At(item.place());
        chain = chain == null ? condition : new Expr.Binary(sign, chain, condition, at);
      }
    }
    return chain;
  }

  private @Nullable Expr condition(Json json) {
    if (json instanceof Str text) {
      return texts.expr(text);
    }
    Json.Obj object = expect.object(json, FIELDS);
    if (object == null) {
      return null;
    }
    for (String word : List.of("any", "all", "not")) {
      Json inner = object.get(word);
      if (inner != null) {
        return nested(object, word, inner);
      }
    }
    Json.Field function = expect.theOne(object, FUNCTIONS, "function");
    Json.Field operator = expect.theOne(object, OPERATORS, "operator");
    Expr of = function == null ? null : operand(function);
    return of == null || operator == null ? null : test(of, operator);
  }

  private @Nullable Expr nested(Json.Obj object, String word, Json inner) {
    if (object.fields().size() > 1) {
      problems.add(object.place(), "nothing may stand beside \"" + word + "\"");
      return null;
    }
    if (word.equals("not")) {
      Expr of = condition(inner);
      return of == null ? null : new Expr.Unary(Sign.NOT, of, new At(object.place()));
    }
    if (inner instanceof Json.Arr list && list.items().isEmpty()) {
      problems.add(inner.place(), "a condition is missing here");
    }
    return chain(word.equals("any") ? Sign.OR : Sign.AND, inner);
  }

  /** A column or expression, or a function of one. */
  @Nullable Expr operand(Json.Field function) {
    Str text = expect.text(function.value());
    Expr of = text == null ? null : texts.expr(text);
    String name = function.name().value();
    return of == null || Function.of(name) == Function.COLUMN
        ? of
        : new Expr.Call(name, List.of(of), false, false, new At(function.name().place()));
  }

  private @Nullable Expr test(Expr of, Json.Field operator) {
    String word = operator.name().value();
    Json json = operator.value();
    At at = new At(operator.name().place());
    return switch (word) {
      case "in" -> {
        List<Expr> values = values(json, Limits.VALUES_MAX);
        yield values.isEmpty() ? null : new Expr.In(of, values, false, at);
      }
      case "between" -> {
        List<Expr> ends = values(json, 2);
        if (ends.size() == 1) {
          problems.add(json.place(), "\"between\" takes a list of two values, the lower one first");
        }
        yield ends.size() < 2 ? null : new Expr.Between(of, ends.get(0), ends.get(1), false, at);
      }
      case "is" -> {
        Str what = expect.oneOf(json, List.of("null", "not null"));
        yield what == null ? null : new Expr.IsNull(of, what.value().equals("not null"), at);
      }
      default -> {
        Expr value = value(json);
        Sign sign = COMPARISONS.get(word);
        yield value == null
            ? null
            : sign == null
                ? new Expr.Like(of, value, false, at)
                : new Expr.Binary(sign, of, value, at);
      }
    };
  }

  private List<Expr> values(Json json, int max) {
    List<Expr> values = new ArrayList<>();
    if (json instanceof Json.Arr list && list.items().isEmpty()) {
      problems.add(json.place(), "no value is in an empty list: no row would pass");
    }
    for (Json item : expect.list(json, max)) {
      Expr value = value(item);
      if (value != null) {
        values.add(value);
      }
    }
    return values;
  }

  /** A value to compare with: texts here are texts, not expressions. */
  @Nullable Expr value(Json json) {
    At at = new At(json.place());
    return switch (json) {
      case Json.Num(var number, _)
          when number.precision() <= DIGITS_MAX && Math.abs((long) number.scale()) <= DIGITS_MAX ->
          new Expr.Num(number, at);
      case Json.Num number -> refused(number, "a number has at most " + DIGITS_MAX + " digits");
      case Str(var text, _) when text.length() <= Limits.VALUE_LENGTH_MAX ->
          new Expr.Text(text, at);
      case Str text ->
          refused(text, "a text of more than " + Limits.VALUE_LENGTH_MAX + " characters");
      case Json.Constant(var word, _) when word.equals("null") ->
          refused(json, "no value compares with null; use \"is\": \"null\"");
      case Json.Constant(var word, _) -> new Expr.Truth(word.equals("true"), at);
      case Json.Arr _, Json.Obj _ ->
          refused(json, "expected a number or a text, found " + json.kind());
    };
  }

  private @Nullable Expr refused(Json json, String sentence) {
    problems.add(json.place(), sentence);
    return null;
  }
}
