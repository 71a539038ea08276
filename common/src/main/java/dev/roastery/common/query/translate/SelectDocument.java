package dev.roastery.common.query.translate;

import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.sql.Sql;
import dev.roastery.common.query.sql.SqlWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A query document, as a question of the second version of the language. */
public final class SelectDocument {

  private SelectDocument() {}

  /** Whether it says anything that the first version of the language cannot. */
  public static boolean isOne(Json json, Tables tables) {
    return new NewForms(json, tables).any();
  }

  /** Reads any query document, also one of the first version. */
  public static @Nullable Select read(Json json, Tables tables, Problems problems) {
    int before = problems.count();
    Select select = new SelectDocumentReader(tables, problems).read(json);
    return select == null || problems.count() > before || !canTravel(select, json, problems)
        ? null
        : select;
  }

  /** A plan holds the question as SQL, and that has limits of its own. */
  private static boolean canTravel(Select select, Json json, Problems problems) {
    Problems own = new Problems("sql");
    byte[] sql = SqlWriter.write(select).getBytes(StandardCharsets.UTF_8);
    if (Sql.read(select.name(), sql, own) == null) {
      problems.add(json.place(), "as SQL, " + own.all().getFirst().message());
    }
    return own.none();
  }

  /** {@link #read} reads the same question again. */
  public static Json write(Select select) {
    return SelectDocumentWriter.write(select);
  }

  /** A document that holds SQL: {@code {"name": "revenue", "sql": "select …"}}. */
  public static Json ofSql(Select select) {
    return Json.Obj.of(
        Json.Field.of("name", select.name()),
        Json.Field.of("sql", Str.of(SqlWriter.write(select))));
  }
}
