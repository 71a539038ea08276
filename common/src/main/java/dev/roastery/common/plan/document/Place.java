package dev.roastery.common.plan.document;

/**
 * Where in its document something stands; lines and columns count from 1, the pointer is RFC 6901.
 * {@code start} and {@code end} count characters of the document's text, which begins after its
 * byte order mark. All places are equal: two queries that say the same are the same, wherever they
 * say it.
 */
public final class Place {

  /** The place of what no document contains. */
  public static final Place NOWHERE = new Place(1, 1, "", 0, 0);

  private final int line;
  private final int column;
  private final String pointer;
  private final int start;
  private final int end;

  public Place(int line, int column, String pointer, int start, int end) {
    this.line = line;
    this.column = column;
    this.pointer = pointer;
    this.start = start;
    this.end = end;
  }

  /** The same place, of which it is known now where it ends. */
  Place until(int newEnd) {
    return new Place(line, column, pointer, start, newEnd);
  }

  public int line() {
    return line;
  }

  public int column() {
    return column;
  }

  public String pointer() {
    return pointer;
  }

  public int start() {
    return start;
  }

  public int end() {
    return end;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Place;
  }

  @Override
  public int hashCode() {
    return 1;
  }

  @Override
  public String toString() {
    return line + ":" + column + ": " + pointer;
  }
}
