package dev.roastery.input.csv.scan;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of a part as a person may see them in a message, on one line. */
public final class Escaped {

  /** The most characters of a value in a message. */
  private static final int VALUE_MAX = 80;

  /** The most bytes of a bad row in a report. */
  private static final int ROW_MAX = 1000;

  private Escaped() {}

  public static String cut(byte[] value) {
    return escaped(value, 0, value.length, VALUE_MAX);
  }

  public static String value(byte[] bytes, int from, int to) {
    return escaped(bytes, from, to, VALUE_MAX);
  }

  public static String row(byte[] bytes, int from, int to) {
    return escaped(bytes, from, to, ROW_MAX);
  }

  private static String escaped(byte[] bytes, int from, int to, int most) {
    StringBuilder text = new StringBuilder();
    int end = Math.min(to, from + most);
    while (end < to && end > from && (bytes[end] & 0xc0) == 0x80) {
      end--;
    }
    boolean utf8 = Utf8.valid(bytes, from, end);
    String decoded =
        new String(
            Arrays.copyOfRange(bytes, from, end),
            utf8 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    decoded.chars().forEach(c -> append(text, (char) c, utf8));
    return end < to ? text + "…" : text.toString();
  }

  private static void append(StringBuilder text, char c, boolean utf8) {
    switch (c) {
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      case '\\' -> text.append("\\\\");
      default -> {
        boolean plain = !Character.isISOControl(c) && (utf8 || c < 0x80);
        text.append(plain ? String.valueOf(c) : String.format("\\x%02x", (int) c));
      }
    }
  }
}
