package dev.roastery.input.csv;

import dev.roastery.input.PartBytes;
import dev.roastery.input.PartPosition;
import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.csv.scan.RowStarts;
import dev.roastery.input.csv.scan.Swar;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a part from any of its windows on, one after the other. The rows are those of a {@link
 * CsvReader}; the batch of a window in which no row begins is empty, so that a batch's number is
 * that of its window, and nobody need have read those before.
 *
 * <p>Lines are not counted: who needs them reads the part from its start.
 */
public final class CsvWindows {

  /** Where fields are quoted, this is mostly enough. */
  private static final int LOOK_BACK = 64 << 10;

  private static final int PORTION = 16 << 10;

  private final PartBytes bytes;
  private final long size;
  private final CsvScan scan;
  private final CsvHeader header;
  private final RowStarts starts;
  private final int lookBack;
  private final BatchCutter cutter;

  /** Where the window begins that is read next, if the one before it has been read. */
  private long window = -1;

  private long row;
  private @Nullable CsvBatch batch;

  CsvWindows(LinedFormat format, String part, PartBytes bytes, byte[] header, CsvScan wanted)
      throws IOException {
    this(format, part, bytes, header, wanted, LOOK_BACK);
  }

  CsvWindows(
      LinedFormat format, String part, PartBytes bytes, byte[] header, CsvScan wanted, int lookBack)
      throws IOException {
    CsvProblem.OtherZoneRules.check(part, wanted);
    this.bytes = bytes;
    this.size = bytes.size();
    this.scan = format.scan(part, wanted);
    this.header = format.header(part, header, scan);
    this.starts = format.starts(scan);
    this.lookBack = lookBack;
    this.cutter = new BatchCutter(format, this.header, scan, read -> batch = read);
  }

  /** The rows that begin in that window. */
  public CsvBatch read(long number) throws IOException {
    long start = header.bytes().length + number * scan.limits().batchBytes();
    long end = start + scan.limits().batchBytes();
    if (number != window) {
      row = firstRow(start);
    }
    PartPosition from = new PartPosition(row, 0, number);
    CsvBatch read = cutter.none(from);
    if (row < Math.min(end, size)) {
      batch = null;
      cutter.read(bytes, size, from, end);
      read = Objects.requireNonNull(batch);
      row = read.to().offset();
    }
    window = number + 1;
    return read;
  }

  /** Looks further and further back; where the rows begin there is no doubt. */
  long firstRow(long start) throws IOException {
    long first = header.bytes().length;
    for (long back = lookBack; start - back > first; back = further(back)) {
      long found = search(starts.anywhere(start - back, start));
      if (found != RowStarts.UNDECIDED) {
        return found;
      }
    }
    long found = search(starts.atRow(first, start));
    if (found == RowStarts.UNDECIDED) {
      throw new CsvException(
          new CsvProblem.RowTooLong(header.part(), 0, scan.limits().rowBytesMax(), 0));
    }
    return found;
  }

  private long further(long back) {
    return Math.max(4 * back, starts.lookBack() + lookBack);
  }

  /** The offset of the row; the size when no row begins any more. */
  private long search(RowStarts.Search search) throws IOException {
    byte[] portion = new byte[PORTION + Swar.SLACK];
    boolean settled = search.answer() >= 0;
    while (!settled && search.at() < size) {
      int wanted = (int) Math.min(PORTION, size - search.at());
      int read = bytes.read(search.at(), portion, 0, wanted);
      settled = search.take(portion, 0, read);
    }
    long answer = search.answer();
    return answer == RowStarts.NONE ? size : answer;
  }
}
