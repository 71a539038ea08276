package dev.roastery.common.query.translate;

import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Json.Arr;
import dev.roastery.common.query.document.Json.Field;
import dev.roastery.common.query.document.Json.Num;
import dev.roastery.common.query.document.Json.Obj;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.expression.Expr.Sign;
import dev.roastery.common.query.language.Limits;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.sql.SqlWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** From a question to a query document, its expressions as texts. */
final class SelectDocumentWriter {

  private SelectDocumentWriter() {}

  static Json write(Select select) {
    List<Field> fields = new ArrayList<>();
    fields.add(Field.of("name", select.name()));
    fields.add(Field.of("from", from(select.from())));
    list(fields, "join", select.joins().stream().map(SelectDocumentWriter::join).toList());
    list(fields, "where", conditions(select.where()));
    list(fields, "groupBy", texts(select.groupBy()));
    list(fields, "having", conditions(select.having()));
    Select.Rank rank = select.rank();
    if (rank != null) {
      fields.add(Field.of("rank", rank(rank)));
    }
    list(fields, "order", order(select.orderBy()));
    if (select.limit() != null) {
      fields.add(Field.of("limit", Num.of(select.limit())));
    }
    list(fields, "select", select.items().stream().map(SelectDocumentWriter::item).toList());
    return Obj.of(fields);
  }

  private static void list(List<Field> fields, String name, List<? extends Json> items) {
    if (!items.isEmpty()) {
      fields.add(Field.of(name, Arr.of(items)));
    }
  }

  private static Json from(Select.Source source) {
    return source.alias().equals(source.table())
        ? source.table()
        : Obj.of(Field.of("table", source.table()), Field.of("as", source.alias()));
  }

  private static Json join(Select.Join join) {
    List<Field> fields = new ArrayList<>();
    fields.add(Field.of("table", join.source().table()));
    fields.add(Field.of("as", join.source().alias()));
    fields.add(Field.of("on", on(join.on())));
    fields.add(Field.of("keep", Str.of(join.inner() ? "matched" : "all")));
    boolean first = join.duplicates() == Select.Duplicates.FIRST;
    fields.add(Field.of("duplicates", Str.of(first ? "first" : "fail")));
    return Obj.of(fields);
  }

  /** One object, unless two fields of it had the same name. */
  private static Json on(List<Select.On> pairs) {
    List<Field> fields = new ArrayList<>();
    Set<String> lefts = new HashSet<>();
    for (Select.On pair : pairs) {
      String left = SqlWriter.write(pair.left());
      lefts.add(left);
      fields.add(Field.of(left, Str.of(pair.key().name())));
    }
    return lefts.size() == fields.size()
        ? Obj.of(fields)
        : Arr.of(fields.stream().map(field -> Obj.of(field)).toList());
  }

  /** What AND joins becomes a list, if that is not too long. */
  private static List<Str> conditions(@Nullable Expr condition) {
    List<Expr> all = new ArrayList<>();
    Expr rest = condition;
    while (all.size() < Limits.CONDITIONS_MAX - 1
        && rest instanceof Expr.Binary(var sign, var left, var right, _)
        && sign == Sign.AND) {
      all.addFirst(right);
      rest = left;
    }
    if (rest != null) {
      all.addFirst(rest);
    }
    return texts(all);
  }

  private static List<Str> texts(List<Expr> exprs) {
    return exprs.stream().map(SqlWriter::write).map(Str::of).toList();
  }

  private static List<Json> order(List<Expr.Order> order) {
    List<Json> items = new ArrayList<>();
    for (Expr.Order by : order) {
      items.add(
          Obj.of(
              Field.of("by", Str.of(SqlWriter.write(by.by()))),
              Field.of("direction", Str.of(by.descending() ? "desc" : "asc"))));
    }
    return items;
  }

  private static Json rank(Select.Rank rank) {
    List<Field> fields = new ArrayList<>();
    list(fields, "partitionBy", texts(rank.place().partitionBy()));
    fields.add(Field.of("orderBy", Arr.of(order(rank.place().orderBy()))));
    fields.add(Field.of("limit", Num.of(rank.limit())));
    return Obj.of(fields);
  }

  private static Json item(Select.Item item) {
    String text = SqlWriter.write(item.expr());
    boolean isPlain = item.expr() instanceof Expr.Name && text.equals(item.as().value());
    return isPlain ? item.as() : Obj.of(Field.of("expr", Str.of(text)), Field.of("as", item.as()));
  }
}
