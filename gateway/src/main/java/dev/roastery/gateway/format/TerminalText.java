package dev.roastery.gateway.format;

import java.util.regex.Pattern;

/** Text from elsewhere, to be shown on a terminal. */
public final class TerminalText {

  /** Control characters, also the second set that begins at 0x80, and changes of direction. */
  private static final Pattern ACTED_UPON =
      Pattern.compile("[\\p{Cc}\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]");

  private TerminalText() {}

  /** The text without what a terminal would act upon. */
  public static String plain(String text) {
    return ACTED_UPON.matcher(text).replaceAll("␣");
  }
}
