package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.gateway.ingest.CsvProblem.BadRow;
import java.util.Collection;
import java.util.List;

/** Skipped rows as CSV. */
final class Rejects {

  static final String HEADER = "part,line,column,reason,value,row\n";

  private Rejects() {}

  static byte[] lines(Collection<BadRow> rows) {
    StringBuilder text = new StringBuilder();
    for (BadRow row : rows) {
      String line = Long.toString(row.line());
      List<String> fields =
          List.of(row.part(), line, row.column(), row.reason(), row.text(), row.row());
      for (int i = 0; i < fields.size(); i++) {
        text.append(i == 0 ? "" : ",").append(field(fields.get(i)));
      }
      text.append('\n');
    }
    return text.toString().getBytes(UTF_8);
  }

  private static String field(String text) {
    return text.matches("[^\",\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
