package dev.roastery.embedded;

import dev.roastery.common.journal.format.DataBytes;
import dev.roastery.input.csv.CsvProblem.BadRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows that a job has skipped, as its state folder keeps them. A result without them cannot be
 * distinguished from one with all rows, so they are durable before any result is.
 *
 * <pre>
 *   version  uint8   1
 *   rows     int32
 *   of each: part, column, reason, text, row  each uint16 length, modified UTF-8
 *            line  int64
 * </pre>
 */
final class SkippedRows {

  private static final int VERSION = 1;

  private SkippedRows() {}

  static byte[] encode(List<BadRow> rows) {
    return DataBytes.bytes(out -> {
      out.writeByte(VERSION);
      out.writeInt(rows.size());
      for (BadRow row : rows) {
        for (String each : List.of(row.part(), row.column(), row.reason(), row.text(), row.row())) {
          out.writeUTF(each);
        }
        out.writeLong(row.line());
      }
    });
  }

  static List<BadRow> decode(byte[] bytes) throws IOException {
    return DataBytes.read(
        bytes,
        in -> {
          List<BadRow> rows = new ArrayList<>();
          int version = in.readUnsignedByte();
          if (version != VERSION) {
            throw new StateFolder.Refused(
                "the list of skipped rows in --state has version %d, and this program reads version %d: empty the folder"
                    .formatted(version, VERSION));
          }
          for (int left = in.readInt(); left > 0; left--) {
            String part = in.readUTF();
            String column = in.readUTF();
            String reason = in.readUTF();
            String text = in.readUTF();
            String row = in.readUTF();
            rows.add(new BadRow(part, in.readLong(), column, reason, text, row));
          }
          return rows;
        });
  }
}
