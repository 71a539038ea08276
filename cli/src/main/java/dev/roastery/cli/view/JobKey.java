package dev.roastery.cli.view;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a person types for a job: its id, or either end of it, of four digits at least. The first
 * digits of an id are its time, and alike for the jobs of a day: the last eight are its short id.
 */
public record JobKey(String text) {

  private static final String FORM = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  private static final int SHORT = 8;
  private static final int SHORTEST = 4;
  private static final Pattern HEX = Pattern.compile("[0-9a-f]");

  public JobKey {
    text = text.toLowerCase(Locale.ROOT);
    if (text.length() < SHORTEST || text.length() > FORM.length() || !hasForm(text)) {
      throw new IllegalArgumentException(text);
    }
  }

  private static boolean hasForm(String text) {
    return isLike(text, 0) || isLike(text, FORM.length() - text.length());
  }

  private static boolean isLike(String text, int from) {
    for (int at = 0; at < text.length(); at++) {
      char one = text.charAt(at);
      boolean dash = FORM.charAt(from + at) == '-';
      if (dash ? one != '-' : !HEX.matcher(String.valueOf(one)).matches()) {
        return false;
      }
    }
    return true;
  }

  /** Nobody has to be asked which job it is. */
  boolean isWhole() {
    return text.length() == FORM.length();
  }

  boolean isOf(String id) {
    return id.startsWith(text) || id.endsWith(text);
  }

  /** How a list shows it. */
  public static String shortId(String id) {
    return id.substring(Math.max(0, id.length() - SHORT));
  }
}
