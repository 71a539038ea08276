package dev.roastery.common.plan;

import dev.roastery.common.plan.document.Json.Str;
import dev.roastery.common.plan.document.Problems;
import dev.roastery.common.plan.document.Words;
import dev.roastery.common.plan.value.ValueFormat;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The columns that a result has so far, while its query is being bound. */
final class Scope {

  static final int NONE = -1;

  private final Problems problems;
  private final List<String> names = new ArrayList<>();
  private final List<@Nullable ValueFormat> formats = new ArrayList<>();

  Scope(Problems problems) {
    this.problems = problems;
  }

  /** A null format is that of a definition with a problem of its own. */
  void add(Str name, @Nullable ValueFormat format) {
    if (names.contains(name.value())) {
      problems.add(
          name.place(),
          "the result has two columns "
              + Words.quoted(name.value())
              + "; give one another name (\"as\", or the measure's name)");
    }
    names.add(name.value());
    formats.add(format);
  }

  List<String> names() {
    return names;
  }

  int find(Str name) {
    return names.indexOf(name.value());
  }

  @Nullable ValueFormat format(int column) {
    return formats.get(column);
  }
}
