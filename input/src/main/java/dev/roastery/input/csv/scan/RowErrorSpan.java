package dev.roastery.input.csv.scan;

import java.util.Comparator;

/**
 * A bad row found in a block, as places in its bytes: the row is {@code [from, to)}, the value
 * {@code [valueFrom, valueTo)}; {@code field} is the value's place in the header, or -1 when it is
 * the row that is wrong, which has {@code fields} fields.
 */
public record RowErrorSpan(
    int from, int to, RowError flaw, int field, int valueFrom, int valueTo, int fields) {

  /** Rows as in the part; of a row's flaws the first. */
  public static final Comparator<RowErrorSpan> ORDER =
      Comparator.comparingInt(RowErrorSpan::from).thenComparingInt(RowErrorSpan::field);

  static RowErrorSpan row(int from, int to, RowError flaw, int fields) {
    return new RowErrorSpan(from, to, flaw, -1, from, to, fields);
  }
}
