package dev.roastery.input.csv;

import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.csv.scan.RowIndex;
import dev.roastery.input.csv.scan.RowStarts;
import org.jspecify.annotations.Nullable;

/** A format in which line feeds end rows: what its parts begin with, and where the fields are. */
public interface LinedFormat {

  /** How a part of that name is read: the scan, or one that says more about the part. */
  CsvScan scan(String part, CsvScan scan);

  /** What a part begins with, or null when the end of that is not among these bytes. */
  @Nullable CsvHeader find(String part, byte[] start, int limit, CsvScan scan);

  /** The same of a part that has no more bytes than these, or null when it has no rows. */
  @Nullable CsvHeader last(String part, byte[] start, int limit, CsvScan scan);

  /** What these bytes, which a part was found to begin with, are. */
  CsvHeader header(String part, byte[] bytes, CsvScan scan);

  /** Finds where rows begin in the middle of a part. */
  RowStarts starts(CsvScan scan);

  /** Finds the rows in that buffer, whose fields are those of the header. */
  RowIndex index(byte[] buffer, CsvHeader header, CsvScan scan);
}
