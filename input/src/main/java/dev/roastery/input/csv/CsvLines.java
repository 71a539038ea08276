package dev.roastery.input.csv;

import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.csv.scan.DelimitedRows;
import dev.roastery.input.csv.scan.RowIndex;
import dev.roastery.input.csv.scan.RowStarts;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** CSV. The fields of a part {@code *.tsv} are separated by tabs, unless its table says how. */
final class CsvLines implements LinedFormat {

  static final CsvLines INSTANCE = new CsvLines();

  private CsvLines() {}

  @Override
  public CsvScan scan(String part, CsvScan scan) {
    Dialect dialect = scan.layout().dialect();
    boolean tabs = Packing.unpackedName(part).toLowerCase(Locale.ROOT).endsWith(".tsv");
    return tabs && dialect.delimiter() == Dialect.STANDARD.delimiter()
        ? scan.withDialect(dialect.withDelimiter('\t'))
        : scan;
  }

  @Override
  public @Nullable CsvHeader find(String part, byte[] start, int limit, CsvScan scan) {
    return CsvHeader.find(part, start, limit, scan);
  }

  @Override
  public @Nullable CsvHeader last(String part, byte[] start, int limit, CsvScan scan) {
    return CsvHeader.last(part, start, limit, scan);
  }

  @Override
  public CsvHeader header(String part, byte[] bytes, CsvScan scan) {
    return CsvHeader.of(part, bytes, scan.layout());
  }

  @Override
  public RowStarts starts(CsvScan scan) {
    Dialect dialect = scan.layout().dialect();
    return new RowStarts(
        dialect.delimiter(), CsvHeader.quote(dialect), scan.limits().rowBytesMax());
  }

  @Override
  public RowIndex index(byte[] buffer, CsvHeader header, CsvScan scan) {
    Dialect dialect = scan.layout().dialect();
    return new DelimitedRows(
        buffer,
        header.names().size(),
        scan.limits().rowBytesMax(),
        dialect.delimiter(),
        CsvHeader.quote(dialect));
  }
}
