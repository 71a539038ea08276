package dev.roastery.common.kernel.order;

import dev.roastery.common.kernel.Selection;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.value.RowOrder;

/**
 * Sorts rows by what {@link RowOrder} says, without an object for a row: first by a prefix, one
 * long that agrees with the order as far as it reaches ({@link SortPrefix}), digit by digit; then
 * what has equal prefixes by comparison. Equal rows stay as they are.
 */
public final class RowSort {

  private static final int DIGIT_BITS = 11;
  private static final int INSERTION_MAX = 12;

  private final Rows rows;
  private final RowOrder order;

  private RowSort(Rows rows, RowOrder order) {
    this.rows = rows;
    this.order = order;
  }

  /** The numbers of all rows, in that order. */
  public static int[] sorted(Rows rows, RowOrder order) {
    return sorted(rows, Selection.all(rows.count()).rows(), order);
  }

  /** These numbers, in that order. */
  public static int[] sorted(Rows rows, int[] numbers, RowOrder order) {
    SortPrefix prefix = SortPrefix.of(rows, numbers, order);
    int[] places = byDigits(prefix);
    int[] sorted = new int[numbers.length];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = numbers[places[i]];
    }
    if (!prefix.whole()) {
      new RowSort(rows, order).sortRuns(prefix.values(), places, sorted);
    }
    return sorted;
  }

  /** Places of the prefixes, ascending; each pass keeps what the ones before it have done. */
  private static int[] byDigits(SortPrefix prefix) {
    long[] values = prefix.values();
    int[] places = Selection.all(values.length).rows();
    int[] next = new int[places.length];
    for (int shift = 0; shift < prefix.bits(); shift += DIGIT_BITS) {
      int[] starts = new int[(1 << DIGIT_BITS) + 1];
      for (long value : values) {
        starts[digit(value, shift) + 1]++;
      }
      for (int digit = 0; digit < 1 << DIGIT_BITS; digit++) {
        starts[digit + 1] += starts[digit];
      }
      for (int place : places) {
        next[starts[digit(values[place], shift)]++] = place;
      }
      int[] swap = places;
      places = next;
      next = swap;
    }
    return places;
  }

  private static int digit(long value, int shift) {
    return (int) (value >>> shift) & ((1 << DIGIT_BITS) - 1);
  }

  private void sortRuns(long[] prefixes, int[] places, int[] sorted) {
    int[] scratch = new int[0];
    int start = 0;
    for (int end = 1; end <= sorted.length; end++) {
      if (end == sorted.length || prefixes[places[end]] != prefixes[places[start]]) {
        if (end - start > INSERTION_MAX && scratch.length < sorted.length) {
          scratch = new int[sorted.length];
        }
        merge(sorted, scratch, start, end);
        start = end;
      }
    }
  }

  private void merge(int[] numbers, int[] scratch, int from, int to) {
    if (to - from <= INSERTION_MAX) {
      insert(numbers, from, to);
      return;
    }
    int middle = (from + to) >>> 1;
    merge(numbers, scratch, from, middle);
    merge(numbers, scratch, middle, to);
    if (compare(numbers[middle - 1], numbers[middle]) <= 0) {
      return;
    }
    System.arraycopy(numbers, from, scratch, from, middle - from);
    int left = from;
    int right = middle;
    for (int at = from; left < middle; at++) {
      boolean takeRight = right < to && compare(numbers[right], scratch[left]) < 0;
      numbers[at] = takeRight ? numbers[right++] : scratch[left++];
    }
  }

  private void insert(int[] numbers, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      int number = numbers[i];
      int at = i;
      for (; at > from && compare(number, numbers[at - 1]) < 0; at--) {
        numbers[at] = numbers[at - 1];
      }
      numbers[at] = number;
    }
  }

  private int compare(int one, int other) {
    return order.compare(rows, one, rows, other);
  }
}
