package dev.roastery.common.query.document;

import java.util.List;
import java.util.stream.Collectors;

/** What came of reading a document: its meaning, or everything that is wrong with it. */
public sealed interface Parsed<T> {

  record Valid<T>(T value) implements Parsed<T> {}

  record Invalid<T>(List<Problem> problems) implements Parsed<T> {
    public Invalid {
      problems = List.copyOf(problems);
      if (problems.isEmpty()) {
        throw new IllegalArgumentException("invalid, but without a problem");
      }
    }
  }

  /** For documents that are known to be right, because this program wrote or ships them. */
  default T orThrow() {
    return switch (this) {
      case Valid<T> valid -> valid.value();
      case Invalid<T> invalid ->
          throw new IllegalArgumentException(
              invalid.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")));
    };
  }
}
