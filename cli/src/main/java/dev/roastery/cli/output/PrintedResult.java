package dev.roastery.cli.output;

import dev.roastery.embedded.RunReport.QueryResult;
import dev.roastery.gateway.format.ResultHead;
import java.nio.file.Path;
import java.util.List;

/** A result to be printed, and the file with its canonical CSV. */
public record PrintedResult(ResultHead head, Path file) {

  static PrintedResult of(QueryResult result) {
    List<ResultHead.Column> columns =
        result.query().output().stream().map(ResultHead.Column::of).toList();
    return new PrintedResult(
        new ResultHead(
            result.query().name(), result.digest().sha256(), result.digest().rows(), columns),
        result.file());
  }
}
