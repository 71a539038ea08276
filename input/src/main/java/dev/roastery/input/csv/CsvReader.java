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
public final class CsvReader {

  private static final int PORTION = 64 << 10;

  private final String part;
  private final CsvScan scan;
  private final CsvSink sink;

  /** The start of the part, until the end of its header is found. */
  private byte[] start = {};

  private int received;
  private @Nullable CsvHeader header;
  private @Nullable BatchCutter cutter;

  /** {@code part} is what messages call it. */
  public CsvReader(String part, CsvScan scan, CsvSink sink) {
    this.part = part;
    this.scan = scan;
    this.sink = sink;
  }

  /** Continues at {@code from}, a batch's end: the next bytes are those from its offset on. */
  public static CsvReader resume(CsvHeader header, PartPosition from, CsvScan scan, CsvSink sink) {
    CsvReader reader = new CsvReader(header.part(), scan, sink);
    reader.open(header).start(from, Long.MAX_VALUE);
    return reader;
  }

  private BatchCutter open(CsvHeader found) {
    header = found;
    cutter = new BatchCutter(found, scan, sink);
    return cutter;
  }

  /** The part's header, as soon as enough has come and been looked at. */
  public @Nullable CsvHeader header() {
    return header;
  }

  /** All bytes of a stream, and then the end. */
  public void readAll(InputStream in) throws IOException {
    byte[] portion = new byte[PORTION];
    for (int read = in.read(portion); read >= 0; read = in.read(portion)) {
      accept(portion, 0, read);
    }
    finish();
  }

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
    CsvHeader found = CsvHeader.find(part, start, received, scan.limits());
    if (found != null) {
      int end = found.bytes().length;
      cut(open(found), start, end, received - end);
      start = new byte[0];
    }
  }

  /** The part has no more bytes. */
  public void finish() {
    if (cutter == null) {
      findHeader();
    }
    CsvHeader last = cutter == null ? CsvHeader.last(part, start, received) : null;
    if (last != null) {
      open(last);
    }
    if (cutter != null) {
      cutter.finish();
    }
  }

  /** No more bytes are wanted: the rows that are complete are the last. */
  public void stop() {
    if (cutter != null) {
      cutter.stop();
    }
  }
}
