package dev.roastery.common.query.document;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How messages show names: quoted, shortened, and with the one that was probably meant. */
public final class NameSuggestions {

  private static final int SHOWN_LENGTH_MAX = 64;
  private static final int SHOWN_NAMES_MAX = 40;

  private static final int BEGINNING = 3;

  private NameSuggestions() {}

  /** As JSON would write it, and no longer than a line; control characters reach no terminal. */
  public static String quoted(String word) {
    StringBuilder text = new StringBuilder("\"");
    word.codePoints().limit(SHOWN_LENGTH_MAX).forEach(character -> append(text, character));
    return text.append(word.length() > SHOWN_LENGTH_MAX ? "…\"" : "\"").toString();
  }

  private static void append(StringBuilder text, int character) {
    if (character == '"' || character == '\\') {
      text.append('\\').appendCodePoint(character);
    } else if (Character.getType(character) == Character.CONTROL
        || Character.getType(character) == Character.FORMAT) {
      text.append(String.format("\\u%04x", character));
    } else {
      text.appendCodePoint(character);
    }
  }

  /** {@code did you mean "x"? Allowed: x, y}: the end of the sentence about an unknown name. */
  public static String insteadOf(String word, Collection<String> allowed) {
    String closest = closest(word, allowed);
    String meant = closest == null ? "" : "; did you mean " + quoted(closest) + "?";
    return meant + (meant.isEmpty() ? "; allowed: " : " Allowed: ") + listed(allowed);
  }

  public static String listed(Collection<String> names) {
    if (names.isEmpty()) {
      return "nothing";
    }
    String shown = names.stream().limit(SHOWN_NAMES_MAX).collect(Collectors.joining(", "));
    return names.size() > SHOWN_NAMES_MAX ? shown + ", …" : shown;
  }

  /** The one that was probably meant, if any is near enough. */
  public static @Nullable String closest(String word, Collection<String> candidates) {
    return closest(word, candidates, Math.max(1, word.length() / 3));
  }

  /** The same of short names that somebody types fast, of four letters on with two slips. */
  public static @Nullable String closestWithTwoSlips(String word, Collection<String> candidates) {
    return closest(word, candidates, Math.max(word.length() < 4 ? 1 : 2, word.length() / 3));
  }

  private static @Nullable String closest(
      String word, Collection<String> candidates, int distanceMax) {
    if (word.length() > SHOWN_LENGTH_MAX) {
      return null;
    }
    String best = null;
    int bestDistance = distanceMax + 1;
    for (String candidate : candidates) {
      String lower = word.toLowerCase(Locale.ROOT);
      String other = candidate.toLowerCase(Locale.ROOT);
      boolean begun = lower.length() >= BEGINNING && other.startsWith(lower);
      int distance = begun ? 1 : distance(lower, other);
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best;
  }

  /** Insertions, deletions, replacements and swaps of neighbours that turn one into the other. */
  static int distance(String from, String to) {
    int[][] rows = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        rows[i][j] = i == 0 || j == 0 ? i + j : step(rows, from, to, i, j);
      }
    }
    return rows[from.length()][to.length()];
  }

  private static int step(int[][] rows, String from, String to, int i, int j) {
    int replaced = rows[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
    int best = Math.min(replaced, Math.min(rows[i - 1][j], rows[i][j - 1]) + 1);
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(best, rows[i - 2][j - 2] + 1) : best;
  }
}
