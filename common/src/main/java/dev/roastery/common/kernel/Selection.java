package dev.roastery.common.kernel;

/** The numbers of some rows, ascending: the first {@code count} of {@code rows}. */
public record Selection(int[] rows, int count) {

  public static Selection all(int count) {
    int[] rows = new int[count];
    for (int row = 0; row < count; row++) {
      rows[row] = row;
    }
    return new Selection(rows, count);
  }
}
