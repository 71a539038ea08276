package dev.roastery.common.query.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.document.Problem;
import dev.roastery.common.query.language.Tables;
import java.util.List;

/** Queries over the built-in tables, from text. */
public final class Documents {

  static final Tables TABLES = Catalog.builtIn().tables();

  private Documents() {}

  static Parsed<BoundQuery> parsed(String json) {
    return QueryDocument.read("q.json", json.getBytes(UTF_8), TABLES);
  }

  static BoundQuery query(String json) {
    return parsed(json).orThrow();
  }

  public static List<String> problems(String json) {
    return problems(parsed(json));
  }

  public static List<String> problems(Parsed<?> parsed) {
    assertThat(parsed).isInstanceOf(Parsed.Invalid.class);
    return ((Parsed.Invalid<?>) parsed).problems().stream().map(Problem::toString).toList();
  }

  /** A query of which only the condition matters. */
  static String filter(String condition) {
    return """
    { "name": "q", "from": "transactions", "where": [ %s ], "select": ["transaction_id"] }\
    """
        .formatted(condition);
  }
}
