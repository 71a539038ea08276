package dev.roastery.common.kernel.expression;

import dev.roastery.common.query.bound.BoundExpr;
import java.util.Locale;

/** Functions of texts. Upper and lower case are those of no particular language. */
final class TextFunctions {

  private static final int CONTINUATION_MASK = 0xc0;
  private static final int CONTINUATION = 0x80;

  private TextFunctions() {}

  static String apply(BoundExpr.OfText of, String text) {
    return switch (of.function()) {
      case LOWER -> text.toLowerCase(Locale.ROOT);
      case UPPER -> text.toUpperCase(Locale.ROOT);
      case TRIM -> trimmed(text);
      case SUBSTRING -> substring(text, of.from(), of.length());
      case LENGTH -> throw new IllegalArgumentException("a length is no text");
    };
  }

  /** Without the spaces around it; as in SQL, no other character is taken away. */
  private static String trimmed(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && text.charAt(from) == ' ') {
      from++;
    }
    while (to > from && text.charAt(to - 1) == ' ') {
      to--;
    }
    return text.substring(from, to);
  }

  private static String substring(String text, int from, int length) {
    int[] letters = text.codePoints().toArray();
    int start = Math.min(from - 1, letters.length);
    return new String(letters, start, Math.min(length, letters.length - start));
  }

  /** The number of characters. */
  static long length(byte[] bytes, int start, int end) {
    long count = 0;
    for (int at = start; at < end; at++) {
      count += (bytes[at] & CONTINUATION_MASK) == CONTINUATION ? 0 : 1;
    }
    return count;
  }
}
