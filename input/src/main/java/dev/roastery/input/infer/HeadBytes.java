package dev.roastery.input.infer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.query.language.Dialect;
import dev.roastery.common.query.language.Dialect.Encoding;
import dev.roastery.input.Dataset.Part;
import dev.roastery.input.csv.Packing;
import dev.roastery.input.csv.Transcoding;
import dev.roastery.input.format.PartFormats;
import dev.roastery.input.source.FileSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
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
    try (InputStream in = part.source().head(bytesMax)) {
      return read(part, in, bytesMax);
    }
  }

  /** The same of what that stream has. */
  static HeadBytes read(Part part, InputStream in, int bytesMax) throws IOException {
    InputStream text =
        Transcoding.utf8(part.name(), Packing.unpack(part.name(), in), Encoding.UTF_8);
    byte[] bytes = text.readNBytes(bytesMax);
    boolean whole = bytes.length < bytesMax;
    while (!whole && bytes.length < BYTES_MAX && hasTooFewRows(part, bytes)) {
      byte[] more = text.readNBytes(bytes.length);
      whole = more.length < bytes.length;
      bytes = joined(bytes, more);
    }
    return new HeadBytes(part, bytes, whole);
  }

  /** All lines that there are of some part, which has JSON lines if it begins like an object. */
  static HeadBytes ofLines(String table, byte[] lines) throws IOException {
    HeadBytes csv =
        read(part(table), new ByteArrayInputStream(lines), Math.max(BYTES_MAX, lines.length + 1));
    String text = new String(csv.bytes(), UTF_8);
    boolean object = text.replace("\uFEFF", "").stripLeading().startsWith("{");
    return object ? new HeadBytes(part(table + ".jsonl"), csv.bytes(), csv.whole()) : csv;
  }

  private static Part part(String name) {
    return new Part(name, new FileSource(Path.of("")), 0, 0);
  }

  /** Whether it has rows of fields, perhaps below a header. */
  boolean isDelimited() {
    return PartFormats.isDelimited(part.name());
  }

  /** A header and a row are needed to tell them apart; an object says itself what it is. */
  private static boolean hasTooFewRows(Part part, byte[] bytes) {
    return PartFormats.isDelimited(part.name())
        ? RowShapes.of(bytes, Dialect.STANDARD.delimiter(), false).count() < 2
        : new String(bytes, UTF_8).indexOf('\n') < 0;
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
