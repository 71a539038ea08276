package dev.roastery.common.query.language;

import dev.roastery.common.query.document.Expect;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.Query.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code {"year": "created_at", "in": [2024, 2025]}}: one function, one operator. */
final class ConditionReader {

  private static final List<String> OPERATORS =
      List.of("=", "<", "<=", ">", ">=", "in", "between", "is");

  /** The last few only in documents of the second version. */
  private static final List<String> FIELDS =
      Stream.of(Function.words(), OPERATORS, List.of("!=", "like", "any", "all", "not"))
          .flatMap(List::stream)
          .toList();

  private final Problems problems;
  private final Expect expect;

  ConditionReader(Problems problems) {
    this.problems = problems;
    this.expect = new Expect(problems);
  }

  List<Query.Condition> read(@Nullable Json json) {
    List<Query.Condition> conditions = new ArrayList<>();
    for (Json item : expect.list(json, Limits.CONDITIONS_MAX)) {
      Query.Condition condition = condition(item);
      if (condition != null) {
        conditions.add(condition);
      }
    }
    return conditions;
  }

  private Query.@Nullable Condition condition(Json json) {
    Json.Obj object = expect.object(json, FIELDS);
    if (object == null) {
      return null;
    }
    Json.Field function = expect.theOne(object, Function.words(), "function");
    Json.Field operator = expect.theOne(object, OPERATORS, "operator");
    Str column = function == null ? null : expect.text(function.value());
    Query.Test test = operator == null ? null : test(operator.name().value(), operator.value());
    return function == null || column == null || test == null
        ? null
        : new Query.Condition(
            new Query.Operand(Function.of(function.name().value()), column), test);
  }

  private Query.@Nullable Test test(String operator, Json operand) {
    return switch (operator) {
      case "in" -> in(operand);
      case "between" -> between(operand);
      case "is" -> is(operand);
      default -> isValue(operand) ? new Query.Compare(Operator.of(operator), operand) : null;
    };
  }

  private Query.@Nullable Test in(Json json) {
    List<Json> values = expect.list(json, Limits.VALUES_MAX);
    if (json instanceof Json.Arr list && list.items().isEmpty()) {
      problems.add(json.place(), "no value is in an empty list: no row would pass");
    }
    return areValues(values) && !values.isEmpty() ? new Query.In(values) : null;
  }

  private Query.@Nullable Test between(Json json) {
    if (json instanceof Json.Arr list && list.items().size() == 2) {
      Json low = list.items().get(0);
      Json high = list.items().get(1);
      return areValues(list.items()) ? new Query.Between(low, high) : null;
    }
    problems.add(json.place(), "\"between\" takes a list of two values, the lower one first");
    return null;
  }

  private Query.@Nullable Test is(Json json) {
    Str word = expect.oneOf(json, List.of("null", "not null"));
    if (word == null) {
      return null;
    }
    return word.value().equals("null") ? new Query.IsNull() : new Query.IsNotNull();
  }

  /** Looks at all of them, to report each that is none. */
  private boolean areValues(List<Json> values) {
    return values.stream().filter(value -> !isValue(value)).count() == 0;
  }

  private boolean isValue(Json json) {
    if (json instanceof Json.Constant constant && constant.text().equals("null")) {
      problems.add(json.place(), "no value compares with null; use \"is\": \"null\"");
      return false;
    }
    if (json instanceof Str text && text.value().length() > Limits.VALUE_LENGTH_MAX) {
      problems.add(json.place(), "a text of more than " + Limits.VALUE_LENGTH_MAX + " characters");
      return false;
    }
    if (json instanceof Json.Num || json instanceof Str) {
      return true;
    }
    problems.add(json.place(), "expected a number or a text, found " + json.kind());
    return false;
  }
}
