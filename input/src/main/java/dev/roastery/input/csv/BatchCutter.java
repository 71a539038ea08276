package dev.roastery.input.csv;

import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.PartBytes;
import dev.roastery.input.PartPosition;
import dev.roastery.input.csv.CsvProblem.BadRow;
import dev.roastery.input.csv.CsvProblem.RowTooLong;
import dev.roastery.input.csv.CsvProblem.UnclosedQuote;
import dev.roastery.input.csv.column.BatchBuilder;
import dev.roastery.input.csv.column.CsvLimits;
import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.csv.scan.Escaped;
import dev.roastery.input.csv.scan.RowError;
import dev.roastery.input.csv.scan.RowErrorSpan;
import dev.roastery.input.csv.scan.RowIndex;
import dev.roastery.input.csv.scan.Swar;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts the rows of a part into batches. Bytes come into {@link #buffer} in any portions; a batch
 * ends at the first row start at or after each multiple of {@link CsvLimits#batchBytes} from the
 * header's end, and so is a matter of the part's bytes alone. Windows between two multiples that no
 * row begins in are no batch.
 */
final class BatchCutter {

  /** Bytes before the first in the buffer: 0, no line break and no point. */
  private static final int FRONT = 4 * Swar.SLACK;

  /** Bytes read beyond a batch's window, for the end of its last row. */
  private static final int BEYOND = 1 << 10;

  private static final int BACK = Swar.STRIDE + Swar.SLACK;

  private final CsvHeader header;
  private final CsvLimits limits;
  private final CsvSink sink;
  private final RowIndex index;
  private final BatchBuilder builder;

  /** What says how many fields a row has. */
  private final String names;

  private byte[] buffer;

  /** What is received and not parsed: {@code buffer[at .. limit)}. */
  private int at;

  private int limit;

  /** The part's offset of {@code buffer[0]}. */
  private long origin;

  /** The batch being read begins here, and ends at the first row start from {@code boundary}. */
  private PartPosition from;

  private long boundary;

  /** The line at {@code at}. */
  private long line;

  /** The rows of the batch being read so far. */
  private long read;

  /** Rows that begin here or later are not wanted. */
  private long end;

  /** 1 when a line break stands in the buffer that the part's last line lacks. */
  private int borrowed;

  BatchCutter(LinedFormat format, CsvHeader header, CsvScan scan, CsvSink sink) {
    this.header = header;
    this.limits = scan.limits();
    this.sink = sink;
    buffer = new byte[FRONT + limits.blockBytes() + BACK];
    index = format.index(buffer, header, scan);
    names = scan.layout().dialect().header() == Dialect.Header.NONE ? "the table" : "the header";
    builder = new BatchBuilder(scan, header.bind(scan.layout()));
    from = header.firstRow();
    start(from, Long.MAX_VALUE);
  }

  /** Begins at a batch's start, with nothing in the buffer. */
  void start(PartPosition position, long endOffset) {
    at = FRONT;
    limit = FRONT;
    borrowed = 0;
    origin = position.offset() - FRONT;
    line = position.line();
    end = endOffset;
    begin(position);
  }

  private void begin(PartPosition position) {
    from = position;
    boundary = header.windowEnd(position.offset(), limits);
    read = 0;
  }

  byte[] buffer() {
    return buffer;
  }

  /** Where the next bytes go. */
  int limit() {
    return limit;
  }

  /** How many bytes still fit. */
  int room() {
    return buffer.length - BACK - limit;
  }

  /** The part's offset of the next byte that is wanted. */
  long offset() {
    return origin + limit;
  }

  void received(int bytes) {
    limit += bytes;
  }

  /** Whether all rows before the end that was asked for are parsed. */
  boolean done() {
    return origin + at >= end;
  }

  /** The part's offset up to which all is parsed. */
  private long parsed() {
    return origin + at - (at == limit ? borrowed : 0);
  }

  /** Parses the buffered bytes and makes room. */
  void parse() {
    parseRows();
    if (limit - at > limits.rowBytesMax() && !done()) {
      throw tooLong(at, line);
    }
    makeRoom();
  }

  /** Parses what is left when there is nothing more to come. */
  void finish() {
    if (limit > at && buffer[limit - 1] != '\n') {
      buffer[limit++] = '\n';
      borrowed = 1;
    }
    parseRows();
    if (!done() && index.openQuote >= 0 && at < limit) {
      throw limit - at > limits.rowBytesMax() ? tooLong(at, line) : unclosed();
    }
    if (parsed() > from.offset()) {
      emit();
    }
  }

  /** Parses the rows that are there, and leaves out one that is cut off. */
  void stop() {
    parseRows();
    if (parsed() > from.offset()) {
      emit();
    }
  }

  /**
   * Reads and parses the rows that begin from {@code position} up to {@code endOffset}, so long as
   * the part has any; the sink has them as a batch then.
   */
  void read(PartBytes bytes, long size, PartPosition position, long endOffset) throws IOException {
    start(position, endOffset);
    while (!done() && offset() < size) {
      long wanted = Math.max(end - offset(), 0) + BEYOND;
      int length = (int) Math.min(Math.min(wanted, room()), size - offset());
      received(bytes.read(offset(), buffer, limit, length));
      parse();
    }
    if (!done()) {
      finish();
    }
  }

  /** A batch without rows. */
  CsvBatch none(PartPosition position) {
    PartPosition next = new PartPosition(position.offset(), position.line(), position.batch() + 1);
    return new CsvBatch(position, next, builder.take(), 0);
  }

  private void parseRows() {
    boolean more = true;
    while (more && at < limit && !done()) {
      index.find(at, (int) Math.min(limit, boundary - origin), limit);
      builder.add(index);
      reportBadRows();
      read += index.count + index.misfits.size();
      line += index.lines;
      at = index.next;
      boolean cut = origin + at >= boundary;
      if (cut) {
        emit();
      }
      more = cut || index.full;
    }
  }

  private void emit() {
    PartPosition to = new PartPosition(parsed(), line, from.batch() + 1);
    CsvBatch batch = new CsvBatch(from, to, builder.take(), read);
    begin(to);
    sink.batch(batch);
  }

  private void makeRoom() {
    int left = limit - at;
    byte[] source = buffer;
    if (left > limits.blockBytes() / 2) {
      int most = Math.max(limits.rowBytesMax() + 1, limits.blockBytes());
      buffer = new byte[FRONT + Math.min(2 * left, most) + BACK];
      index.moveTo(buffer);
    }
    System.arraycopy(source, at, buffer, FRONT, left);
    origin += at - FRONT;
    at = FRONT;
    limit = FRONT + left;
  }

  private void reportBadRows() {
    if (index.misfits.isEmpty() && builder.flaws.isEmpty()) {
      return;
    }
    List<RowErrorSpan> all = new ArrayList<>(index.misfits);
    all.addAll(builder.flaws);
    all.sort(RowErrorSpan.ORDER);
    long row = line;
    int seen = at;
    int last = -1;
    for (RowErrorSpan flawed : all) {
      if (flawed.from() == last) {
        continue;
      }
      last = flawed.from();
      row += breaks(seen, last);
      seen = last;
      if (flawed.flaw() == RowError.TOO_LONG) {
        throw tooLong(last, row);
      }
      if (flawed.flaw().isContradiction()) {
        sink.contradiction(describe(flawed, row));
      } else {
        sink.badRow(describe(flawed, row));
      }
    }
  }

  private BadRow describe(RowErrorSpan flawed, long row) {
    boolean whole = flawed.field() < 0;
    return new BadRow(
        header.part(),
        row,
        whole ? "" : header.names().get(flawed.field()),
        reason(flawed),
        Escaped.value(buffer, flawed.valueFrom(), flawed.valueTo()),
        Escaped.row(buffer, flawed.from(), flawed.to()));
  }

  private String reason(RowErrorSpan flawed) {
    return switch (flawed.flaw()) {
      case FIELD_COUNT -> fieldCount(flawed);
      case UNKNOWN_FIELD ->
          "the field \""
              + Escaped.value(buffer, flawed.valueFrom(), flawed.valueTo())
              + "\" "
              + flawed.flaw().words();
      default -> flawed.flaw().words();
    };
  }

  private String fieldCount(RowErrorSpan flawed) {
    boolean cutOff = borrowed == 1 && flawed.to() == limit - 1;
    return "the row has "
        + flawed.fields()
        + " fields, "
        + names
        + " has "
        + header.names().size()
        + (cutOff && flawed.fields() < header.names().size() ? ": is the file cut off here?" : "");
  }

  /**
   * The message is the same whether or not the whole row is visible, because only this many bytes
   * are considered.
   */
  private CsvException tooLong(int row, long rowLine) {
    index.findOpenQuote(row, row + limits.rowBytesMax() + 1);
    long quote = index.openQuote < 0 ? 0 : rowLine + breaks(row, index.openQuote);
    return new CsvException(new RowTooLong(header.part(), rowLine, limits.rowBytesMax(), quote));
  }

  private CsvException unclosed() {
    long quote = line + breaks(at, index.openQuote);
    return new CsvException(new UnclosedQuote(header.part(), line, quote));
  }

  private int breaks(int start, int place) {
    return RowIndex.count(buffer, start, place, '\n');
  }
}
