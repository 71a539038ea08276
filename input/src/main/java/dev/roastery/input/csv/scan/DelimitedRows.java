package dev.roastery.input.csv.scan;

/**
 * The rows of CSV. A field is quoted when it begins with a quote; a quote further on is a character
 * like others. So is a carriage return, but for the one before a line feed.
 */
public final class DelimitedRows extends RowIndex {

  /** The byte between the fields of a row. */
  private final byte delimiter;

  /** Eight delimiters when a search for low bytes does not find them, and otherwise 0. */
  private final long highDelimiters;

  /** The byte that a quoted field begins with; none when it is no byte. */
  private final int quote;

  /** Marks of complete rows. */
  private int used;

  /** {@code quote} is 256 where a quote is a character like others. */
  public DelimitedRows(byte[] bytes, int fields, int rowBytesMax, char delimiter, int quote) {
    super(bytes, fields, rowBytesMax);
    this.delimiter = (byte) delimiter;
    this.highDelimiters = delimiter > ',' ? delimiter * Swar.ONES : 0;
    this.quote = quote;
  }

  @Override
  public void moveTo(byte[] block) {
    bytes = block;
  }

  @Override
  public void find(int from, int stop, int limit) {
    reset(from, limit - from);
    int until = Math.min(stop, limit);
    int at = scan(from, until);
    while (at < until) {
      int end = careful(at, limit);
      if (end < 0) {
        break;
      }
      at = end < until ? scan(end, until) : end;
    }
    next = at;
  }

  private void reset(int from, int length) {
    count = 0;
    used = 0;
    lines = 0;
    openQuote = -1;
    next = from;
    misfits.clear();
    // In the worst case each byte is a mark, and each line feed two.
    if (marks.length < 2 * length + 4) {
      marks = new int[2 * length + 4];
      // A row has as many bytes as fields at least: a separator after each, and a line feed.
      rows = new int[length / fields + 1];
    }
  }

  /** Finds rows without quoted fields; returns where the first begins that it cannot do. */
  private int scan(int from, int until) {
    byte[] bytes = this.bytes;
    int[] marks = this.marks;
    byte delimiter = this.delimiter;
    long highDelimiters = this.highDelimiters;
    int quote = this.quote;
    int row = used;
    int mark = row;
    marks[mark++] = from - 1;
    for (int at = from; at < until; at += Swar.STRIDE) {
      long found = Swar.lowInStride(bytes, at);
      if (highDelimiters != 0) {
        found |= Swar.inStride(bytes, at, highDelimiters);
      }
      if (until - at < Swar.STRIDE) {
        found &= (1L << (until - at)) - 1;
      }
      while (found != 0) {
        int place = at + Swar.lowest(found);
        found &= found - 1;
        byte what = bytes[place];
        if (what == delimiter) {
          marks[mark++] = place;
        } else if (what == '\n') {
          marks[mark++] = place;
          row = endRow(row, mark);
          mark = row;
          marks[mark++] = place;
        } else if (what == quote && place - 1 == marks[mark - 1]) {
          return marks[row] + 1;
        }
      }
    }
    return marks[row] + 1;
  }

  /** Takes the row of the marks {@code [row, end)}; returns where the marks of the next one go. */
  private int endRow(int row, int end) {
    int[] marks = this.marks;
    int feed = marks[end - 1];
    lines++;
    if (bytes[feed - 1] == '\r') {
      marks[end - 1] = feed - 1;
    }
    int found = end - row - 1;
    if (found == fields && fields > 1 && feed - marks[row] <= rowBytesMax) {
      rows[count++] = row;
      used = end;
    } else {
      used = endOther(row, end, feed);
    }
    return used;
  }

  /** A row that is blank, or has one field, or another shape than the header. */
  private int endOther(int row, int end, int feed) {
    int from = marks[row] + 1;
    int found = end - row - 1;
    if (found == 1 && marks[end - 1] == from) {
      return row;
    }
    if (feed - from > rowBytesMax) {
      misfits.add(RowErrorSpan.row(from, feed, RowError.TOO_LONG, found));
    } else if (found != fields) {
      misfits.add(RowErrorSpan.row(from, marks[end - 1], RowError.FIELD_COUNT, found));
    } else {
      rows[count++] = row;
      return end;
    }
    return row;
  }

  @Override
  public void findOpenQuote(int from, int limit) {
    int _ = careful(from, limit);
  }

  /**
   * Takes the one row at {@code from}, however quoted; returns its end, or -1 when not in sight.
   */
  private int careful(int from, int limit) {
    int mark = used;
    marks[mark++] = from - 1;
    openQuote = -1;
    int torn = -1;
    int breaks = 0;
    for (int at = from; ; at = marks[mark - 1] + 1) {
      int end = at;
      if (at < limit && bytes[at] == quote) {
        end = closing(at, limit);
        if (end < 0) {
          openQuote = at;
          return -1;
        }
        breaks += count(bytes, at, end, '\n');
      }
      int separator = separator(end, limit);
      if (separator == limit) {
        return -1;
      }
      marks[mark++] = separator;
      if (end > at && end < separator && !endsLine(end, separator)) {
        torn = mark - 1;
      }
      if (bytes[separator] == '\n') {
        return endCareful(mark, breaks, torn);
      }
    }
  }

  private int endCareful(int end, int breaks, int torn) {
    int row = used;
    int before = count;
    int feed = marks[end - 1];
    endRow(row, end);
    lines += breaks;
    if (torn >= 0 && count > before) {
      count = before;
      used = row;
      misfits.add(flawed(row, torn - row - 1, RowError.AFTER_QUOTE));
    }
    return feed + 1;
  }

  private boolean endsLine(int end, int separator) {
    return bytes[end] == '\r' && end + 1 == separator && bytes[separator] == '\n';
  }

  /** The byte after the quote that closes the one at {@code open}; -1 when it is not in sight. */
  private int closing(int open, int limit) {
    int at = open + 1;
    while (true) {
      at = indexOf(bytes, at, limit, (char) quote);
      if (at == limit) {
        return -1;
      }
      if (at + 1 == limit || bytes[at + 1] != quote) {
        return at + 1;
      }
      at += 2;
    }
  }

  private int separator(int from, int limit) {
    int at = from;
    while (at < limit && bytes[at] != delimiter && bytes[at] != '\n') {
      at++;
    }
    return at;
  }
}
