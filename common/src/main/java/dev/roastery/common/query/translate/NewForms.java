package dev.roastery.common.query.translate;

import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.Limits;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.sql.Sql;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What only the second version of the language has; looks at shapes, reports nothing. */
final class NewForms {

  private static final String SIGNS = "()+*/'\"<>=";

  private final @Nullable Json document;
  private final @Nullable TableSpec from;

  NewForms(Json json, Tables tables) {
    this.document = json;
    this.from =
        json instanceof Json.Obj object && object.get("from") instanceof Str(String name, _)
            ? tables.find(name)
            : null;
  }

  boolean any() {
    return has(document, "having", "order", "limit")
        || field(document, "from") instanceof Json.Obj
        || items("where").stream().anyMatch(this::isNewCondition)
        || items("groupBy").size() > Limits.GROUP_KEYS_MAX
        || items("groupBy").stream().anyMatch(this::isNewKey)
        || measures().stream().anyMatch(this::isNewMeasure)
        || has(field(document, "rank"), "as")
        || field(field(document, "rank"), "orderBy") instanceof Json.Arr
        || items("select").stream().anyMatch(Json.Obj.class::isInstance)
        || items("join").stream().anyMatch(NewForms::isNewJoin);
  }

  private boolean isNewCondition(Json item) {
    return item instanceof Str
        || has(item, "any", "all", "not", "!=", "like")
        || fields(item).stream().anyMatch(field -> isOperand(field) && isExpression(field.value()));
  }

  private static boolean isOperand(Json.Field field) {
    return DocumentConditions.FUNCTIONS.contains(field.name().value());
  }

  private boolean isNewKey(Json item) {
    return has(item, "expr")
        || isExpression(item)
        || fields(item).stream().anyMatch(field -> isOperand(field) && isExpression(field.value()));
  }

  private boolean isNewMeasure(Json.Field measure) {
    return has(measure.value(), "distinct", "median", "quantile")
        || fields(measure.value()).stream().anyMatch(field -> isExpression(field.value()));
  }

  private static boolean isNewJoin(Json item) {
    Json on = field(item, "on");
    return has(item, "keep", "duplicates", "as")
        || on instanceof Json.Arr
        || (on instanceof Json.Obj pairs && pairs.fields().size() > 1);
  }

  /** A text that is a column's name is that column, whatever it looks like. */
  private boolean isExpression(Json json) {
    if (!(json instanceof Str text)
        || text.value().equals("*")
        || (from != null && from.column(text.value()) != null)) {
      return false;
    }
    if (text.value().chars().anyMatch(character -> SIGNS.indexOf(character) >= 0)) {
      return true;
    }
    Expr expr = Sql.expression(text, new Problems(""));
    return expr != null && !(expr instanceof Expr.Name(var table, _, _) && table == null);
  }

  private List<Json> items(String field) {
    return field(document, field) instanceof Json.Arr list ? list.items() : List.of();
  }

  private List<Json.Field> measures() {
    return fields(field(document, "measures"));
  }

  private static List<Json.Field> fields(@Nullable Json json) {
    return json instanceof Json.Obj object ? object.fields() : List.of();
  }

  private static @Nullable Json field(@Nullable Json json, String name) {
    return json instanceof Json.Obj object ? object.get(name) : null;
  }

  private static boolean has(@Nullable Json json, String... names) {
    return fields(json).stream().anyMatch(field -> List.of(names).contains(field.name().value()));
  }
}
