package dev.roastery.input.csv;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Suggests the name that was probably meant. */
final class Spelling {

  private Spelling() {}

  /** " (did you mean …?)", or nothing when no name is near. */
  static String guess(String wanted, List<String> names) {
    return names.stream()
        .filter(name -> distance(wanted, name) <= Math.max(1, wanted.length() / 3))
        .min(Comparator.comparingInt(name -> distance(wanted, name)))
        .map(name -> " (is it " + name + "?)")
        .orElse("");
  }

  /** How many letters must be added, removed or changed; upper and lower case are the same. */
  private static int distance(String one, String other) {
    String a = one.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
