package dev.roastery.cli.trace;

import dev.roastery.cli.Repository;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A document with tables {@code | id | … | class | test |} (the class column may be missing) and
 * one line that counts: "3 of 108 have a test."
 */
record TraceDocument(String name, String text, Sources sources) {

  private static final String NOT_YET = "not yet";

  /** A line of a table. */
  record Row(String id, List<String> columns, List<String> cells) {

    /** The tests that it names; none if it is not met. */
    List<String> tests() {
      return names("test");
    }

    private List<String> names(String column) {
      int at = columns.indexOf(column);
      return at < 0 || at >= cells.size() || cells.get(at).equals(NOT_YET)
          ? List.of()
          : Arrays.asList(cells.get(at).split(", "));
    }
  }

  /** What is wrong with it, each with its row; empty when it tells the truth about these ids. */
  List<String> problems(List<String> ids) {
    List<Row> rows = rows();
    return Stream.of(
            idProblems(ids, rows),
            rows.stream().flatMap(this::rowProblems),
            countProblem(ids, rows).stream())
        .flatMap(problems -> problems)
        .map(problem -> name + ": " + problem)
        .toList();
  }

  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    List<String> columns = List.of();
    for (String line : text.lines().filter(line -> line.startsWith("| ")).toList()) {
      List<String> cells = Arrays.asList(line.substring(2).split(" \\|(?: |$)"));
      if (cells.getFirst().equals("id")) {
        columns = cells;
      } else if (!cells.getFirst().startsWith("---")) {
        rows.add(new Row(cells.getFirst(), columns, cells));
      }
    }
    return rows;
  }

  private static Stream<String> idProblems(List<String> ids, List<Row> rows) {
    List<String> found = rows.stream().map(Row::id).toList();
    return Stream.concat(
        ids.stream()
            .filter(id -> Collections.frequency(found, id) != 1)
            .map(id -> id + " is there " + Collections.frequency(found, id) + " times"),
        found.stream().filter(id -> !ids.contains(id)).map(id -> id + " is no known id"));
  }

  private Stream<String> rowProblems(Row row) {
    if (row.cells().size() != row.columns().size()) {
      return Stream.of(row.id() + " has " + row.cells().size() + " cells, not " + row.columns());
    }
    return Stream.concat(
            row.names("class").stream().map(sources::problemWithClass),
            row.tests().stream().map(sources::problemWithTest))
        .flatMap(Optional::stream)
        .map(problem -> row.id() + ": " + problem);
  }

  private Optional<String> countProblem(List<String> ids, List<Row> rows) {
    long tested = rows.stream().filter(row -> !row.tests().isEmpty()).count();
    String count = tested + " of " + ids.size() + " have a test.";
    return Pattern.compile("^" + count + "$", Pattern.MULTILINE).matcher(text).find()
        ? Optional.empty()
        : Optional.of("the line that counts must be '" + count + "'");
  }

  static TraceDocument of(String path) {
    return new TraceDocument(path, Repository.read(path), Sources.ofTheProject());
  }
}
