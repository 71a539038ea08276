package dev.roastery.common.query.condition;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.query.bound.BoundCondition;
import dev.roastery.common.query.bound.BoundCondition.TextRange;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.Query;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ranges of texts. The text right after {@code x} is {@code x} and a zero byte, so {@code = x} is
 * the range from the one to before the other.
 */
final class TextConditionBinder {

  private static final byte[] FIRST = {};

  private final Problems problems;
  private final String column;

  TextConditionBinder(Problems problems, String column) {
    this.problems = problems;
    this.column = column;
  }

  @Nullable BoundCondition bind(Query.Test test, int index) {
    List<TextRange> ranges =
        switch (test) {
          case Query.Compare(var operator, var value) ->
              isText(value) ? List.of(compared(operator, bytes(value))) : null;
          case Query.In(var values) -> in(values);
          case Query.Between(var low, var high) ->
              areTexts(List.of(low, high)) ? between(low, high) : null;
          case Query.IsNull _, Query.IsNotNull _ ->
              throw new IllegalArgumentException("no texts to compare with");
        };
    return ranges == null ? null : new BoundCondition.Texts(index, ranges);
  }

  private static TextRange compared(Query.Operator operator, byte[] text) {
    return switch (operator) {
      case EQUAL -> new TextRange(text, after(text));
      case LESS -> new TextRange(FIRST, text);
      case AT_MOST -> new TextRange(FIRST, after(text));
      case GREATER -> new TextRange(after(text), null);
      case AT_LEAST -> new TextRange(text, null);
    };
  }

  private @Nullable List<TextRange> in(List<Json> values) {
    if (!areTexts(values)) {
      return null;
    }
    return values.stream()
        .map(TextConditionBinder::bytes)
        .sorted(Arrays::compareUnsigned)
        .map(text -> compared(Query.Operator.EQUAL, text))
        .distinct()
        .toList();
  }

  private List<TextRange> between(Json low, Json high) {
    if (Arrays.compareUnsigned(bytes(low), bytes(high)) > 0) {
      problems.add(high.place(), "no value is between these two: the lower one comes first");
    }
    return List.of(new TextRange(bytes(low), after(bytes(high))));
  }

  /** Looks at all of them, to report each that is none. */
  private boolean areTexts(List<Json> values) {
    return values.stream().filter(value -> !isText(value)).count() == 0;
  }

  private boolean isText(Json value) {
    if (!(value instanceof Json.Str)) {
      problems.add(value.place(), column + " is of type text: compare it with a text");
    }
    return value instanceof Json.Str;
  }

  private static byte[] bytes(Json text) {
    return ((Json.Str) text).value().getBytes(UTF_8);
  }

  private static byte[] after(byte[] text) {
    return Arrays.copyOf(text, text.length + 1);
  }
}
