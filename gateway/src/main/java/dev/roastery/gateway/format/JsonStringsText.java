package dev.roastery.gateway.format;

import dev.roastery.gateway.collect.ResultRows;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A result as {@code {"query":…,"columns":[…],"rows":[[…],…]}}, where every value is a string or
 * null: for programs whose JSON numbers are doubles, such as a browser.
 */
public final class JsonStringsText implements ResultText {

  @Override
  public void write(ResultHead head, Reader csv, Writer out) throws IOException {
    out.write("{\"query\":");
    JsonValues.string(head.query(), out);
    out.write(",");
    JsonValues.columns(head.columns(), out);
    out.write(",\"rows\":[");
    ResultRows rows = new ResultRows(csv);
    var _ = rows.next(); // the header, which says less than the columns
    String separator = "";
    for (List<@Nullable String> row = rows.next(); row != null; row = rows.next()) {
      out.write(separator);
      values(row, out);
      separator = ",";
    }
    out.write("]}");
  }

  private static void values(List<@Nullable String> row, Writer out) throws IOException {
    String separator = "[";
    for (String value : row) {
      out.write(separator);
      if (value == null) {
        out.write("null");
      } else {
        JsonValues.string(value, out);
      }
      separator = ",";
    }
    out.write(']');
  }
}
