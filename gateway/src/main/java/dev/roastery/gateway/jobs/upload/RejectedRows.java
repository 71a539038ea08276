package dev.roastery.gateway.jobs.upload;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.input.csv.CsvProblem.BadRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;

/** Writes skipped rows as CSV. */
public final class RejectedRows {

  static final String HEADER = "part,line,column,reason,value,row\n";

  private RejectedRows() {}

  /** The valid prefix of a part's own file of skipped rows. */
  public record Source(String path, long bytes) {}

  /** Writes the rows of all parts to one file, atomically replacing an earlier one. */
  public static void collect(List<Source> parts, Disk disk, String path) throws IOException {
    DurableFiles.replaceUnforced(
        disk,
        path,
        file -> {
          file.append(ByteBuffer.wrap(HEADER.getBytes(UTF_8)));
          for (Source part : parts) {
            if (part.bytes() > 0) {
              int length = Math.toIntExact(part.bytes());
              file.append(ByteBuffer.wrap(disk.read(part.path()), 0, length));
            }
          }
        });
  }

  /** Rows that were collected in memory, as the same file. */
  public static byte[] file(Collection<BadRow> rows) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(HEADER.getBytes(UTF_8));
    bytes.writeBytes(lines(rows));
    return bytes.toByteArray();
  }

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
