package dev.roastery.common.plan.document;

/**
 * Where in its document something stands; lines and columns count from 1, the pointer is RFC 6901.
 * All places are equal: two queries that say the same are the same, wherever they say it.
 */
public final class Place {

  /** The place of what no document contains. */
  public static final Place NOWHERE = new Place(1, 1, "");

  private final int line;
  private final int column;
  private final String pointer;

  public Place(int line, int column, String pointer) {
    this.line = line;
    this.column = column;
    this.pointer = pointer;
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
