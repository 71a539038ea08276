package dev.roastery.common.query.plan;

import dev.roastery.common.kernel.expression.Evaluation;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.BoundCondition;
import dev.roastery.common.query.bound.BoundCondition.Holds;
import dev.roastery.common.query.bound.BoundCondition.IsNotNull;
import dev.roastery.common.query.bound.BoundCondition.IsNull;
import dev.roastery.common.query.bound.BoundCondition.Numbers;
import dev.roastery.common.query.bound.BoundCondition.Texts;
import java.util.List;

/** Says row by row what a condition means; the product selects whole blocks. */
public final class PlainCondition {

  private PlainCondition() {}

  /** Whether the row passes; {@code values} is the column that the condition reads. */
  public static boolean holds(BoundCondition condition, Column values, int row) {
    return switch (condition) {
      case IsNull _ -> values.isNull(row);
      case IsNotNull _ -> !values.isNull(row);
      case Numbers numbers -> !values.isNull(row) && holds(numbers, (Column.Longs) values, row);
      case Texts texts -> !values.isNull(row) && holds(texts, (Column.Texts) values, row);
      case Holds holds ->
          new Evaluation("q", rows(values)).select(holds.expr(), new int[] {row}, 1, new int[1])
              == 1;
    };
  }

  /** The queries of these tests read the column as their second one. */
  private static Rows rows(Column values) {
    return new Rows(values.count(), List.of("other", "column"), List.of(values, values));
  }

  private static boolean holds(Numbers condition, Column.Longs values, int row) {
    long value = condition.reading().of(values.values()[row]);
    return condition.ranges().stream()
        .anyMatch(range -> value >= range.low() && value <= range.high());
  }

  private static boolean holds(Texts condition, Column.Texts values, int row) {
    int from = values.offsets()[row];
    int to = values.offsets()[row + 1];
    return condition.ranges().stream().anyMatch(range -> range.contains(values.bytes(), from, to));
  }
}
