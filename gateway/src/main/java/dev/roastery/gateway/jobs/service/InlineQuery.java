package dev.roastery.gateway.jobs.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.JsonReader;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.document.Place;
import dev.roastery.common.query.document.Problem;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.Limits;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.QueryDocument;
import org.jspecify.annotations.Nullable;

/**
 * A query that is written in a request.
 *
 * @param name what it calls itself; null if it does not
 * @param sql its SQL; null if it is a document without
 */
record InlineQuery(String json, @Nullable String name, @Nullable String sql) {

  private static final String SQL = "sql";

  static InlineQuery of(String json) {
    byte[] bytes = json.getBytes(UTF_8);
    Json read = JsonReader.read(bytes, Limits.DOCUMENT_BYTES_MAX, new Problems("a query"));
    return read instanceof Json.Obj object
        ? new InlineQuery(json, text(object, "name"), text(object, SQL))
        : new InlineQuery(json, null, null);
  }

  private static @Nullable String text(Json.Obj object, String field) {
    return object.get(field) instanceof Json.Str text ? text.value() : null;
  }

  Parsed<BoundQuery> read(String document, Tables tables) {
    Parsed<BoundQuery> parsed = QueryDocument.read(document, json.getBytes(UTF_8), tables);
    return parsed instanceof Parsed.Invalid<BoundQuery>(var problems)
            && sql != null
            && problems.stream().allMatch(each -> each.place().pointer().equals("/" + SQL))
        ? placedInSql(document, sql, tables, parsed)
        : parsed;
  }

  /** Its author knows the lines of the SQL, not those of the JSON around it. */
  private static Parsed<BoundQuery> placedInSql(
      String document, String sql, Tables tables, Parsed<BoundQuery> placedInJson) {
    return QueryDocument.readSql(document, "query", sql.getBytes(UTF_8), tables)
            instanceof Parsed.Invalid<BoundQuery>(var problems)
        ? new Parsed.Invalid<>(problems.stream().map(InlineQuery::inSql).toList())
        : placedInJson;
  }

  private static Problem inSql(Problem problem) {
    Place place = problem.place();
    Place pointed = new Place(place.line(), place.column(), "/" + SQL, place.start(), place.end());
    return new Problem(problem.document(), pointed, problem.message());
  }
}
