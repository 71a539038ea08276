package dev.roastery.gateway.format;

import dev.roastery.gateway.collect.ResultRows;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A result as {@code {"query":…,"sha256":…,"columns":[…],"rows":[{…},…]}}, with a row on each line,
 * and a stream as {@code {"version":1,"results":[…]}}.
 */
final class JsonText implements ResultText {

  private String before = "";

  @Override
  public void begin(Writer out) throws IOException {
    out.write("{\"version\":1,\"results\":[");
    before = "\n";
  }

  @Override
  public void write(ResultHead head, Reader csv, Writer out) throws IOException {
    out.write(before + "{\"query\":");
    JsonValues.string(head.query(), out);
    out.write(",\"sha256\":");
    JsonValues.string(head.sha256(), out);
    out.write(",");
    JsonValues.columns(head.columns(), out);
    out.write(",\"rows\":[");
    ResultRows rows = new ResultRows(csv);
    List<@Nullable String> names = Objects.requireNonNull(rows.next(), "a header");
    String separator = "\n";
    for (List<@Nullable String> row = rows.next(); row != null; row = rows.next()) {
      out.write(separator);
      JsonValues.row(head, names, row, out);
      separator = ",\n";
    }
    out.write("]}");
    before = ",\n";
  }

  @Override
  public void end(Writer out) throws IOException {
    out.write("\n]}\n");
  }
}
