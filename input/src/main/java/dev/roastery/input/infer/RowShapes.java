package dev.roastery.input.infer;

/**
 * How many fields the first rows of a file have, if some character is between them. Blank lines are
 * no rows; quotes are heeded where a field begins with one.
 *
 * @param count of rows
 * @param first how many fields the first row has; 0 without a row
 * @param areEqual whether all have as many
 */
record RowShapes(int count, int first, boolean areEqual) {

  /** Enough rows to tell what is between their fields. */
  private static final int ROWS_MAX = 1_000;

  /** Without {@code whole} the last row may be cut off, and does not count. */
  static RowShapes of(byte[] bytes, char delimiter, boolean whole) {
    int count = 0;
    int first = 0;
    boolean areEqual = true;
    int fields = 1;
    int fieldBegin = 0;
    int rowBegin = 0;
    boolean quoted = false;
    for (int at = 0; at <= bytes.length && count < ROWS_MAX; at++) {
      boolean end = at == bytes.length;
      if (end && (!whole || quoted)) {
        break;
      }
      byte b = end ? (byte) '\n' : bytes[at];
      if (b == '"' && (quoted || at == fieldBegin)) {
        quoted = !quoted;
      } else if (!quoted && b == delimiter) {
        fields++;
        fieldBegin = at + 1;
      } else if (!quoted && b == '\n') {
        boolean blank = at == rowBegin || (at == rowBegin + 1 && bytes[rowBegin] == '\r');
        if (!blank) {
          first = count == 0 ? fields : first;
          areEqual &= fields == first;
          count++;
        }
        fields = 1;
        fieldBegin = at + 1;
        rowBegin = at + 1;
      }
    }
    return new RowShapes(count, first, areEqual);
  }
}
