package dev.roastery.common.query.translate;

import dev.roastery.common.query.document.Expect;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.expression.At;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.Aggregate;
import dev.roastery.common.query.language.Function;
import dev.roastery.common.query.language.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The keys and measures of a document; each gets a name that texts about groups may use. */
final class DocumentGroups {

  private static final int KEYS_MAX = 16;
  private static final List<String> AGGREGATES =
      Stream.concat(Aggregate.words().stream(), Stream.of("distinct", "median", "quantile"))
          .distinct()
          .toList();

  private final Problems problems;
  private final Expect expect;
  private final DocumentNames names;

  DocumentGroups(Problems problems, DocumentNames names) {
    this.problems = problems;
    this.expect = new Expect(problems);
    this.names = names;
  }

  List<Expr> keys(@Nullable Json json) {
    List<Expr> keys = new ArrayList<>();
    for (Json item : expect.list(json, KEYS_MAX)) {
      Expr key = item instanceof Str text ? plainKey(text) : key(item);
      if (key != null) {
        keys.add(key);
      }
    }
    return keys;
  }

  private @Nullable Expr plainKey(Str text) {
    Expr key = names.ofRow(text);
    if (key instanceof Expr.Name(_, var name, _) && name.equals(text.value())) {
      names.define(text, key);
    }
    return key;
  }

  private @Nullable Expr key(Json json) {
    List<String> allowed = new ArrayList<>(DocumentConditions.FUNCTIONS);
    allowed.addAll(List.of("expr", "as"));
    Json.Obj object = expect.object(json, allowed);
    List<String> functions = allowed.subList(0, allowed.size() - 1);
    Json.Field field = object == null ? null : expect.theOne(object, functions, "function");
    if (object == null || field == null) {
      return null;
    }
    String function = field.name().value();
    boolean isExpression = function.equals("expr");
    Str text = expect.text(field.value());
    Expr key =
        isExpression
            ? (text == null ? null : names.ofRow(text))
            : new DocumentConditions(problems, names::ofRow).operand(field);
    Json as = object.get("as");
    boolean isPlain = isExpression || Function.of(function) == Function.COLUMN;
    Str name = as == null ? (isPlain ? text : new Str(function, json.place())) : expect.name(as);
    if (key != null && name != null) {
      names.define(name, key);
    }
    return key;
  }

  void measures(@Nullable Json json) {
    Json.Obj object = json == null ? null : expect.anyObject(json);
    if (object == null) {
      return;
    }
    if (object.fields().size() > Limits.MEASURES_MAX) {
      problems.add(object.place(), "more than " + Limits.MEASURES_MAX + " measures");
      return;
    }
    for (Json.Field field : object.fields()) {
      Expr measure = measure(field.value());
      if (measure != null && expect.isName(field.name())) {
        names.define(field.name(), measure);
      }
    }
  }

  private @Nullable Expr measure(Json json) {
    Json.Obj object = expect.object(json, AGGREGATES);
    Json.Field field = object == null ? null : expect.theOne(object, AGGREGATES, "aggregate");
    if (field == null) {
      return null;
    }
    String word = field.name().value();
    At at = new At(field.name().place());
    if (word.equals("quantile")) {
      return quantile(field.value(), at);
    }
    Str text = expect.text(field.value());
    if (text == null) {
      return null;
    }
    if (text.value().equals("*")) {
      if (!word.equals("count")) {
        problems.add(text.place(), "only count takes \"*\"; name a column");
      }
      return new Expr.Call("count", List.of(), false, true, at);
    }
    boolean distinct = word.equals("distinct");
    Expr of = names.ofRow(text);
    return of == null
        ? null
        : new Expr.Call(distinct ? "count" : word, List.of(of), distinct, false, at);
  }

  /** {@code ["x", 0.95]} */
  private @Nullable Expr quantile(Json json, At at) {
    if (json instanceof Json.Arr list
        && list.items().size() == 2
        && list.items().get(0) instanceof Str text
        && list.items().get(1) instanceof Json.Num share) {
      Expr of = names.ofRow(text);
      Expr part = new DocumentConditions(problems, names::ofRow).value(share);
      return of == null || part == null
          ? null
          : new Expr.Call("quantile", List.of(of, part), false, false, at);
    }
    problems.add(
        json.place(), "\"quantile\" takes a column and a share, such as [\"price\", 0.95]");
    return null;
  }
}
