package dev.roastery.cli.view;

import dev.roastery.cli.output.Amounts;
import dev.roastery.gateway.format.TerminalText;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Bars below each other, each from the moment at which something began to that of its end. */
final class Waterfall {

  private static final int LABEL_MAX = 34;
  private static final int BARS_MIN = 16;
  private static final int BARS_MAX = 60;

  /** What is said of a bar takes so much of a line, mostly. */
  private static final int FACTS = 44;

  private final Optional<Instant> begin;
  private final Duration length;
  private final int columns;
  private final List<Row> rows = new ArrayList<>();

  /** {@code bar} is empty where no time is known. */
  private record Row(String label, Optional<Bar> bar, String facts) {}

  private record Bar(Duration from, Duration to) {
    Duration time() {
      return to.minus(from);
    }
  }

  Waterfall(Optional<Instant> begin, Duration length, int columns) {
    this.begin = begin;
    this.length = length.isPositive() ? length : Duration.ofMillis(1);
    this.columns = columns;
  }

  /** What has no end goes on until now. */
  void add(String label, Optional<Instant> from, Optional<Instant> to, String facts) {
    Optional<Bar> bar =
        from.flatMap(first ->
            begin.map(zero ->
                new Bar(
                    Duration.between(zero, first),
                    to.map(last -> Duration.between(zero, last)).orElse(length))));
    rows.add(new Row(cut(TerminalText.plain(label)), bar, facts));
  }

  void note(String sentence) {
    rows.add(new Row(sentence, Optional.empty(), ""));
  }

  void print(PrintWriter out) {
    int labels =
        rows.stream()
            .filter(row -> !row.facts().isEmpty())
            .mapToInt(row -> row.label().length())
            .max()
            .orElse(0);
    int width = Math.clamp(columns - labels - FACTS, BARS_MIN, BARS_MAX);
    String end = Amounts.time(length);
    out.println(" ".repeat(labels + 2) + "0 s" + " ".repeat(width - 3 - end.length()) + end);
    for (Row row : rows) {
      if (row.facts().isEmpty()) {
        out.println(row.label());
        continue;
      }
      String picture = row.bar().map(bar -> picture(bar, width)).orElse(" ".repeat(width));
      String time = row.bar().map(bar -> Amounts.time(bar.time())).orElse("-");
      out.println(
          row.label()
              + " ".repeat(labels + 2 - row.label().length())
              + picture
              + "  "
              + " ".repeat(Math.max(0, 7 - time.length()))
              + time
              + "  "
              + row.facts());
    }
    out.println();
  }

  /** At least one character, so that what was short is seen. */
  private String picture(Bar bar, int width) {
    int from = Math.clamp(cell(bar.from(), width), 0, width - 1);
    int to = Math.clamp(cell(bar.to(), width), from + 1, width);
    return " ".repeat(from) + "█".repeat(to - from) + " ".repeat(width - to);
  }

  private int cell(Duration at, int width) {
    return (int) Math.round((double) at.toMillis() / length.toMillis() * width);
  }

  /** The names of parts differ at their ends. */
  private static String cut(String label) {
    if (label.length() <= LABEL_MAX) {
      return label;
    }
    String indent = label.startsWith("  ") ? "  " : "";
    return indent + "…" + label.substring(label.length() - LABEL_MAX + indent.length() + 1);
  }
}
