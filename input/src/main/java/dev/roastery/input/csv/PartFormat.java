package dev.roastery.input.csv;

import dev.roastery.input.PartBytes;
import dev.roastery.input.PartPosition;
import dev.roastery.input.csv.column.CsvScan;
import java.io.IOException;

/**
 * A format of parts: how their bytes become batches. Both ways to read a part give the same
 * batches, which are a matter of its bytes alone: neither of the portions in which these arrive nor
 * of the number of threads.
 */
public interface PartFormat {

  /** Reads a part from its start as its bytes arrive; {@code part} is what messages call it. */
  StreamedPart reader(String part, CsvScan scan, CsvSink sink);

  /**
   * Continues at {@code from}, a batch's end: the next bytes are those from its offset on. The
   * reader before had found that the part begins with the bytes {@code header}.
   */
  StreamedPart resume(String part, byte[] header, PartPosition from, CsvScan scan, CsvSink sink);

  /** Reads a part of which any place can be read. */
  SharedPart open(String part, PartBytes bytes, CsvScan scan) throws IOException;

  /** How many bytes are before the first row of a part that begins so; 0 if that is not seen. */
  int headerBytes(String part, byte[] start, CsvScan scan);

  /**
   * Reads a part from any of its windows on. The part begins with the bytes {@code header}; bad
   * rows and whatever else is wrong are {@link CsvException}s without a line.
   */
  CsvWindows windows(String part, PartBytes bytes, byte[] header, CsvScan scan) throws IOException;

  /** A format in which line feeds end rows. */
  static PartFormat of(LinedFormat lines) {
    return new PartFormat() {
      @Override
      public StreamedPart reader(String part, CsvScan scan, CsvSink sink) {
        return new CsvReader(lines, part, scan, sink);
      }

      @Override
      public StreamedPart resume(
          String part, byte[] header, PartPosition from, CsvScan scan, CsvSink sink) {
        return new CsvReader(lines, part, scan, sink).at(from, header);
      }

      @Override
      public SharedPart open(String part, PartBytes bytes, CsvScan scan) throws IOException {
        return CsvFile.open(lines, part, bytes, scan);
      }

      @Override
      public int headerBytes(String part, byte[] start, CsvScan scan) {
        CsvHeader header = lines.find(part, start, start.length, lines.scan(part, scan));
        return header == null ? 0 : header.bytes().length;
      }

      @Override
      public CsvWindows windows(String part, PartBytes bytes, byte[] header, CsvScan scan)
          throws IOException {
        return new CsvWindows(lines, part, bytes, header, scan);
      }
    };
  }

  /** Comma-separated values, or values separated by something else. */
  static PartFormat csv() {
    return of(CsvLines.INSTANCE);
  }
}
