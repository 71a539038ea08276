package dev.roastery.common.query.language;

import dev.roastery.common.query.document.Expect;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.Query.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * From JSON to a query: only its shape is checked here. What is out of shape is reported and left
 * out, so that the names of all the rest can still be checked by {@code Binder}.
 */
public final class QueryReader {

  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,64}");

  /** Some of them only in documents of the second version. */
  public static final List<String> FIELDS =
      List.of(
          "name",
          "from",
          "where",
          "groupBy",
          "measures",
          "having",
          "rank",
          "join",
          "order",
          "limit",
          "select");

  private final Problems problems;
  private final Expect expect;

  public QueryReader(Problems problems) {
    this.problems = problems;
    this.expect = new Expect(problems);
  }

  public @Nullable Draft read(Json json) {
    Json.Obj object = expect.object(json, FIELDS);
    if (object == null) {
      return null;
    }
    GroupReader groups = new GroupReader(problems);
    int before = problems.count();
    List<Query.Key> groupBy = groups.keys(object.get("groupBy"));
    List<Query.Measure> measures = groups.measures(object.get("measures"));
    List<Query.Join> joins = joins(object.get("join"));
    boolean namesAreKnown = problems.count() == before;
    Query query =
        new Query(
            name(object, expect, problems),
            text(object, "from"),
            new ConditionReader(problems).read(object.get("where")),
            groupBy,
            measures,
            rank(object.get("rank")),
            joins,
            select(object));
    return new Draft(query, namesAreKnown);
  }

  /**
   * A query without its malformed parts. If a malformed part was a definition, {@code
   * namesAreKnown} is false, and no name can be reported as undefined.
   */
  public record Draft(Query query, boolean namesAreKnown) {}

  /** The name of a question; a problem, if it is none. */
  public static Str name(Json.Obj object, Expect expect, Problems problems) {
    Str name = text(object, "name", expect, problems);
    if (!name.value().isEmpty() && !isName(name.value())) {
      problems.add(
          name.place(),
          "the name of a query is also its result's file name: 1 to 64 of a-z, 0-9 and '-'");
    }
    return name;
  }

  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  private Str text(Json.Obj object, String field) {
    return text(object, field, expect, problems);
  }

  /** A required text; where it is missing, the empty one stands in for it. */
  private static Str text(Json.Obj object, String field, Expect expect, Problems problems) {
    Json json = expect.required(object, field);
    Str text = json == null ? null : expect.text(json);
    if (text == null) {
      return new Str("", json == null ? object.place() : json.place());
    }
    if (text.value().isEmpty()) {
      problems.add(text.place(), "a name is missing here");
    }
    return text;
  }

  private Query.@Nullable Rank rank(@Nullable Json json) {
    Json.Obj object =
        json == null
            ? null
            : expect.object(json, List.of("partitionBy", "orderBy", "limit", "direction"));
    if (object == null) {
      return null;
    }
    Json limit = expect.required(object, "limit");
    return new Query.Rank(
        expect.names(object.get("partitionBy"), Limits.GROUP_KEYS_MAX),
        text(object, "orderBy"),
        limit == null ? 1 : expect.count(limit, Limits.RANK_MAX),
        direction(object.get("direction")));
  }

  private Direction direction(@Nullable Json json) {
    Str word = json == null ? null : expect.oneOf(json, List.of("desc", "asc"));
    return word != null && word.value().equals("asc") ? Direction.ASC : Direction.DESC;
  }

  private List<Query.Join> joins(@Nullable Json json) {
    List<Query.Join> joins = new ArrayList<>();
    for (Json item : expect.list(json, Limits.JOINS_MAX)) {
      Json.Obj object = expect.object(item, List.of("table", "on", "take"));
      Query.Join join = object == null ? null : join(object);
      if (join != null) {
        joins.add(join);
      }
    }
    return joins;
  }

  private Query.@Nullable Join join(Json.Obj object) {
    Str table = text(object, "table");
    Json on = expect.required(object, "on");
    List<Query.Take> take = takes(expect.required(object, "take"));
    if (on == null) {
      return null;
    }
    if (on instanceof Str column) {
      return new Query.Join(table, column, column, take);
    }
    Json.Obj pair = expect.anyObject(on);
    if (pair == null || pair.fields().size() != 1) {
      problems.add(
          on.place(), "\"on\" is a name, or { \"column of the result\": \"key of the table\" }");
      return null;
    }
    Str key = expect.text(pair.fields().getFirst().value());
    return key == null ? null : new Query.Join(table, pair.fields().getFirst().name(), key, take);
  }

  private List<Query.Take> takes(@Nullable Json json) {
    List<Query.Take> takes = new ArrayList<>();
    for (Json item : expect.list(json, Limits.TAKES_MAX)) {
      Query.Take take = item instanceof Str column ? new Query.Take(column, column) : take(item);
      if (take != null) {
        takes.add(take);
      }
    }
    return takes;
  }

  private Query.@Nullable Take take(Json json) {
    Json.Obj object = expect.object(json, List.of("column", "as"));
    Json as = object == null ? null : expect.required(object, "as");
    Str name = as == null ? null : expect.name(as);
    return object == null || name == null ? null : new Query.Take(text(object, "column"), name);
  }

  private List<Str> select(Json.Obj object) {
    Json json = expect.required(object, "select");
    if (json instanceof Json.Arr list && list.items().isEmpty()) {
      problems.add(json.place(), "a result needs at least one column");
    }
    return expect.names(json, Limits.SELECT_MAX);
  }
}
