package dev.roastery.input.csv.scan;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the rows and fields of a block of bytes are. For every row there is a mark before its first
 * byte and one at the end of each field: field {@code f} of row {@code r} is {@code
 * bytes[marks[rows[r] + f] + 1 .. marks[rows[r] + f + 1])}, still with its quotes. Each format has
 * its own way to find them. A line without a byte is no row.
 */
public abstract class RowIndex {

  /** What the marks are places in. */
  public byte[] bytes;

  public int[] marks = new int[1 << 10];
  public int[] rows = new int[1 << 8];

  /** The rows that have as many fields as the header. */
  public int count;

  /** Where, in the block, the first row begins that is not complete, or not of this batch. */
  public int next;

  /** Line breaks before {@code next}. */
  public int lines;

  /** Where, in the row at {@code next}, a quoted field begins that does not end; or -1. */
  public int openQuote = -1;

  /** Whether there was no room for all the rows: those from {@code next} on are to be found. */
  public boolean full;

  /** Rows that have another shape. */
  public final List<RowErrorSpan> misfits = new ArrayList<>();

  protected final int fields;
  protected final int rowBytesMax;

  protected RowIndex(byte[] bytes, int fields, int rowBytesMax) {
    this.bytes = bytes;
    this.fields = fields;
    this.rowBytesMax = rowBytesMax;
  }

  /** The block is now in that array. */
  public abstract void moveTo(byte[] block);

  /** Finds the rows that begin in {@code [from, stop)} and end before {@code limit}. */
  public abstract void find(int from, int stop, int limit);

  /**
   * Looks for the quote that does not end in the row at {@code from}, which does not end before
   * {@code limit}.
   */
  public abstract void findOpenQuote(int from, int limit);

  /** Where in the block the row begins whose first mark is {@code row}. */
  public int start(int row) {
    return marks[row] + 1;
  }

  /** What a format says itself of a value. */
  public enum Kind {
    /** Nothing: its characters say what it is. */
    ANY,
    /** No text. */
    BARE,
    TEXT,
    /** An object or a list. */
    NESTED
  }

  /** Whether {@link #kind} says anything. */
  public boolean tellsKinds() {
    return false;
  }

  /** What field {@code field} of the row at mark {@code row} is. */
  public Kind kind(int row, int field) {
    return Kind.ANY;
  }

  /** Field {@code field} of the row at mark {@code row} is wrong. */
  public RowErrorSpan flawed(int row, int field, RowError flaw) {
    int value = row + field;
    return new RowErrorSpan(
        marks[row] + 1,
        marks[row + fields],
        flaw,
        field,
        marks[value] + 1,
        marks[value + 1],
        fields);
  }

  public static int indexOf(byte[] bytes, int from, int limit, char wanted) {
    for (int at = from; at < limit; at += 8) {
      long found = Swar.zeros(Swar.at(bytes, at) ^ wanted * Swar.ONES);
      if (found != 0) {
        return Math.min(at + Swar.first(found), limit);
      }
    }
    return limit;
  }

  public static int count(byte[] bytes, int from, int to, char wanted) {
    int count = 0;
    for (int at = indexOf(bytes, from, to, wanted); at < to; count++) {
      at = indexOf(bytes, at + 1, to, wanted);
    }
    return count;
  }
}
