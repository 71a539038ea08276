package dev.roastery.input.csv;

import dev.roastery.input.PartBytes;
import dev.roastery.input.PartPosition;
import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.csv.scan.RowIndex;
import dev.roastery.input.csv.scan.Swar;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A whole part that several threads read at once: each has a {@link Worker} and calls {@link
 * Worker#next} until nothing is left. The batches are those of a {@link CsvReader}.
 *
 * <p>Whether a line feed ends a row depends on all the quotes before it. So a thread that takes a
 * window guesses that its first line feed does, parses from there, and only then waits for the
 * position at which the previous batch ended. If the guess was wrong (because a quoted line break
 * spans the border of the windows), or if there is a bad row, it parses again from the correct
 * position. Keeping the order costs only this wait, which is short because the previous thread
 * began earlier.
 */
public final class CsvFile implements SharedPart {

  /** Bytes in which most headers end. */
  private static final int HEADER_BYTES = 8 << 10;

  private final LinedFormat format;
  private final PartBytes bytes;
  private final long size;
  private final CsvScan scan;
  private final @Nullable CsvHeader header;
  private final WindowHandoff relay;

  private CsvFile(LinedFormat format, PartBytes bytes, CsvScan scan, @Nullable CsvHeader header)
      throws IOException {
    this.format = format;
    this.bytes = bytes;
    this.size = bytes.size();
    this.scan = scan;
    this.header = header;
    this.relay = new WindowHandoff(header == null ? new PartPosition(0, 1, 0) : header.firstRow());
  }

  /** Reads the header; {@code part} is what messages call the file. */
  static CsvFile open(LinedFormat format, String part, PartBytes bytes, CsvScan wanted)
      throws IOException {
    CsvProblem.OtherZoneRules.check(part, wanted);
    CsvScan scan = format.scan(part, wanted);
    CsvHeader header = header(format, part, bytes, scan);
    if (header != null) {
      header.bind(scan.layout());
    }
    return new CsvFile(format, bytes, scan, header);
  }

  private static @Nullable CsvHeader header(
      LinedFormat format, String part, PartBytes bytes, CsvScan scan) throws IOException {
    int most = (int) Math.min(bytes.size(), scan.limits().rowBytesMax() + 1L);
    byte[] start = {};
    CsvHeader header = null;
    int received = 0;
    while (header == null && received < most) {
      start = Arrays.copyOf(start, Math.min(most, Math.max(2 * received, HEADER_BYTES)));
      received += bytes.read(received, start, received, start.length - received);
      header = format.find(part, start, received, scan);
    }
    return header == null ? format.last(part, start, received, scan) : header;
  }

  @Override
  public Worker worker(CsvSink sink) {
    return new Worker(sink);
  }

  /** One thread's place at the part. */
  public final class Worker implements SharedPart.Worker {

    private final CsvSink sink;
    private @Nullable BatchCutter cutter;
    private @Nullable CsvBatch batch;
    private boolean guessing;

    private Worker(CsvSink sink) {
      this.sink = sink;
    }

    @Override
    public boolean next() throws IOException, InterruptedException {
      if (header == null) {
        return false;
      }
      long window = relay.take();
      long start = header.bytes().length + window * scan.limits().batchBytes();
      if (start >= size) {
        return false;
      }
      boolean settled = false;
      try {
        settled = read(header, window, start);
      } finally {
        if (!settled) {
          relay.fail();
        }
      }
      return settled;
    }

    private boolean read(CsvHeader header, long window, long start)
        throws IOException, InterruptedException {
      long end = start + scan.limits().batchBytes();
      CsvBatch guess = relay.known(window) == null ? guess(header, start, end) : null;
      PartPosition from = relay.await(window);
      if (from == null) {
        return false;
      }
      if (from.offset() >= Math.min(end, size)) {
        relay.settle(from);
        return true;
      }
      CsvBatch read =
          guess != null && guess.from().offset() == from.offset()
              ? guess.movedTo(from)
              : parse(header, from, end);
      relay.settle(read.to());
      sink.batch(read);
      return true;
    }

    /** The window's batch as it is if no quoted field reaches into it, and no row is bad. */
    private @Nullable CsvBatch guess(CsvHeader header, long start, long end) throws IOException {
      long row = afterLineFeed(start - 1, Math.min(end, size));
      if (row < 0) {
        return null;
      }
      guessing = true;
      try {
        return parse(header, new PartPosition(row, 0, 0), end);
      } catch (CsvException e) {
        // It shows again, with its true line, if the guess was right.
        cutter = null;
        return null;
      } finally {
        guessing = false;
      }
    }

    private long afterLineFeed(long from, long end) throws IOException {
      byte[] piece = new byte[4096 + Swar.SLACK];
      for (long at = from; at < end; ) {
        int read = bytes.read(at, piece, 0, (int) Math.min(4096, end - at));
        int feed = RowIndex.indexOf(piece, 0, read, '\n');
        at += feed;
        if (feed < read) {
          return at + 1 < end ? at + 1 : -1;
        }
      }
      return -1;
    }

    private CsvBatch parse(CsvHeader header, PartPosition from, long end) throws IOException {
      BatchCutter cutter = this.cutter;
      if (cutter == null) {
        cutter = this.cutter = new BatchCutter(format, header, scan, new Capture());
      }
      batch = null;
      cutter.read(bytes, size, from, end);
      return Objects.requireNonNull(batch);
    }

    /** Keeps the batch until it is certain; while guessing, any bad row ends the attempt. */
    private final class Capture implements CsvSink {
      @Override
      public void batch(CsvBatch captured) {
        batch = captured;
      }

      @Override
      public void badRow(CsvProblem.BadRow row) {
        if (guessing) {
          throw new CsvException(row);
        }
        sink.badRow(row);
      }

      @Override
      public void contradiction(CsvProblem.BadRow row) {
        if (guessing) {
          throw new CsvException(row);
        }
        sink.contradiction(row);
      }
    }
  }
}
