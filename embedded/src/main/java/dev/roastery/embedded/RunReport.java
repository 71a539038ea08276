package dev.roastery.embedded;

import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.gateway.collect.ResultDigest;
import dev.roastery.input.csv.CsvProblem.BadRow;
import java.nio.file.Path;
import java.util.List;

/**
 * What a run came to.
 *
 * @param skipped the rows that were left out, in the order of their parts and lines
 * @param input what was read; of a run that had all its results, what would have been
 * @param found how many of the results had been stored by a run before this one
 */
public record RunReport(List<QueryResult> results, List<BadRow> skipped, Input input, int found) {

  /**
   * What was read.
   *
   * @param rows 0 when nothing had to be computed
   * @param ignored files that were left out
   */
  public record Input(int files, long rows, long bytes, List<String> ignored) {
    public Input {
      ignored = List.copyOf(ignored);
    }
  }

  /** One query's result, and the file that it is in. */
  public record QueryResult(BoundQuery query, Path file, ResultDigest digest) {}

  public RunReport {
    results = List.copyOf(results);
    skipped = List.copyOf(skipped);
  }
}
