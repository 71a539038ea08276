package dev.roastery.cli.output;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.ValueFormat;
import dev.roastery.embedded.RunReport.QueryResult;
import java.nio.file.Path;
import java.util.List;

/**
 * A result to be printed. {@code numbers} says for each column whether it is numeric; if it is
 * empty, all columns are text.
 */
public record PrintedResult(
    String query, Path file, String sha256, long rows, List<Boolean> numbers) {

  static PrintedResult of(QueryResult result) {
    return new PrintedResult(
        result.query().name(),
        result.file(),
        result.digest().sha256(),
        result.digest().rows(),
        numbers(result.query()));
  }

  private static List<Boolean> numbers(BoundQuery query) {
    return query.output().stream().map(PrintedResult::isNumber).toList();
  }

  boolean isNumber(int column) {
    return column < numbers.size() && numbers.get(column);
  }

  /** Months and half-years are whole numbers on the way, and words in the result. */
  private static boolean isNumber(ResultColumn column) {
    return switch (column.type()) {
      case ColumnType.Whole _ -> column.format().equals(ValueFormat.of(column.type()));
      case ColumnType.Decimal _ -> true;
      case ColumnType.Date _, ColumnType.Timestamp _, ColumnType.Text _ -> false;
    };
  }
}
