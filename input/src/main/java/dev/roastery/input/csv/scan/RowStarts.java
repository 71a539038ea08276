package dev.roastery.input.csv.scan;

/**
 * Finds where rows begin for one who comes into the middle of a part. It is not guessed: all states
 * that a reader from the start could be in are followed at once, from some place before. A state in
 * which no row begins for longer than a row may be is struck out, for such a part is refused by
 * whoever reads that row. If those that are left agree, that is it; if not, one must begin further
 * back.
 *
 * <p>The rules are those of {@link DelimitedRows}: a field is quoted when it begins with a quote,
 * and after the quote that closes it all is bare until the next delimiter.
 */
public final class RowStarts {

  /** Those who are left do not agree, or there are none. */
  public static final long UNDECIDED = -1;

  /** No row has begun yet. */
  public static final long NONE = -2;

  private static final int NO_BYTE = 256;

  private final int delimiter;
  private final int quote;
  private final int rowBytesMax;

  private enum State {
    FIELD_START,
    BARE,
    QUOTED,
    AFTER_QUOTE
  }

  /** {@code quote} is 256 where a quote is a character like others. */
  public RowStarts(int delimiter, int quote, int rowBytesMax) {
    this.delimiter = delimiter;
    this.quote = quote;
    this.rowBytesMax = rowBytesMax;
  }

  /** Each line feed ends a row. */
  public static RowStarts ofLines(int rowBytesMax) {
    return new RowStarts(NO_BYTE, NO_BYTE, rowBytesMax);
  }

  /** How far before a place it must have been begun, so that one state is left in most parts. */
  public int lookBack() {
    return rowBytesMax + 2;
  }

  /** Begins at {@code from}, where a row begins. */
  public Search atRow(long from, long target) {
    return new Search(from, target, State.FIELD_START);
  }

  /** Begins at {@code from}, wherever that is. */
  public Search anywhere(long from, long target) {
    return quote == NO_BYTE
        ? new Search(from, target, State.BARE)
        : new Search(from, target, State.values());
  }

  /** Finds the first row that begins at or after the target. */
  public final class Search {

    private final long target;
    private final Follower[] followers;
    private int left;
    private long at;

    private Search(long from, long target, State... states) {
      this.at = from;
      this.target = target;
      this.followers = new Follower[states.length];
      this.left = states.length;
      for (int i = 0; i < states.length; i++) {
        followers[i] = new Follower(states[i], from);
      }
    }

    /** The part's offset of the next byte that is wanted. */
    public long at() {
      return at;
    }

    /**
     * Takes the next bytes; true when no more are needed. {@link Swar#SLACK} bytes must be readable
     * behind them.
     */
    public boolean take(byte[] bytes, int from, int to) {
      boolean settled = true;
      for (int i = 0; i < left; i++) {
        followers[i].follow(bytes, from, to);
        settled &= followers[i].found != NONE;
      }
      at += to - from;
      strikeOut();
      merge();
      return left == 0 || settled;
    }

    private void strikeOut() {
      for (int i = 0; i < left; i++) {
        Follower each = followers[i];
        if (each.found == NONE && at - each.row > lookBack()) {
          followers[i--] = followers[--left];
        }
      }
    }

    /** Who is where another one is goes where that one goes. */
    private void merge() {
      for (int i = 0; i < left; i++) {
        for (int other = i + 1; other < left; other++) {
          if (followers[i].isWith(followers[other])) {
            followers[i].row = Math.max(followers[i].row, followers[other].row);
            followers[other--] = followers[--left];
          }
        }
      }
    }

    /**
     * The offset of the row; {@link #NONE} if none has begun up to here; {@link #UNDECIDED} if
     * there is more than one answer, or none is left.
     */
    public long answer() {
      if (left == 0) {
        return UNDECIDED;
      }
      for (int i = 1; i < left; i++) {
        if (followers[i].found != followers[0].found) {
          return UNDECIDED;
        }
      }
      return followers[0].found;
    }

    /** One state that a reader could be in, and what has come of it. */
    private final class Follower {
      private State state;

      /** Where the row began that it is in, or later. */
      private long row;

      private long found = NONE;

      Follower(State state, long from) {
        this.state = state;
        this.row = from;
        if (state == State.FIELD_START && from == target) {
          found = from;
        }
      }

      boolean isWith(Follower other) {
        return state == other.state && found == other.found;
      }

      void follow(byte[] bytes, int from, int to) {
        State now = state;
        for (int i = from; i < to && found == NONE; i++) {
          if (now == State.QUOTED) {
            i = RowIndex.indexOf(bytes, i, to, (char) quote);
            now = i < to ? State.AFTER_QUOTE : State.QUOTED;
            continue;
          }
          byte next = bytes[i];
          if (next == '\n') {
            now = State.FIELD_START;
            begins(at + i - from + 1);
          } else if (next == delimiter) {
            now = State.FIELD_START;
          } else if (next == quote && now != State.BARE) {
            now = State.QUOTED;
          } else {
            now = State.BARE;
          }
        }
        state = now;
      }

      private void begins(long offset) {
        row = offset;
        if (offset >= target) {
          found = offset;
        }
      }
    }
  }
}
