package dev.roastery.common.kernel.expression;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/**
 * A LIKE pattern over UTF-8, without backtracking further than the last {@code %}: its time is at
 * most the product of the two lengths.
 */
final class LikePattern {

  private static final int ANY = -1;
  private static final int ONE = -2;

  /** Bytes to be met, and {@link #ANY} and {@link #ONE}. */
  private final int[] parts;

  private LikePattern(int[] parts) {
    this.parts = parts;
  }

  static LikePattern of(String pattern) {
    List<Integer> parts = new ArrayList<>();
    for (byte letter : pattern.getBytes(UTF_8)) {
      switch (letter) {
        case '%' -> parts.add(ANY);
        case '_' -> parts.add(ONE);
        default -> parts.add(letter & 0xff);
      }
    }
    return new LikePattern(parts.stream().mapToInt(Integer::intValue).toArray());
  }

  boolean matches(byte[] text, int start, int end) {
    int at = start;
    int part = 0;
    int lastAny = -1;
    int tried = start;
    while (at < end) {
      if (part < parts.length && parts[part] == ANY) {
        lastAny = part++;
        tried = at;
      } else if (part < parts.length && parts[part] == ONE) {
        at = after(text, at, end);
        part++;
      } else if (part < parts.length && parts[part] == (text[at] & 0xff)) {
        at++;
        part++;
      } else if (lastAny >= 0) {
        tried = after(text, tried, end);
        at = tried;
        part = lastAny + 1;
      } else {
        return false;
      }
    }
    while (part < parts.length && parts[part] == ANY) {
      part++;
    }
    return part == parts.length;
  }

  /** Where the next character begins. */
  private static int after(byte[] text, int at, int end) {
    int next = at + 1;
    while (next < end && (text[next] & 0xc0) == 0x80) {
      next++;
    }
    return next;
  }
}
