package dev.roastery.gateway.format;

import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.ValueFormat;
import java.util.List;
import java.util.Set;

/**
 * What is known of a result besides its rows.
 *
 * @param columns in the order of the CSV; of those that are missing, values are texts
 */
public record ResultHead(String query, String sha256, long rows, List<Column> columns) {

  public ResultHead {
    columns = List.copyOf(columns);
  }

  private static final Set<String> NUMBERS = Set.of("whole", "decimal");
  private static final Set<String> TRUTHS = Set.of("truth");

  /** The scale of a column that is no decimal. */
  public static final int NO_SCALE = -1;

  /** A column with its type in the words of the HTTP interface. */
  public record Column(String name, String type, int scale) {

    public static Column of(ResultColumn column) {
      return switch (column.format()) {
        case ValueFormat.Decimal(int scale) -> new Column(column.name(), "decimal", scale);
        case ValueFormat other ->
            new Column(column.name(), other.name().replace(' ', '-'), NO_SCALE);
      };
    }
  }

  /** Whether values of that column are numbers: months and half-years are words. */
  public boolean isNumber(int column) {
    return isOneOf(NUMBERS, column);
  }

  /** Whether values of that column are true or false. */
  public boolean isTruth(int column) {
    return isOneOf(TRUTHS, column);
  }

  private boolean isOneOf(Set<String> types, int column) {
    return column < columns.size() && types.contains(columns.get(column).type());
  }
}
