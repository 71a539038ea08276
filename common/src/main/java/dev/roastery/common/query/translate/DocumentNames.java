package dev.roastery.common.query.translate;

import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.expression.At;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.sql.Sql;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the texts of a document mean. One that is exactly a name is what has that name; every other
 * one is an expression, in which a name with spaces or signs stands in double quotes.
 *
 * <ul>
 *   <li>Of rows (where, keys, measures): a column of {@code from}, then what a join takes.
 *   <li>Of groups (having, rank, order, select): a key or measure, then what a join takes, then the
 *       same as of rows.
 * </ul>
 */
final class DocumentNames {

  private final Problems problems;
  private final Select.Source source;
  private final @Nullable TableSpec from;
  private final List<TableSpec> joined = new ArrayList<>();
  private final Map<String, Expr> taken = new HashMap<>();
  private final Map<String, Expr> defined = new HashMap<>();

  DocumentNames(Tables tables, Select.Source source, Problems problems) {
    this.problems = problems;
    this.source = source;
    this.from = tables.find(source.table().value());
  }

  void join(@Nullable TableSpec table) {
    if (table != null) {
      joined.add(table);
    }
  }

  void take(Str as, Expr column) {
    define(taken, as, column);
  }

  /** A key, a measure, or a place. */
  void define(Str name, Expr expr) {
    define(defined, name, expr);
  }

  private void define(Map<String, Expr> names, Str name, Expr expr) {
    Expr other = names.putIfAbsent(name.value(), expr);
    if (other != null && !other.equals(expr)) {
      problems.add(
          name.place(),
          "the document gives the name "
              + NameSuggestions.quoted(name.value())
              + " twice; give one another name (\"as\", or the measure's name)");
    }
  }

  @Nullable Expr ofRow(Str text) {
    return isColumn(text.value())
        ? row(new Expr.Name(null, text.value(), new At(text.place())))
        : expression(text, new Substitution(this::row, this::row));
  }

  @Nullable Expr ofGroup(Str text) {
    return isName(text.value())
        ? group(new Expr.Name(null, text.value(), new At(text.place())))
        : expression(text, new Substitution(this::group, this::row));
  }

  /** The column that a join's {@code on} names. */
  @Nullable Expr ofOn(Str text) {
    Expr key = defined.get(text.value());
    return key == null ? ofRow(text) : key;
  }

  private @Nullable Expr expression(Str text, Substitution substitution) {
    Expr expr = Sql.expression(text, problems);
    return expr == null ? null : substitution.of(expr);
  }

  /** Whether that text about groups is exactly a name. */
  boolean isName(String text) {
    return defined.containsKey(text) || isColumn(text);
  }

  private boolean isColumn(String name) {
    return isOfFrom(name) || taken.containsKey(name) || isOfJoined(name);
  }

  private boolean isOfFrom(String name) {
    return from != null && from.column(name) != null;
  }

  private boolean isOfJoined(String name) {
    return joined.stream().anyMatch(table -> table.column(name) != null);
  }

  private Expr row(Expr.Name name) {
    if (name.table() != null) {
      return name;
    }
    if (isOfFrom(name.name())) {
      String table = isOfJoined(name.name()) ? source.alias().value() : null;
      return new Expr.Name(table, name.name(), name.at());
    }
    return taken.getOrDefault(name.name(), name);
  }

  private Expr group(Expr.Name name) {
    Expr definition = name.table() == null ? defined.get(name.name()) : name;
    if (definition != null) {
      return definition;
    }
    Expr column = taken.get(name.name());
    return column == null ? row(name) : column;
  }
}
