package dev.roastery.common.query.plan;

import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.Expect;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.JsonReader;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.Limits;
import dev.roastery.common.query.language.QueryReader;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.select.SelectBinder;
import dev.roastery.common.query.sql.Sql;
import dev.roastery.common.query.translate.SelectDocument;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a query, and resolves it against its tables. A query is a document of the first version of
 * the language, one of the second, SQL, or a document that holds SQL:
 *
 * <pre>
 * {"name": "revenue", "sql": "select sum(price) as revenue from orders"}
 * </pre>
 */
public final class QueryDocument {

  private static final String NAME = "query";

  private QueryDocument() {}

  /** {@code document} is how problems call it, a file's name perhaps. */
  public static Parsed<BoundQuery> read(String document, byte[] bytes, Tables tables) {
    Problems problems = new Problems(document);
    Json json = JsonReader.read(bytes, Limits.DOCUMENT_BYTES_MAX, problems);
    return parsed(json == null ? null : read(json, tables, problems), problems);
  }

  /** Reads SQL; {@code name} is what the query and its result are called. */
  public static Parsed<BoundQuery> readSql(
      String document, String name, byte[] sql, Tables tables) {
    Problems problems = new Problems(document);
    Select select = Sql.read(Str.of(name), sql, problems);
    return parsed(select == null ? null : bind(select, tables, problems), problems);
  }

  /** Reads any query document as a question of the second version, and resolves no name. */
  public static Parsed<Select> select(String document, byte[] bytes, Tables tables) {
    Problems problems = new Problems(document);
    Json json = JsonReader.read(bytes, Limits.DOCUMENT_BYTES_MAX, problems);
    Select select =
        json == null
            ? null
            : holdsSql(json) ? ofSql(json, problems) : SelectDocument.read(json, tables, problems);
    return parsed(select, problems);
  }

  /** Reads SQL, and resolves no name. */
  public static Parsed<Select> selectOfSql(String document, String name, byte[] sql) {
    Problems problems = new Problems(document);
    return parsed(Sql.read(Str.of(name), sql, problems), problems);
  }

  static @Nullable BoundQuery read(Json json, Tables tables, Problems problems) {
    if (holdsSql(json)) {
      Select select = ofSql(json, problems);
      return select == null ? null : bind(select, tables, problems);
    }
    if (SelectDocument.isOne(json, tables)) {
      Select select = SelectDocument.read(json, tables, problems);
      return select == null ? null : bind(select, tables, problems);
    }
    QueryReader.Draft draft = new QueryReader(problems).read(json);
    return draft == null ? null : new Binder(tables, draft, problems).bind();
  }

  private static boolean holdsSql(Json json) {
    return json instanceof Json.Obj object && object.get("sql") != null;
  }

  private static @Nullable Select ofSql(Json json, Problems problems) {
    Expect expect = new Expect(problems);
    Json.Obj object = expect.object(json, List.of("name", "sql"));
    Json field = object == null ? null : expect.required(object, "sql");
    Str sql = field == null ? null : expect.text(field);
    if (object == null || sql == null) {
      return null;
    }
    boolean named = object.get("name") != null;
    Str name = named ? QueryReader.name(object, expect, problems) : Str.of(NAME);
    return Sql.read(name, sql, problems);
  }

  private static @Nullable BoundQuery bind(Select select, Tables tables, Problems problems) {
    return new SelectBinder(tables, select, problems).bind();
  }

  private static <T> Parsed<T> parsed(@Nullable T value, Problems problems) {
    return value == null || !problems.none()
        ? new Parsed.Invalid<>(problems.all())
        : new Parsed.Valid<>(value);
  }
}
