package dev.roastery.input.csv;

import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.common.query.language.Dialect.Header;
import dev.roastery.common.query.language.Dialect.Quote;
import dev.roastery.input.PartPosition;
import dev.roastery.input.csv.CsvProblem.DuplicateColumn;
import dev.roastery.input.csv.CsvProblem.MissingColumns;
import dev.roastery.input.csv.CsvProblem.NotCsv;
import dev.roastery.input.csv.column.CsvLayout;
import dev.roastery.input.csv.column.CsvLimits;
import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.csv.scan.Escaped;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part's header: its names, without the spaces around them, and all the bytes before the first
 * row, from which it can be read again: a byte order mark, blank lines, the line, its break. Of a
 * part without names in it, the byte order mark alone.
 */
public record CsvHeader(String part, byte[] bytes, List<String> names) {

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private static final int NO_BYTE = 256;

  private static final char[] DELIMITERS = {',', ';', '\t', '|'};

  /** The header that these bytes are. */
  static CsvHeader of(String part, byte[] bytes, CsvLayout layout) {
    Dialect dialect = layout.dialect();
    if (dialect.header() == Header.NONE) {
      return new CsvHeader(part, bytes, layout.places());
    }
    String line = text(bytes, bytes.length);
    if (line.indexOf('\0') >= 0) {
      throw notCsv(part, "it contains zero bytes, like a binary file or UTF-16");
    }
    if (line.indexOf('\r') >= 0) {
      throw notCsv(part, "its lines end with bare carriage returns; they must end with line feeds");
    }
    return new CsvHeader(part, bytes, split(line, dialect.delimiter(), quote(dialect)));
  }

  /** The byte of a quote, or 256 where there is none. */
  static int quote(Dialect dialect) {
    return dialect.quote() == Quote.NONE ? NO_BYTE : dialect.quote().word().charAt(0);
  }

  /** The header that a part begins with, or null when its end is not among these bytes. */
  static @Nullable CsvHeader find(String part, byte[] start, int limit, CsvScan scan) {
    CsvLayout layout = scan.layout();
    if (layout.dialect().header() == Header.NONE) {
      return markOnly(part, start, limit, layout.places());
    }
    int end = end(start, limit, layout.dialect());
    int most = scan.limits().rowBytesMax();
    if (end > most || (end < 0 && limit > most)) {
      var _ = of(part, Arrays.copyOf(start, most), layout);
      throw notCsv(part, "its first line does not end within " + most + " bytes");
    }
    return end < 0 ? null : of(part, Arrays.copyOf(start, end), layout);
  }

  /** The header of a part without names, as soon as a byte order mark would be there. */
  public static @Nullable CsvHeader markOnly(
      String part, byte[] start, int limit, List<String> names) {
    return limit < BYTE_ORDER_MARK.length
        ? null
        : new CsvHeader(part, Arrays.copyOf(start, mark(start, limit)), names);
  }

  /** The same of a part that ends within these bytes, or null when there is nothing. */
  public static @Nullable CsvHeader lastMarkOnly(
      String part, byte[] start, int limit, List<String> names) {
    int mark = mark(start, limit);
    return mark == limit ? null : new CsvHeader(part, Arrays.copyOf(start, mark), names);
  }

  /** The header of a part that ends within it, or null when there is nothing. */
  static @Nullable CsvHeader last(String part, byte[] start, int limit, CsvScan scan) {
    CsvLayout layout = scan.layout();
    if (layout.dialect().header() == Header.NONE) {
      return lastMarkOnly(part, start, limit, layout.places());
    }
    if (text(start, limit).isEmpty()) {
      return null;
    }
    byte[] whole = Arrays.copyOf(start, limit);
    CsvHeader header = of(part, whole, layout);
    byte[] ended = Arrays.copyOf(start, limit + 1);
    ended[limit] = '\n';
    if (end(ended, limit + 1, layout.dialect()) < 0) {
      throw notCsv(part, "a quoted name in its header does not end");
    }
    return header;
  }

  /** The header of a part that begins so; null when nothing is there, or its end is not. */
  public static @Nullable CsvHeader ofHead(String part, byte[] head, boolean whole, CsvScan scan) {
    CsvHeader found = find(part, head, head.length, scan);
    return found == null && whole ? last(part, head, head.length, scan) : found;
  }

  private static String text(byte[] bytes, int limit) {
    int mark = mark(bytes, limit);
    return new String(bytes, mark, limit - mark, StandardCharsets.UTF_8).strip();
  }

  private static CsvException notCsv(String part, String reason) {
    return new CsvException(new NotCsv(part, reason));
  }

  /** The byte after the first line that has text, quotes or not; -1 when it is not in sight. */
  private static int end(byte[] bytes, int limit, Dialect dialect) {
    int quote = quote(dialect);
    boolean text = false;
    boolean quoted = false;
    boolean mayOpen = true;
    for (int at = mark(bytes, limit); at < limit; at++) {
      byte b = bytes[at];
      if (b == quote && (quoted || mayOpen)) {
        quoted = !quoted;
        mayOpen = true;
      } else if (b == '\n' && text && !quoted) {
        return at + 1;
      } else {
        mayOpen = b == dialect.delimiter() || b == '\n';
      }
      text |= b > ' ' || b < 0;
    }
    return -1;
  }

  private static int mark(byte[] bytes, int limit) {
    int length = BYTE_ORDER_MARK.length;
    return limit >= length && Arrays.equals(bytes, 0, length, BYTE_ORDER_MARK, 0, length)
        ? length
        : 0;
  }

  private static List<String> split(String line, char delimiter, int quote) {
    String twice = quote == NO_BYTE ? "" : String.valueOf((char) quote).repeat(2);
    List<String> names = new ArrayList<>();
    StringBuilder name = new StringBuilder();
    boolean quoted = false;
    for (int at = 0; at < line.length(); at++) {
      char c = line.charAt(at);
      if (quoted && line.startsWith(twice, at)) {
        name.append(c);
        at++;
      } else if (c == quote && (quoted || name.isEmpty())) {
        quoted = !quoted;
      } else if (c == delimiter && !quoted) {
        names.add(name.toString().strip());
        name.setLength(0);
      } else {
        name.append(c);
      }
    }
    names.add(name.toString().strip());
    return List.copyOf(names);
  }

  /** Where the first row begins. */
  public PartPosition firstRow() {
    long line = 1;
    for (byte b : bytes) {
      line += b == '\n' ? 1 : 0;
    }
    return new PartPosition(bytes.length, line, 0);
  }

  /** Where the window ends that the byte at {@code offset} is in. */
  long windowEnd(long offset, CsvLimits limits) {
    long size = limits.batchBytes();
    return bytes.length + ((offset - bytes.length) / size + 1) * size;
  }

  /** The place in the header of each wanted column. */
  int[] bind(CsvLayout layout) {
    List<String> missing = layout.names().stream().filter(name -> !names.contains(name)).toList();
    if (!missing.isEmpty()) {
      throw new CsvException(lacks(layout, missing));
    }
    for (String name : layout.names()) {
      if (Collections.frequency(names, name) > 1) {
        throw new CsvException(new DuplicateColumn(part, name));
      }
    }
    return layout.names().stream().mapToInt(names::indexOf).toArray();
  }

  private CsvProblem lacks(CsvLayout layout, List<String> missing) {
    String near = missing.size() == 1 ? NameSuggestions.closest(missing.getFirst(), names) : null;
    String guess = near == null ? "" : " (is it " + near + "?)";
    if (missing.size() == layout.fields().size() && guess.isEmpty()) {
      String line =
          Escaped.cut(
              String.join(String.valueOf(layout.dialect().delimiter()), names)
                  .getBytes(StandardCharsets.UTF_8));
      return new NotCsv(
          part,
          "its first line has none of the columns "
              + String.join(", ", missing)
              + "; it is \""
              + line
              + "\""
              + otherDelimiter(layout));
    }
    return new MissingColumns(part, missing, names, guess);
  }

  /** The delimiter with which the header would have all wanted columns, in a sentence. */
  private String otherDelimiter(CsvLayout layout) {
    String line = text(bytes, bytes.length);
    for (char delimiter : DELIMITERS) {
      if (split(line, delimiter, quote(layout.dialect())).containsAll(layout.names())) {
        String shown = delimiter == '\t' ? "\\t" : String.valueOf(delimiter);
        return "; it looks like the delimiter is "
            + (delimiter == '\t' ? "a tab" : shown)
            + ": add \"delimiter\": \""
            + shown
            + "\" to the table";
      }
    }
    return "";
  }
}
