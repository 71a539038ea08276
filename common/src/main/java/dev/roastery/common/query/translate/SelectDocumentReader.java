package dev.roastery.common.query.translate;

import dev.roastery.common.query.document.Expect;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.expression.At;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.Limits;
import dev.roastery.common.query.language.QueryReader;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.sql.SqlWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From a query document to a question. What is out of shape is reported and left out, to find the
 * other problems too.
 */
final class SelectDocumentReader {

  private static final List<String> ORDER = List.of("by", "direction");
  private static final int ORDER_MAX = 16;

  private final Tables tables;
  private final Problems problems;
  private final Expect expect;

  SelectDocumentReader(Tables tables, Problems problems) {
    this.tables = tables;
    this.problems = problems;
    this.expect = new Expect(problems);
  }

  @Nullable Select read(Json json) {
    Json.Obj object = expect.object(json, QueryReader.FIELDS);
    if (object == null) {
      return null;
    }
    Str name = QueryReader.name(object, expect, problems);
    DocumentJoins joins = new DocumentJoins(tables, problems);
    Select.Source from = joins.from(object);
    DocumentNames names = joins.names(from, object.get("join"));
    DocumentGroups groups = new DocumentGroups(problems, names);
    Expr where = new DocumentConditions(problems, names::ofRow).all(object.get("where"));
    List<Expr> keys = groups.keys(object.get("groupBy"));
    groups.measures(object.get("measures"));
    List<Select.Join> joined = joins.joins(names);
    Select.Rank rank = rank(object.get("rank"), names);
    Expr having = new DocumentConditions(problems, names::ofGroup).all(object.get("having"));
    List<Select.Item> items = items(object, names);
    List<Expr.Order> order = order(object.get("order"), names);
    Json limit = object.get("limit");
    return new Select(
        name,
        items,
        from,
        joined,
        where,
        keys,
        having,
        rank,
        order,
        limit == null ? null : expect.count(limit, Limits.RANK_MAX));
  }

  private Select.@Nullable Rank rank(@Nullable Json json, DocumentNames names) {
    List<String> fields = List.of("partitionBy", "orderBy", "limit", "direction", "as");
    Json.Obj object = json == null ? null : expect.object(json, fields);
    if (object == null) {
      return null;
    }
    List<Expr> partitionBy = new ArrayList<>();
    for (Json item : expect.list(object.get("partitionBy"), ORDER_MAX)) {
      Str text = expect.text(item);
      Expr key = text == null ? null : names.ofGroup(text);
      if (key != null) {
        partitionBy.add(key);
      }
    }
    Json orderBy = expect.required(object, "orderBy");
    List<Expr.Order> order =
        orderBy instanceof Str text
            ? ranked(names.ofGroup(text), isDescending(object, "desc"))
            : order(orderBy, names);
    At at = new At(object.place());
    Expr.Call place = new Expr.Call("row_number", List.of(), false, false, at);
    Expr.Over over = new Expr.Over(place, partitionBy, order, at);
    Json as = object.get("as");
    Str name = as == null ? null : expect.name(as);
    if (name != null) {
      names.define(name, over);
    }
    Json limit = expect.required(object, "limit");
    return new Select.Rank(over, limit == null ? 1 : expect.count(limit, Limits.RANK_MAX));
  }

  private static List<Expr.Order> ranked(@Nullable Expr by, boolean descending) {
    return by == null ? List.of() : List.of(new Expr.Order(by, descending));
  }

  private List<Expr.Order> order(@Nullable Json json, DocumentNames names) {
    List<Expr.Order> order = new ArrayList<>();
    for (Json item : expect.list(json, ORDER_MAX)) {
      Json.Obj object = item instanceof Str ? null : expect.object(item, ORDER);
      Json by = object == null ? item : expect.required(object, "by");
      Str text = by == null ? null : expect.text(by);
      Expr expr = text == null ? null : names.ofGroup(text);
      if (expr != null) {
        order.add(new Expr.Order(expr, object != null && isDescending(object, "asc")));
      }
    }
    return order;
  }

  private boolean isDescending(Json.Obj object, String byDefault) {
    Json json = object.get("direction");
    Str word = json == null ? null : expect.oneOf(json, List.of("desc", "asc"));
    return (word == null ? byDefault : word.value()).equals("desc");
  }

  private List<Select.Item> items(Json.Obj object, DocumentNames names) {
    Json json = expect.required(object, "select");
    if (json instanceof Json.Arr list && list.items().isEmpty()) {
      problems.add(json.place(), "a result needs at least one column");
    }
    List<Select.Item> items = new ArrayList<>();
    for (Json item : expect.list(json, Limits.SELECT_MAX)) {
      Select.Item column = item(item, names);
      if (column != null) {
        items.add(column);
      }
    }
    return items;
  }

  private Select.@Nullable Item item(Json json, DocumentNames names) {
    if (json instanceof Str text) {
      Expr expr = names.ofGroup(text);
      Str name =
          expr == null || names.isName(text.value())
              ? text
              : new Str(SqlWriter.nameOf(expr), text.place());
      return expr != null && expect.isName(name) ? new Select.Item(expr, name) : null;
    }
    Json.Obj object = expect.object(json, List.of("expr", "as"));
    Json of = object == null ? null : expect.required(object, "expr");
    Str text = of == null ? null : expect.text(of);
    Expr expr = text == null ? null : names.ofGroup(text);
    Json as = object == null ? null : object.get("as");
    Str name = as == null ? text : expect.name(as);
    return expr == null || name == null || !expect.isName(name)
        ? null
        : new Select.Item(expr, name);
  }
}
