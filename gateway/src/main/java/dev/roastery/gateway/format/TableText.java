package dev.roastery.gateway.format;

import dev.roastery.gateway.collect.ResultRows;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** For people: the first rows, aligned, and values cut when they are long. */
final class TableText implements ResultText {

  private final String wayToAll;
  private String before = "";

  /** {@code wayToAll} says how to get the rows that the table leaves out. */
  TableText(String wayToAll) {
    this.wayToAll = wayToAll;
  }

  @Override
  public void write(ResultHead head, Reader csv, Writer out) throws IOException {
    List<List<@Nullable String>> shown = shown(new ResultRows(csv));
    out.write(before + head.query() + " (" + counted(head.rows()) + ")\n");
    before = "\n";
    List<Boolean> numbers =
        IntStream.range(0, shown.getFirst().size()).mapToObj(head::isNumber).toList();
    AlignedRows.write(shown, numbers, out);
    long more = head.rows() - (shown.size() - 1);
    if (more > 0) {
      String rows = String.format(Locale.ROOT, "%,d more %s", more, more == 1 ? "row" : "rows");
      out.write("… and " + rows + ": " + wayToAll + "\n");
    }
  }

  private static List<List<@Nullable String>> shown(ResultRows rows) throws IOException {
    List<List<@Nullable String>> shown = new ArrayList<>();
    for (List<@Nullable String> row = rows.next();
        row != null && shown.size() <= ResultFormat.TABLE_ROWS_MAX;
        row = rows.next()) {
      shown.add(row);
    }
    return shown;
  }

  private static String counted(long rows) {
    return String.format(Locale.ROOT, "%,d %s", rows, rows == 1 ? "row" : "rows");
  }
}
