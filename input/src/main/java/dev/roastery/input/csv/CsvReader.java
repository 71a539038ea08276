package dev.roastery.input.csv;

import dev.roastery.input.PartPosition;
import dev.roastery.input.csv.column.CsvScan;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads a part as its bytes arrive, in portions of any size, and gives the sink its batches; with
 * the position after any of these, and the header, another reader continues. A part without a byte
 * has no rows. After a {@link CsvException} this reader is of no more use.
 */
public final class CsvReader implements StreamedPart {

  private static final int PORTION = 64 << 10;

  private final LinedFormat format;
  private final String part;
  private final CsvScan scan;
  private final CsvSink sink;

  /** The start of the part, until the end of its header is found. */
  private byte[] start = {};

  private int received;
  private @Nullable CsvHeader header;
  private @Nullable BatchCutter cutter;

  /** {@code part} is what messages call it. */
  public CsvReader(LinedFormat format, String part, CsvScan scan, CsvSink sink) {
    this.format = format;
    this.part = part;
    this.scan = format.scan(part, scan);
    CsvProblem.OtherZoneRules.check(part, scan);
    this.sink = sink;
  }

  /** Of CSV. */
  public CsvReader(String part, CsvScan scan, CsvSink sink) {
    this(CsvLines.INSTANCE, part, scan, sink);
  }

  /**
   * Continues at {@code from}, a batch's end: the next bytes are those from its offset on. The part
   * began with the bytes {@code header}.
   */
  public CsvReader at(PartPosition from, byte[] header) {
    open(format.header(part, header, scan)).start(from, Long.MAX_VALUE);
    return this;
  }

  private BatchCutter open(CsvHeader found) {
    header = found;
    cutter = new BatchCutter(format, found, scan, sink);
    return cutter;
  }

  @Override
  public byte @Nullable [] header() {
    return header == null ? null : header.bytes();
  }

  @Override
  public void readAll(InputStream in) throws IOException {
    byte[] portion = new byte[PORTION];
    for (int read = in.read(portion); read >= 0; read = in.read(portion)) {
      accept(portion, 0, read);
    }
    finish();
  }

  @Override
  public void accept(byte[] bytes, int offset, int length) {
    if (cutter == null) {
      acceptStart(bytes, offset, length);
    } else {
      cut(cutter, bytes, offset, length);
    }
  }

  private static void cut(BatchCutter cutter, byte[] bytes, int offset, int length) {
    int taken = 0;
    while (taken < length) {
      int portion = Math.min(length - taken, cutter.room());
      System.arraycopy(bytes, offset + taken, cutter.buffer(), cutter.limit(), portion);
      cutter.received(portion);
      taken += portion;
      if (cutter.room() == 0) {
        cutter.parse();
      }
    }
  }

  /**
   * Searches for the end of the header only when the buffered bytes have doubled, so that the work
   * is linear.
   */
  private void acceptStart(byte[] bytes, int offset, int length) {
    boolean look = start.length < received + length;
    if (look) {
      start = Arrays.copyOf(start, Math.max(2 * start.length, received + length));
    }
    System.arraycopy(bytes, offset, start, received, length);
    received += length;
    if (look) {
      findHeader();
    }
  }

  private void findHeader() {
    CsvHeader found = format.find(part, start, received, scan);
    if (found != null) {
      int end = found.bytes().length;
      cut(open(found), start, end, received - end);
      start = new byte[0];
    }
  }

  @Override
  public void finish() {
    if (cutter == null) {
      findHeader();
    }
    CsvHeader last = cutter == null ? format.last(part, start, received, scan) : null;
    if (last != null) {
      int end = last.bytes().length;
      cut(open(last), start, end, received - end);
    }
    if (cutter != null) {
      cutter.finish();
    }
  }

  @Override
  public void stop() {
    if (cutter != null) {
      cutter.stop();
    }
  }
}
