package dev.roastery.input.ndjson;

import dev.roastery.input.csv.scan.RowError;
import dev.roastery.input.csv.scan.RowErrorSpan;
import dev.roastery.input.csv.scan.RowIndex;
import dev.roastery.input.csv.scan.Swar;
import dev.roastery.input.ndjson.JsonFields.Strangers;
import java.util.Arrays;

/**
 * The rows of a block of JSON lines. The wanted values are copied, as plain text in the order of
 * the columns, to {@link #bytes}, where the marks are; places of errors are those in the block.
 */
final class JsonRows extends RowIndex {

  /** Bytes before the first value: no digit and no point. */
  private static final int FRONT = Swar.SLACK;

  /** Marks of one call; a part of empty objects would need many times its size. */
  private static final int MARKS_MAX = 1 << 20;

  private final JsonFields wanted;
  private final JsonLine line;

  /** Where the rows are in the block, and their values, column by column. */
  private int[] rowFrom = new int[1 << 8];

  private int[] rowTo = new int[1 << 8];
  private int[] valueFrom = {};
  private int[] valueTo = {};

  private byte[] block;
  private int used;

  JsonRows(byte[] block, JsonFields wanted, int rowBytesMax) {
    super(new byte[1 << 16], wanted.columns(), rowBytesMax);
    this.block = block;
    this.wanted = wanted;
    this.line = new JsonLine(wanted);
  }

  @Override
  public void moveTo(byte[] moved) {
    block = moved;
  }

  @Override
  public void findOpenQuote(int from, int limit) {
    openQuote = -1; // a text of JSON ends in its line
  }

  @Override
  public void find(int from, int stop, int limit) {
    count = 0;
    lines = 0;
    full = false;
    used = FRONT;
    misfits.clear();
    int until = Math.min(stop, limit);
    int at = from;
    while (at < until && !full) {
      int feed = indexOf(block, at, limit, '\n');
      if (feed == limit) {
        break;
      }
      lines++;
      if (feed - at > rowBytesMax) {
        misfits.add(new RowErrorSpan(at, feed, RowError.TOO_LONG, -1, at, feed, 0));
      } else {
        row(at, feed);
      }
      at = feed + 1;
      full = (count + 1) * (fields + 1) > MARKS_MAX;
    }
    next = at;
  }

  private void row(int from, int feed) {
    int to = feed > from && block[feed - 1] == '\r' ? feed - 1 : feed;
    JsonLine.Shape shape = line.read(block, from, to);
    switch (shape) {
      case BLANK -> {}
      case OBJECT -> object(from, to);
      case OTHER ->
          misfits.add(new RowErrorSpan(from, to, RowError.NOT_AN_OBJECT, -1, from, to, 0));
      case NESTED -> misfit(from, to, RowError.NESTED);
      case TWICE -> misfit(from, to, RowError.FIELD_TWICE);
    }
  }

  private void misfit(int from, int to, RowError flaw) {
    int field = line.flawed;
    misfits.add(new RowErrorSpan(from, to, flaw, field, line.from[field], line.to[field], fields));
  }

  private void object(int from, int to) {
    for (int i = 0; wanted.strangers() == Strangers.REFUSED && i < line.strangers; i++) {
      if (line.isUsable(i)) {
        misfits.add(
            new RowErrorSpan(
                from,
                to,
                RowError.UNKNOWN_FIELD,
                -1,
                line.strangerFrom[i],
                line.strangerTo[i],
                fields));
        return;
      }
    }
    take(from, to);
  }

  private void take(int from, int to) {
    reserve(to - from);
    int row = count * (fields + 1);
    rowFrom[count] = from;
    rowTo[count] = to;
    marks[row] = used - 1;
    for (int field = 0; field < wanted.wanted().size(); field++) {
      valueFrom[count * fields + field] = line.from[field];
      valueTo[count * fields + field] = line.to[field];
      used = line.copy(field, bytes, used);
      marks[row + field + 1] = used;
      bytes[used++] = '\n';
    }
    if (wanted.strangers() == Strangers.NAMED) {
      used = line.copyStrangers(bytes, used);
      marks[row + fields] = used;
      bytes[used++] = '\n';
    }
    rows[count++] = row;
  }

  private void reserve(int length) {
    int most = used + length + fields + 2 * Swar.SLACK;
    if (bytes.length < most) {
      bytes = Arrays.copyOf(bytes, Math.max(most, 2 * bytes.length));
    }
    if (rows.length <= count) {
      rows = Arrays.copyOf(rows, 2 * count);
    }
    if (rowFrom.length <= count) {
      rowFrom = Arrays.copyOf(rowFrom, 2 * count);
      rowTo = Arrays.copyOf(rowTo, 2 * count);
    }
    int values = (count + 1) * (fields + 1);
    if (marks.length < values) {
      marks = Arrays.copyOf(marks, 2 * values);
    }
    if (valueFrom.length < values) {
      valueFrom = Arrays.copyOf(valueFrom, 2 * values);
      valueTo = Arrays.copyOf(valueTo, 2 * values);
    }
  }

  @Override
  public int start(int row) {
    return rowFrom[row / (fields + 1)];
  }

  @Override
  public boolean tellsKinds() {
    return true;
  }

  /** Only while the block is there. */
  @Override
  public Kind kind(int row, int field) {
    int value = row / (fields + 1) * fields + field;
    return JsonLine.kind(block, valueFrom[value], valueTo[value]);
  }

  @Override
  public RowErrorSpan flawed(int row, int field, RowError flaw) {
    int number = row / (fields + 1);
    int value = number * fields + field;
    return new RowErrorSpan(
        rowFrom[number], rowTo[number], flaw, field, valueFrom[value], valueTo[value], fields);
  }
}
