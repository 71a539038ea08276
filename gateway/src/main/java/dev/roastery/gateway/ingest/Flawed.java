package dev.roastery.gateway.ingest;

import java.util.Comparator;

/**
 * A bad row found in a block, as places in its bytes: the row is {@code [from, to)}, the value
 * {@code [valueFrom, valueTo)}; {@code field} is the value's place in the header, or -1 when it is
 * the row that is wrong, which has {@code fields} fields.
 */
record Flawed(int from, int to, Flaw flaw, int field, int valueFrom, int valueTo, int fields) {

  /** Rows as in the part; of a row's flaws the first. */
  static final Comparator<Flawed> ORDER =
      Comparator.comparingInt(Flawed::from).thenComparingInt(Flawed::field);

  static Flawed row(int from, int to, Flaw flaw, int fields) {
    return new Flawed(from, to, flaw, -1, from, to, fields);
  }
}
