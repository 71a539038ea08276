package dev.roastery.gateway.format;

import dev.roastery.gateway.collect.ResultRows;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An object on each line, a line for each row; of several results in one stream, {@code
 * {"query":…,"row":{…}}}.
 */
final class NdjsonText implements ResultText {

  private final Stream stream;

  NdjsonText(Stream stream) {
    this.stream = stream;
  }

  @Override
  public void write(ResultHead head, Reader csv, Writer out) throws IOException {
    boolean named = stream == Stream.SEVERAL_RESULTS;
    ResultRows rows = new ResultRows(csv);
    List<@Nullable String> names = Objects.requireNonNull(rows.next(), "a header");
    for (List<@Nullable String> row = rows.next(); row != null; row = rows.next()) {
      if (named) {
        out.write("{\"query\":");
        JsonValues.string(head.query(), out);
        out.write(",\"row\":");
      }
      JsonValues.row(head, names, row, out);
      out.write(named ? "}\n" : "\n");
    }
  }
}
