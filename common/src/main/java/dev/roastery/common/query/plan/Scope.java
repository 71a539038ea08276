package dev.roastery.common.query.plan;

import dev.roastery.common.query.condition.NameResolver;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.QueryReader;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.value.ValueFormat;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The columns that a result has so far, while its query is being bound. */
final class Scope {

  static final int NONE = -1;

  private final QueryReader.Draft draft;
  private final @Nullable TableSpec from;
  private final NameResolver known;
  private final Problems problems;
  private final List<String> names = new ArrayList<>();
  private final List<@Nullable ValueFormat> formats = new ArrayList<>();

  Scope(QueryReader.Draft draft, @Nullable TableSpec from, NameResolver known, Problems problems) {
    this.draft = draft;
    this.from = from;
    this.known = known;
    this.problems = problems;
  }

  @Nullable TableSpec from() {
    return from;
  }

  NameResolver known() {
    return known;
  }

  /** A null format belongs to a definition that has a problem itself. */
  void add(Str name, @Nullable ValueFormat format) {
    if (names.contains(name.value())) {
      problems.add(
          name.place(),
          "the result has two columns "
              + NameSuggestions.quoted(name.value())
              + "; give one another name (\"as\", or the measure's name)");
    }
    names.add(name.value());
    formats.add(format);
  }

  @Nullable ValueFormat format(int column) {
    return formats.get(column);
  }

  /** The position of a column that the result has so far; NONE, and a problem, without it. */
  int find(Str name) {
    int column = names.indexOf(name.value());
    if (column == NONE && draft.namesAreKnown()) {
      reportUnknown(name);
    }
    return column;
  }

  private void reportUnknown(Str name) {
    if (draft.query().filtersRows()) {
      if (from != null) {
        List<String> all = new ArrayList<>(from.columnNames());
        names.stream().filter(column -> !all.contains(column)).forEach(all::add);
        known.unknown("column", name, all);
      }
    } else if (from != null && from.column(name.value()) != null) {
      problems.add(
          name.place(),
          NameSuggestions.quoted(name.value())
              + " is a column of single rows, and the rows are grouped: group by it, or measure it;"
              + " allowed: "
              + NameSuggestions.listed(names));
    } else {
      known.unknown("column", name, names);
    }
  }
}
