package dev.roastery.common.query.plan;

import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.JsonReader;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.Limits;
import dev.roastery.common.query.language.QueryReader;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.sql.Sql;
import org.jspecify.annotations.Nullable;

/** Reads a query, and resolves it against its tables. */
public final class QueryDocument {

  private QueryDocument() {}

  /** {@code document} is how problems call it, a file's name perhaps. */
  public static Parsed<BoundQuery> read(String document, byte[] bytes, Tables tables) {
    Problems problems = new Problems(document);
    Json json = JsonReader.read(bytes, Limits.DOCUMENT_BYTES_MAX, problems);
    BoundQuery query = json == null ? null : read(json, tables, problems);
    return query == null || !problems.none()
        ? new Parsed.Invalid<>(problems.all())
        : new Parsed.Valid<>(query);
  }

  /** Reads SQL; the name is that of the result. */
  public static Parsed<BoundQuery> readSql(
      String document, String name, byte[] sql, Tables tables) {
    Problems problems = new Problems(document);
    Select select = Sql.read(Str.of(name), sql, problems);
    BoundQuery query = select == null ? null : new SelectBinder(tables, select, problems).bind();
    return query == null || !problems.none()
        ? new Parsed.Invalid<>(problems.all())
        : new Parsed.Valid<>(query);
  }

  static @Nullable BoundQuery read(Json json, Tables tables, Problems problems) {
    QueryReader.Draft draft = new QueryReader(problems).read(json);
    return draft == null ? null : new Binder(tables, draft, problems).bind();
  }
}
