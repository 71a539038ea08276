package dev.roastery.common.query.language;

import dev.roastery.common.query.document.Expect;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.Query.Operand;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** From JSON to group keys and measures. */
final class GroupReader {

  private final Problems problems;
  private final Expect expect;

  GroupReader(Problems problems) {
    this.problems = problems;
    this.expect = new Expect(problems);
  }

  List<Query.Key> keys(@Nullable Json json) {
    List<Query.Key> keys = new ArrayList<>();
    for (Json item : expect.list(json, Limits.GROUP_KEYS_MAX)) {
      Query.Key key = item instanceof Str column ? plainKey(column) : key(item);
      if (key != null) {
        keys.add(key);
      }
    }
    return keys;
  }

  private static Query.Key plainKey(Str column) {
    return new Query.Key(new Operand(Function.COLUMN, column), column);
  }

  private Query.@Nullable Key key(Json json) {
    List<String> allowed = new ArrayList<>(Function.words());
    allowed.add("as");
    Json.Obj object = expect.object(json, allowed);
    Operand operand = object == null ? null : operand(object);
    if (object == null || operand == null) {
      return null;
    }
    Json as = object.get("as");
    Str byDefault =
        operand.function() == Function.COLUMN
            ? operand.column()
            : new Str(operand.function().word(), json.place());
    Str name = as == null ? byDefault : expect.name(as);
    return name == null ? null : new Query.Key(operand, name);
  }

  /** The one field of {@code object} that is a function. */
  private @Nullable Operand operand(Json.Obj object) {
    Json.Field field = expect.theOne(object, Function.words(), "function");
    Str column = field == null ? null : expect.text(field.value());
    return field == null || column == null
        ? null
        : new Operand(Function.of(field.name().value()), column);
  }

  List<Query.Measure> measures(@Nullable Json json) {
    Json.Obj object = json == null ? null : expect.anyObject(json);
    if (object == null) {
      return List.of();
    }
    if (object.fields().size() > Limits.MEASURES_MAX) {
      problems.add(object.place(), "more than " + Limits.MEASURES_MAX + " measures");
      return List.of();
    }
    List<Query.Measure> measures = new ArrayList<>();
    for (Json.Field field : object.fields()) {
      Query.Measure measure = measure(field);
      if (measure != null && expect.isName(field.name())) {
        measures.add(measure);
      }
    }
    return measures;
  }

  private Query.@Nullable Measure measure(Json.Field field) {
    Json.Obj object = expect.object(field.value(), Aggregate.words());
    Json.Field aggregate =
        object == null ? null : expect.theOne(object, Aggregate.words(), "aggregate");
    Str column = aggregate == null ? null : expect.text(aggregate.value());
    return aggregate == null || column == null
        ? null
        : new Query.Measure(field.name(), Aggregate.of(aggregate.name().value()), column);
  }
}
