package dev.roastery.input.infer;

import dev.roastery.common.query.language.Dialect;
import dev.roastery.common.query.language.Dialect.Encoding;
import dev.roastery.input.Dataset.Part;
import dev.roastery.input.csv.Packing;
import dev.roastery.input.csv.Transcoding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Locale;

/**
 * The first bytes of a part, unpacked and as UTF-8.
 *
 * @param whole whether these bytes are all of it
 */
record HeadBytes(Part part, byte[] bytes, boolean whole) {

  private static final char[] DELIMITERS = {'\t', ';', '|', ','};

  /** A row that is longer is refused when all rows are read. */
  private static final int LINE_BYTES_MAX = 1 << 20;

  /** Up to so many bytes, or more when the first line is longer. */
  static HeadBytes read(Part part, int bytesMax) throws IOException {
    try (InputStream in = Files.newInputStream(part.path())) {
      InputStream text =
          Transcoding.utf8(part.name(), Packing.unpack(part.name(), in), Encoding.UTF_8);
      byte[] bytes = text.readNBytes(bytesMax);
      if (bytes.length == bytesMax && RowShapes.of(bytes, ',', false).count() < 2) {
        byte[] more = text.readNBytes(LINE_BYTES_MAX);
        byte[] both = new byte[bytes.length + more.length];
        System.arraycopy(bytes, 0, both, 0, bytes.length);
        System.arraycopy(more, 0, both, bytes.length, more.length);
        return new HeadBytes(part, both, more.length < LINE_BYTES_MAX);
      }
      return new HeadBytes(part, bytes, bytes.length < bytesMax);
    }
  }

  /** The fields of the first line, if that delimiter is between them. */
  int fields(char delimiter) {
    return RowShapes.of(bytes, delimiter, whole).first();
  }

  /**
   * What is between the fields: the first delimiter that all rows have, and equally often, the
   * comma last, because it is in numbers and texts, too.
   */
  char delimiter() {
    if (Packing.unpackedName(part.name()).toLowerCase(Locale.ROOT).endsWith(".tsv")) {
      return '\t';
    }
    for (char each : DELIMITERS) {
      RowShapes rows = RowShapes.of(bytes, each, whole);
      if (rows.first() > 1 && rows.areEqual()) {
        return each;
      }
    }
    char most = Dialect.STANDARD.delimiter();
    for (char each : DELIMITERS) {
      most = fields(each) > fields(most) ? each : most;
    }
    return most;
  }
}
