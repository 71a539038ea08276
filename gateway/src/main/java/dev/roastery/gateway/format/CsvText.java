package dev.roastery.gateway.format;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;

/**
 * The canonical CSV as it is; of several results in one stream, each after a line with its name.
 */
final class CsvText implements ResultText {

  private final Stream stream;

  CsvText(Stream stream) {
    this.stream = stream;
  }

  @Override
  public void write(ResultHead head, Reader csv, Writer out) throws IOException {
    if (stream == Stream.SEVERAL_RESULTS) {
      out.write("# " + head.query() + "\n");
    }
    csv.transferTo(out);
  }
}
