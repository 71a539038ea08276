package dev.roastery.common.query.translate;

import dev.roastery.common.query.document.Expect;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.expression.At;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.Limits;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.language.Select.Duplicates;
import dev.roastery.common.query.language.Tables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables of a document: {@code from} and {@code join}. */
final class DocumentJoins {

  private static final List<String> FIELDS =
      List.of("table", "as", "on", "take", "keep", "duplicates");

  private final Tables tables;
  private final Problems problems;
  private final Expect expect;
  private final Set<String> aliases = new HashSet<>();
  private final List<Draft> drafts = new ArrayList<>();

  DocumentJoins(Tables tables, Problems problems) {
    this.tables = tables;
    this.problems = problems;
    this.expect = new Expect(problems);
  }

  /** A join of which it is not known yet what its {@code on} means. */
  private record Draft(Json.Obj object, Select.Source source) {}

  Select.Source from(Json.Obj document) {
    Json json = expect.required(document, "from");
    if (json instanceof Json.Obj object) {
      expect.object(object, List.of("table", "as"));
      return source(object);
    }
    Str table = json == null ? null : text(json);
    Str name = table == null ? new Str("", document.place()) : table;
    aliases.add(name.value());
    return new Select.Source(name, name);
  }

  private @Nullable Str text(Json json) {
    Str text = expect.text(json);
    if (text != null && text.value().isEmpty()) {
      problems.add(text.place(), "a name is missing here");
    }
    return text;
  }

  private Select.Source source(Json.Obj object) {
    Json json = expect.required(object, "table");
    Str table = json == null ? null : text(json);
    Str name = table == null ? new Str("", object.place()) : table;
    Json as = object.get("as");
    Str given = as == null ? null : expect.name(as);
    Str alias = given == null ? unused(name) : given;
    if (!aliases.add(alias.value())) {
      problems.add(
          alias.place(),
          NameSuggestions.quoted(alias.value()) + " names two tables: give one another name");
    }
    return new Select.Source(name, alias);
  }

  /** Documents without "as" may join a table twice. */
  private Str unused(Str table) {
    String alias = table.value();
    for (int number = 2; aliases.contains(alias); number++) {
      alias = table.value() + "_" + number;
    }
    return new Str(alias, table.place());
  }

  /** What the document's texts mean, as far as its tables say. */
  DocumentNames names(Select.Source from, @Nullable Json json) {
    DocumentNames names = new DocumentNames(tables, from, problems);
    for (Json item : expect.list(json, Limits.JOINS_MAX)) {
      Json.Obj object = expect.object(item, FIELDS);
      if (object != null) {
        Draft draft = new Draft(object, source(object));
        drafts.add(draft);
        names.join(tables.find(draft.source().table().value()));
        takes(object.get("take"), draft.source().alias().value(), names);
      }
    }
    return names;
  }

  private void takes(@Nullable Json json, String alias, DocumentNames names) {
    for (Json item : expect.list(json, Limits.TAKES_MAX)) {
      Json.Obj object = item instanceof Str ? null : expect.object(item, List.of("column", "as"));
      Json of = object == null ? item : expect.required(object, "column");
      Json as = object == null ? item : expect.required(object, "as");
      Str column = of == null ? null : expect.text(of);
      Str name = as == null ? null : expect.name(as);
      if (column != null && name != null) {
        names.take(name, new Expr.Name(alias, column.value(), new At(column.place())));
      }
    }
  }

  List<Select.Join> joins(DocumentNames names) {
    return drafts.stream().map(draft -> join(draft, names)).toList();
  }

  private Select.Join join(Draft draft, DocumentNames names) {
    Json.Obj object = draft.object();
    Json on = expect.required(object, "on");
    return new Select.Join(
        draft.source(),
        word(object, "keep", "matched", "all"),
        word(object, "duplicates", "fail", "first") ? Duplicates.FAIL : Duplicates.FIRST,
        on == null ? List.of() : on(on, draft.source().alias().value(), names),
        new At(object.place()));
  }

  /** Whether the field has the word {@code chosen}, and not the other one. */
  private boolean word(Json.Obj object, String field, String chosen, String byDefault) {
    Json json = object.get(field);
    Str word = json == null ? null : expect.oneOf(json, List.of(byDefault, chosen));
    return word != null && word.value().equals(chosen);
  }

  /** {@code "a"}, {@code {"a": "x", "b": "y"}}, or a list of these. */
  private List<Select.On> on(Json json, String alias, DocumentNames names) {
    List<Select.On> pairs = new ArrayList<>();
    switch (json) {
      case Str column -> pair(column, column, alias, names, pairs);
      case Json.Obj object when !object.fields().isEmpty() -> {
        for (Json.Field field : object.fields()) {
          Str key = expect.text(field.value());
          if (key != null) {
            pair(field.name(), key, alias, names, pairs);
          }
        }
      }
      case Json.Arr list when !list.items().isEmpty() ->
          list.items().forEach(item -> pairs.addAll(on(item, alias, names)));
      default ->
          problems.add(
              json.place(),
              "\"on\" is a name, or { \"column of the result\": \"key of the table\" }");
    }
    return pairs;
  }

  private void pair(Str left, Str key, String alias, DocumentNames names, List<Select.On> pairs) {
    Expr expr = names.ofOn(left);
    if (expr instanceof Expr.Name column) {
      Expr.Name of = new Expr.Name(alias, key.value(), new At(key.place()));
      pairs.add(new Select.On(column, of));
    } else if (expr != null) {
      problems.add(
          left.place(),
          NameSuggestions.quoted(left.value())
              + " is not a column: a table is looked up by a column as it is");
    }
  }
}
