package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.gateway.ingest.CsvProblem.BadRow;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;

/** Skipped rows as CSV. */
final class Rejects {

  static final String HEADER = "part,line,column,reason,value,row\n";

  private Rejects() {}

  /** The rows of all parts that are on record; whoever reads the file sees all of it or none. */
  static void collect(Collection<Part> parts, Path file) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    try (OutputStream out = Files.newOutputStream(temporary)) {
      out.write(HEADER.getBytes(UTF_8));
      for (Part part : parts) {
        copy(part, out);
      }
    }
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void copy(Part part, OutputStream out) throws IOException {
    long left = part.rejectedBytes();
    if (left == 0) {
      return;
    }
    try (InputStream in = Files.newInputStream(part.rejects())) {
      byte[] some = in.readNBytes(portion(left));
      while (some.length > 0) {
        out.write(some);
        left -= some.length;
        some = in.readNBytes(portion(left));
      }
    }
  }

  private static int portion(long left) {
    return (int) Math.min(left, 64 << 10);
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
