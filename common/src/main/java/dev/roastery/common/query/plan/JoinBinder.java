package dev.roastery.common.query.plan;

import dev.roastery.common.query.bound.BoundJoin;
import dev.roastery.common.query.condition.NameResolver;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Query;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.value.ValueFormat;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Resolves joins one after the other, and puts what each takes in scope of the next. */
final class JoinBinder {

  private final NameResolver names;
  private final Scope scope;
  private final Problems problems;

  JoinBinder(NameResolver names, Scope scope, Problems problems) {
    this.names = names;
    this.scope = scope;
    this.problems = problems;
  }

  List<BoundJoin> joins(List<Query.Join> written) {
    List<BoundJoin> joins = new ArrayList<>();
    for (Query.Join join : written) {
      TableSpec table = names.table(join.table());
      int on = scope.find(join.on());
      ColumnSpec key = table == null ? null : key(table, join, on);
      List<BoundJoin.Taken> taken = new ArrayList<>();
      for (Query.Take take : join.take()) {
        ColumnSpec column = table == null ? null : names.column(table, take.column());
        scope.add(take.as(), column == null ? null : column.format());
        if (column != null) {
          taken.add(new BoundJoin.Taken(column, take.as().value()));
        }
      }
      if (table != null && key != null) {
        joins.add(new BoundJoin(table, on, key, taken));
      }
    }
    return joins;
  }

  private @Nullable ColumnSpec key(TableSpec table, Query.Join join, int on) {
    ColumnSpec key = table.key() == null ? null : table.column(table.key());
    if (key == null) {
      problems.add(
          join.table().place(),
          "table " + table.name() + " has no key, so no row can be looked up in it");
    } else if (!key.name().equals(join.key().value())) {
      String pair =
          "{ "
              + NameSuggestions.quoted(join.on().value())
              + ": "
              + NameSuggestions.quoted(key.name())
              + " }";
      problems.add(
          join.key().place(),
          "table " + table.name() + " is looked up by its key, " + key.name() + ": write " + pair);
    } else {
      ValueFormat format = on == Scope.NONE ? null : scope.format(on);
      if (format != null && !format.equals(key.format())) {
        String types = join.on().value() + " is of type " + format.name() + ", ";
        String wrong =
            types + table.name() + "." + NameResolver.typed(key) + ": they are never equal";
        problems.add(join.on().place(), wrong);
      }
    }
    return key;
  }
}
