package dev.roastery.input.infer;

import dev.roastery.common.query.language.Dialect;
import dev.roastery.common.query.language.Dialect.Encoding;
import dev.roastery.input.Dataset.Part;
import dev.roastery.input.csv.Packing;
import dev.roastery.input.csv.Transcoding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Locale;

/**
 * The first bytes of a part, unpacked and as UTF-8.
 *
 * @param whole whether these bytes are all of it
 */
record HeadBytes(Part part, byte[] bytes, boolean whole) {

  private static final char[] DELIMITERS = {'\t', ';', '|', ','};

  /** Rows that are longer are refused when all rows are read. */
  private static final int BYTES_MAX = 4 << 20;

  /** Up to so many bytes, or more when these are less than two lines. */
  static HeadBytes read(Part part, int bytesMax) throws IOException {
    try (InputStream in = Files.newInputStream(part.path())) {
      return read(part, in, bytesMax);
    }
  }

  /** The same of what that stream has. */
  static HeadBytes read(Part part, InputStream in, int bytesMax) throws IOException {
    InputStream text =
        Transcoding.utf8(part.name(), Packing.unpack(part.name(), in), Encoding.UTF_8);
    byte[] bytes = text.readNBytes(bytesMax);
    boolean whole = bytes.length < bytesMax;
    while (!whole && bytes.length < BYTES_MAX && hasTooFewRows(bytes)) {
      byte[] more = text.readNBytes(bytes.length);
      whole = more.length < bytes.length;
      bytes = joined(bytes, more);
    }
    return new HeadBytes(part, bytes, whole);
  }

  /** A header and a row are needed to tell them apart. */
  private static boolean hasTooFewRows(byte[] bytes) {
    return RowShapes.of(bytes, Dialect.STANDARD.delimiter(), false).count() < 2;
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
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
