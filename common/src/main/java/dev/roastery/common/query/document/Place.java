package dev.roastery.common.query.document;

/**
 * Where in its document something stands; lines and columns count from 1, the pointer is RFC 6901.
 * {@code start} and {@code end} count characters of the document's text, which begins after its
 * byte order mark.
 */
public record Place(int line, int column, String pointer, int start, int end) {

  /** The place of what no document contains. */
  public static final Place NOWHERE = new Place(1, 1, "", 0, 0);

  /** The same place, of which it is known now where it ends. */
  public Place until(int newEnd) {
    return new Place(line, column, pointer, start, newEnd);
  }

  @Override
  public String toString() {
    return line + ":" + column + ": " + pointer;
  }
}
