package dev.roastery.gateway.collect;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.expression.At;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.expression.Expr.Sign;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Select;
import dev.roastery.gateway.collect.RandomExprs.Kind;
import dev.roastery.gateway.collect.RandomExprs.Leaf;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** SELECTs of every shape over {@link RandomTables}, right in their types. */
final class RandomSelects {

  private static final Set<String> BIG = Set.of("big");

  private final RandomTables tables;
  private final SplittableRandom random;

  RandomSelects(RandomTables tables, SplittableRandom random) {
    this.tables = tables;
    this.random = random;
  }

  Select select(String name) {
    return new Draft().select(name);
  }

  private boolean chance(int oneOf) {
    return random.nextInt(oneOf) == 0;
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  /** Of one query. */
  private final class Draft {

    /** A table, by the name that the query gives it. */
    private record Named(String alias, ModelTable table) {}

    private final List<Named> named = new ArrayList<>();
    private final List<Select.Join> joins = new ArrayList<>();
    private final List<Select.Item> items = new ArrayList<>();
    private final List<Expr> keys = new ArrayList<>();
    private final List<Leaf> keyLeaves = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    Select select(String name) {
      boolean ofSales = !chance(8);
      Named from =
          ofSales
              ? new Named(chance(2) ? "s" : "sales", tables.sales)
              : new Named("f", tables.shops);
      named.add(from);
      for (int left = random.nextInt(4) - 1; left > 0; left--) {
        join();
      }
      RandomExprs rows = new RandomExprs(random, columns());
      Expr where = chance(2) ? null : where(rows);
      int shape = random.nextInt(10);
      return shape < 2
          ? ofRows(name, from, where, rows)
          : shape < 3 ? distinct(name, from, where, rows) : ofGroups(name, from, where, rows);
    }

    private Expr where(RandomExprs rows) {
      Expr where = rows.truth(2);
      return chance(2) ? where : new Expr.Binary(Sign.AND, where, rows.truth(1), At.NOWHERE);
    }

    // ---- tables

    private List<Leaf> columns() {
      List<Leaf> leaves = new ArrayList<>();
      for (Named each : named) {
        each.table().columns.forEach(column -> leaves.add(leaf(each, column)));
      }
      return leaves;
    }

    private Leaf leaf(Named of, ColumnSpec column) {
      boolean onlyOne =
          named.stream()
                  .flatMap(each -> each.table().columns.stream())
                  .filter(each -> each.name().equals(column.name()))
                  .count()
              == 1;
      String table = onlyOne && chance(2) ? null : of.alias();
      Kind kind =
          switch (column.type()) {
            case ColumnType.Whole _ -> BIG.contains(column.name()) ? Kind.BIG : Kind.NUMBER;
            case ColumnType.Decimal _ -> Kind.NUMBER;
            case ColumnType.Date _ -> Kind.DATE;
            case ColumnType.Timestamp _ -> Kind.MOMENT;
            case ColumnType.Text _ -> Kind.TEXT;
          };
      int scale = column.type() instanceof ColumnType.Decimal decimal ? decimal.scale() : 0;
      return new Leaf(new Expr.Name(table, column.name(), At.NOWHERE), kind, scale);
    }

    /** With what there is already, on one column or two of equal names or types. */
    private void join() {
      ModelTable table = chance(2) ? tables.shops : tables.items;
      Named joined = new Named("j" + named.size(), table);
      List<Select.On> all = new ArrayList<>();
      for (Named before : named) {
        for (ColumnSpec left : before.table().columns) {
          for (ColumnSpec right : table.columns) {
            boolean usual = left.name().equals(right.name());
            boolean odd = left.type().equals(right.type()) && chance(12);
            if (usual || odd) {
              all.add(
                  new Select.On(
                      new Expr.Name(before.alias(), left.name(), At.NOWHERE),
                      new Expr.Name(joined.alias(), right.name(), At.NOWHERE)));
            }
          }
        }
      }
      if (all.isEmpty()) {
        return;
      }
      List<Select.On> on = new ArrayList<>(List.of(any(all)));
      if (chance(4)) {
        Select.On more = any(all);
        if (!on.contains(more)) {
          on.add(more);
        }
      }
      boolean first = chance(4) || (!isUnique(table, on) && !chance(12));
      Select.Duplicates duplicates = first ? Select.Duplicates.FIRST : Select.Duplicates.FAIL;
      joins.add(
          new Select.Join(
              new Select.Source(Str.of(table.name), Str.of(joined.alias())),
              chance(3),
              duplicates,
              on,
              At.NOWHERE));
      named.add(joined);
    }

    private static boolean isUnique(ModelTable table, List<Select.On> on) {
      Set<List<Object>> seen = new HashSet<>();
      for (Object[] row : table.rows()) {
        List<Object> key = new ArrayList<>();
        on.forEach(each -> key.add(row[table.at(each.key().name())]));
        if (!key.contains(null) && !seen.add(key)) {
          return false;
        }
      }
      return true;
    }

    // ---- the three shapes

    private Select ofRows(String name, Named from, Expr where, RandomExprs rows) {
      boolean plain = chance(2);
      for (int left = random.nextInt(1, 5); left > 0; left--) {
        add(plain ? any(columns()) : rows.anything(2));
      }
      Select.Rank rank = null;
      if (!plain && chance(3)) {
        Expr.Over place = place(rows, columns());
        rank = chance(2) ? new Select.Rank(place, random.nextInt(1, 4)) : null;
        if (rank == null || chance(2)) {
          add(new Leaf(place, Kind.NUMBER, 0));
        }
      }
      if (!plain && chance(4)) {
        add(total(rows, columns()));
      }
      List<Expr.Order> order = chance(2) ? List.of() : order(rows);
      return made(name, from, where, List.of(), null, rank, order);
    }

    private Select distinct(String name, Named from, Expr where, RandomExprs rows) {
      for (int left = random.nextInt(1, 4); left > 0; left--) {
        add(rows.anything(2));
      }
      List<Expr> groupBy =
          IntStream.rangeClosed(1, items.size()).mapToObj(RandomExprs::num).toList();
      keys.addAll(items.stream().map(Select.Item::expr).toList());
      List<Leaf> leaves = new ArrayList<>();
      items.forEach(item -> leaves.add(new Leaf(item.expr(), Kind.PERIOD, 0)));
      Expr by = any(leaves).expr();
      by = by instanceof Expr.Num ? RandomExprs.num(1) : by;
      List<Expr.Order> order = chance(2) ? List.of() : List.of(new Expr.Order(by, chance(2)));
      return made(name, from, where, groupBy, null, null, order);
    }

    private Select ofGroups(String name, Named from, Expr where, RandomExprs rows) {
      for (int left = random.nextInt(4); left > 0; left--) {
        Leaf key = chance(3) ? rows.anything(1) : any(columns());
        boolean isConstant = !hasName(key.expr());
        if (!isConstant && !keys.contains(key.expr())) {
          keys.add(key.expr());
          keyLeaves.add(key);
        }
      }
      List<Leaf> known = new ArrayList<>(keyLeaves);
      dependents(known);
      List<Leaf> measures = new ArrayList<>();
      for (int left = random.nextInt(1, 4); left > 0; left--) {
        measures.add(rows.aggregate());
      }
      known.addAll(measures);
      RandomExprs groups = new RandomExprs(random, known);
      List<Leaf> some = new ArrayList<>(known);
      for (int left = random.nextInt(1, known.size() + 1); left > 0; left--) {
        add(some.remove(random.nextInt(some.size())));
      }
      if (chance(3)) {
        add(groups.anything(2));
      }
      Expr having = chance(3) ? groups.truth(1) : null;
      Select.Rank rank = null;
      if (chance(3)) {
        Expr.Over place = place(groups, known);
        rank = chance(3) ? null : new Select.Rank(place, random.nextInt(1, 5));
        if (rank == null || chance(3)) {
          add(new Leaf(place, Kind.NUMBER, 0));
        }
      }
      if (chance(6)) {
        add(total(groups, known));
      }
      if (chance(8)) {
        add(new Leaf(place(groups, known), Kind.NUMBER, 0));
      }
      List<Expr.Order> order = chance(2) ? List.of() : order(groups);
      return made(name, from, where, groupBy(), having, rank, order);
    }

    /** A key may be named by the place or the name of the column that shows it. */
    private List<Expr> groupBy() {
      List<Expr> groupBy = new ArrayList<>();
      for (Expr key : keys) {
        Expr written = key;
        for (int at = 0; at < items.size(); at++) {
          Select.Item item = items.get(at);
          if (item.expr().equals(key) && chance(3)) {
            written =
                chance(2)
                    ? RandomExprs.num(at + 1L)
                    : item.as().value().startsWith("c")
                        ? new Expr.Name(null, item.as().value(), At.NOWHERE)
                        : key;
          }
        }
        groupBy.add(written);
      }
      return groupBy;
    }

    private static boolean hasName(Expr expr) {
      boolean[] found = {false};
      ModelSelect.visit(expr, part -> found[0] |= part instanceof Expr.Name);
      return found[0];
    }

    /** Columns of tables whose row is known by the keys. */
    private void dependents(List<Leaf> known) {
      Set<String> determined = new HashSet<>();
      for (int at = 0; at < joins.size(); at++) {
        Select.Join join = joins.get(at);
        String alias = join.source().alias().value();
        boolean isKnown =
            join.on().stream()
                .allMatch(on ->
                    determined.contains(on.left().table())
                        || keys.stream()
                            .anyMatch(key ->
                                key instanceof Expr.Name name
                                    && name.name().equals(on.left().name())
                                    && (name.table() == null
                                        || name.table().equals(on.left().table()))));
        if (isKnown) {
          determined.add(alias);
          for (Named each : named) {
            if (each.alias().equals(alias)) {
              each.table().columns.stream()
                  .filter(_ -> chance(2))
                  .forEach(column -> known.add(leaf(each, column)));
            }
          }
        }
      }
    }

    // ---- clauses

    private void add(Leaf leaf) {
      String as = "c" + items.size();
      if (leaf.expr() instanceof Expr.Name name && names.add(name.name()) && chance(2)) {
        as = name.name();
      }
      items.add(new Select.Item(leaf.expr(), Str.of(as)));
    }

    private Expr.Over place(RandomExprs exprs, List<Leaf> leaves) {
      List<Expr.Order> order = new ArrayList<>();
      for (int left = random.nextInt(1, 3); left > 0; left--) {
        Expr by = chance(3) ? exprs.anything(1).expr() : any(leaves).expr();
        order.add(new Expr.Order(by, chance(2)));
      }
      return new Expr.Over(call("row_number"), partition(leaves), order, At.NOWHERE);
    }

    private Leaf total(RandomExprs exprs, List<Leaf> leaves) {
      Leaf of = exprs.number(1);
      Expr over =
          new Expr.Over(
              RandomExprs.call("sum", of.expr()), partition(leaves), List.of(), At.NOWHERE);
      return new Leaf(over, Kind.NUMBER, of.scale());
    }

    private List<Expr> partition(List<Leaf> leaves) {
      List<Expr> partition = new ArrayList<>();
      for (int left = random.nextInt(3); left > 0; left--) {
        Expr by = chance(2) && !keys.isEmpty() ? any(keys) : any(leaves).expr();
        if (!partition.contains(by)) {
          partition.add(by);
        }
      }
      return partition;
    }

    private Expr.Call call(String function) {
      return new Expr.Call(function, List.of(), false, false, At.NOWHERE);
    }

    private List<Expr.Order> order(RandomExprs exprs) {
      List<Expr.Order> order = new ArrayList<>();
      for (int left = random.nextInt(1, 3); left > 0; left--) {
        int at = random.nextInt(items.size());
        String as = items.get(at).as().value();
        Expr by =
            switch (random.nextInt(4)) {
              case 0 -> RandomExprs.num(at + 1L);
              case 1 -> exprs.anything(1).expr();
              default ->
                  as.startsWith("c") ? new Expr.Name(null, as, At.NOWHERE) : items.get(at).expr();
            };
        order.add(
            new Expr.Order(by instanceof Expr.Num ? RandomExprs.num(at + 1L) : by, chance(2)));
      }
      return order;
    }

    private Select made(
        String name,
        Named from,
        Expr where,
        List<Expr> groupBy,
        Expr having,
        Select.Rank rank,
        List<Expr.Order> order) {
      Integer limit = chance(3) ? Integer.valueOf(random.nextInt(1, 6)) : null;
      Select.Source source = new Select.Source(Str.of(from.table().name), Str.of(from.alias()));
      return new Select(
          Str.of(name), items, source, joins, where, groupBy, having, rank, order, limit);
    }
  }
}
