package dev.roastery.input.csv;

import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.input.PartPosition;
import dev.roastery.input.csv.CsvProblem.DuplicateColumn;
import dev.roastery.input.csv.CsvProblem.MissingColumns;
import dev.roastery.input.csv.CsvProblem.NotCsv;
import dev.roastery.input.csv.column.CsvLayout;
import dev.roastery.input.csv.column.CsvLimits;
import dev.roastery.input.csv.scan.Escaped;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part's header: its names, without the spaces around them, and all the bytes before the first
 * row, from which it can be read again: a byte order mark, blank lines, the line, its break.
 */
public record CsvHeader(String part, byte[] bytes, List<String> names) {

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  /** The header that these bytes are. */
  public static CsvHeader of(String part, byte[] bytes) {
    String line = text(bytes, bytes.length);
    if (line.indexOf('\0') >= 0) {
      throw notCsv(part, "it contains zero bytes, like a binary file or UTF-16");
    }
    if (line.indexOf('\r') >= 0) {
      throw notCsv(part, "its lines end with bare carriage returns; they must end with line feeds");
    }
    return new CsvHeader(part, bytes, split(line));
  }

  /** The header that a part begins with, or null when its end is not among these bytes. */
  static @Nullable CsvHeader find(String part, byte[] start, int limit, CsvLimits limits) {
    int end = end(start, limit);
    int most = limits.rowBytesMax();
    if (end > most || (end < 0 && limit > most)) {
      of(part, Arrays.copyOf(start, most));
      throw notCsv(part, "its first line does not end within " + most + " bytes");
    }
    return end < 0 ? null : of(part, Arrays.copyOf(start, end));
  }

  /** The header of a part that ends within it, or null when there is nothing. */
  static @Nullable CsvHeader last(String part, byte[] start, int limit) {
    if (text(start, limit).isEmpty()) {
      return null;
    }
    byte[] whole = Arrays.copyOf(start, limit);
    CsvHeader header = of(part, whole);
    byte[] ended = Arrays.copyOf(start, limit + 1);
    ended[limit] = '\n';
    if (end(ended, limit + 1) < 0) {
      throw notCsv(part, "a quoted name in its header does not end");
    }
    return header;
  }

  /** The header of a part that begins so; null when nothing is there, or its end is not. */
  public static @Nullable CsvHeader ofHead(
      String part, byte[] head, boolean whole, CsvLimits limits) {
    CsvHeader found = find(part, head, head.length, limits);
    return found == null && whole ? last(part, head, head.length) : found;
  }

  private static String text(byte[] bytes, int limit) {
    int mark = mark(bytes, limit);
    return new String(bytes, mark, limit - mark, StandardCharsets.UTF_8).strip();
  }

  private static CsvException notCsv(String part, String reason) {
    return new CsvException(new NotCsv(part, reason));
  }

  /** The byte after the first line that has text, quotes or not; -1 when it is not in sight. */
  private static int end(byte[] bytes, int limit) {
    boolean text = false;
    boolean quoted = false;
    boolean mayOpen = true;
    for (int at = mark(bytes, limit); at < limit; at++) {
      byte b = bytes[at];
      if (b == '"' && (quoted || mayOpen)) {
        quoted = !quoted;
        mayOpen = true;
      } else if (b == '\n' && text && !quoted) {
        return at + 1;
      } else {
        mayOpen = b == ',' || b == '\n';
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

  private static List<String> split(String line) {
    List<String> names = new ArrayList<>();
    StringBuilder name = new StringBuilder();
    boolean quoted = false;
    for (int at = 0; at < line.length(); at++) {
      char c = line.charAt(at);
      if (quoted && line.startsWith("\"\"", at)) {
        name.append(c);
        at++;
      } else if (c == '"' && (quoted || name.isEmpty())) {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
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
      String line = Escaped.cut(String.join(",", names).getBytes(StandardCharsets.UTF_8));
      return new NotCsv(
          part,
          "its first line has none of the columns "
              + String.join(", ", missing)
              + "; it is \""
              + line
              + "\"");
    }
    return new MissingColumns(part, missing, names, guess);
  }
}
