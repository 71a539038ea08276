package dev.roastery.input.csv.scan;

/** What UTF-8 allows. */
public final class Utf8 {

  private Utf8() {}

  public static boolean valid(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      int length = length(bytes, at, to);
      if (length == 0) {
        return false;
      }
      at += length;
    }
    return true;
  }

  /** The length of the character at {@code at}; 0 when there is none. */
  private static int length(byte[] bytes, int at, int to) {
    int lead = bytes[at] & 0xff;
    int length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (lead > 0xf4 || length > to - at) {
      return 0;
    }
    for (int i = 1; i < length; i++) {
      if ((bytes[at + i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    return length > 2 && !secondFits(lead, bytes[at + 1] & 0xff) ? 0 : length;
  }

  /** No character in more bytes than it needs, no surrogate, none beyond U+10FFFF. */
  private static boolean secondFits(int lead, int second) {
    return switch (lead) {
      case 0xe0 -> second >= 0xa0;
      case 0xed -> second < 0xa0;
      case 0xf0 -> second >= 0x90;
      case 0xf4 -> second < 0x90;
      default -> true;
    };
  }
}
