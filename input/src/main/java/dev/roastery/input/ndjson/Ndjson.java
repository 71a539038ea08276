package dev.roastery.input.ndjson;

import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.CsvHeader;
import dev.roastery.input.csv.LinedFormat;
import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.csv.scan.RowIndex;
import dev.roastery.input.csv.scan.RowStarts;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object a line. JSON says itself how fields are separated and quoted and what a decimal
 * point is; of a table's dialect its encoding, words for null and time zone count.
 */
public final class Ndjson implements LinedFormat {

  @Override
  public CsvScan scan(String part, CsvScan scan) {
    Dialect dialect = scan.layout().dialect();
    return scan.with(
        scan.layout()
            .withoutNumberForms()
            .withDialect(
                Dialect.STANDARD
                    .withQuote(Dialect.Quote.NONE)
                    .withNulls(dialect.nulls())
                    .withZone(dialect.zone())));
  }

  @Override
  public @Nullable CsvHeader find(String part, byte[] start, int limit, CsvScan scan) {
    return CsvHeader.markOnly(part, start, limit, scan.layout().names());
  }

  @Override
  public @Nullable CsvHeader last(String part, byte[] start, int limit, CsvScan scan) {
    return CsvHeader.lastMarkOnly(part, start, limit, scan.layout().names());
  }

  @Override
  public CsvHeader header(String part, byte[] bytes, CsvScan scan) {
    return new CsvHeader(part, bytes, scan.layout().names());
  }

  @Override
  public RowStarts starts(CsvScan scan) {
    return RowStarts.ofLines(scan.limits().rowBytesMax());
  }

  @Override
  public RowIndex index(byte[] buffer, CsvHeader header, CsvScan scan) {
    return new JsonRows(buffer, JsonFields.of(scan.layout()), scan.limits().rowBytesMax());
  }
}
