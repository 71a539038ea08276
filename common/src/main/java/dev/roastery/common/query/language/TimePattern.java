package dev.roastery.common.query.language;

import dev.roastery.common.query.document.NameSuggestions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The order in which dates and timestamps are written: {@code dd/MM/yyyy}, {@code M/d/yyyy h:mm a},
 * {@code dd/MMM/yyyy:HH:mm:ss Z}. Letters mean what they do in java.time, as far as {@link Field}
 * knows them; text between single quotes, and what is no letter, means itself.
 */
public record TimePattern(List<Part> parts) {

  /** A field, or text that is there in every value. */
  public sealed interface Part {}

  /** Text that means itself. */
  public record Literal(char character) implements Part {}

  /** What digits, or a word, stand for. */
  public enum Field implements Part {
    YEAR("yyyy"),
    MONTH("MM"),
    /** One digit or two, as in all fields with one letter. */
    MONTH_SHORT("M"),
    /** In English, three letters. */
    MONTH_NAME("MMM"),
    DAY("dd"),
    DAY_SHORT("d"),
    HOUR("HH"),
    HOUR_SHORT("H"),
    HOUR_OF_HALF("hh"),
    HOUR_OF_HALF_SHORT("h"),
    MINUTE("mm"),
    SECOND("ss"),
    /** AM or PM. */
    HALF("a"),
    /** Z, +02:00, +0200 or +02. */
    OFFSET("Z");

    private final String letters;

    Field(String letters) {
      this.letters = letters;
    }

    /** Whether it has as many digits as the value happens to need. */
    public boolean isShort() {
      return letters.length() == 1 && Character.isLetter(letters.charAt(0)) && !isWord();
    }

    private boolean isWord() {
      return this == HALF || this == OFFSET;
    }
  }

  private static final String LETTERS = "yyyy, MM, M, MMM, dd, d, HH, H, hh, h, mm, ss, a, Z";

  /** A pattern that is none, and why. */
  public static final class Invalid extends Exception {
    private static final long serialVersionUID = 1;

    Invalid(String reason) {
      super(reason);
    }
  }

  public TimePattern {
    parts = List.copyOf(parts);
  }

  public static TimePattern of(String text) throws Invalid {
    List<Part> parts = new ArrayList<>();
    for (int at = 0; at < text.length(); ) {
      char c = text.charAt(at);
      if (c == '\'') {
        int end = text.indexOf('\'', at + 1);
        if (end < 0) {
          throw new Invalid("a quoted text in it does not end");
        }
        text.substring(at + 1, end).chars().forEach(each -> parts.add(new Literal((char) each)));
        at = end + 1;
      } else if (Character.isLetter(c)) {
        int end = at;
        while (end < text.length() && text.charAt(end) == c) {
          end++;
        }
        parts.add(field(text.substring(at, end)));
        at = end;
      } else {
        parts.add(new Literal(c));
        at++;
      }
    }
    TimePattern pattern = new TimePattern(parts);
    pattern.check();
    return pattern;
  }

  private static Field field(String letters) throws Invalid {
    for (Field field : Field.values()) {
      if (field.letters.equals(letters)) {
        return field;
      }
    }
    throw new Invalid(
        letters.equals("yy")
            ? "a year of two digits does not say its century"
            : NameSuggestions.quoted(letters) + " means nothing here; known: " + LETTERS);
  }

  private void check() throws Invalid {
    Set<Field> fields = EnumSet.noneOf(Field.class);
    for (int at = 0; at < parts.size(); at++) {
      switch (parts.get(at)) {
        case Field field -> {
          if (!fields.add(field)) {
            throw new Invalid(field.letters + " stands in it twice");
          }
          if (field.isShort() && at + 1 < parts.size() && parts.get(at + 1) instanceof Field) {
            throw new Invalid("it does not say where " + field.letters + " ends");
          }
        }
        case Literal(char character) -> {
          if (character < ' ' || character > '~' || Character.isDigit(character)) {
            throw new Invalid("only printable ASCII without digits may stand between its fields");
          }
        }
      }
    }
    one(fields, "one year (yyyy)", Field.YEAR);
    one(fields, "one month", Field.MONTH, Field.MONTH_SHORT, Field.MONTH_NAME);
    one(fields, "one day", Field.DAY, Field.DAY_SHORT);
    boolean half = has(fields, Field.HOUR_OF_HALF, Field.HOUR_OF_HALF_SHORT);
    if (half != fields.contains(Field.HALF)) {
      throw new Invalid("an hour hh or h needs AM or PM (a), and no other hour has them");
    }
    if (half && has(fields, Field.HOUR, Field.HOUR_SHORT)) {
      throw new Invalid("it needs one hour");
    }
    boolean hour = half || has(fields, Field.HOUR, Field.HOUR_SHORT);
    if (fields.contains(Field.MINUTE) != hour
        || (fields.contains(Field.SECOND) && !hour)
        || (fields.contains(Field.OFFSET) && !hour)) {
      throw new Invalid("a time needs its hour and its minute (mm)");
    }
  }

  private static void one(Set<Field> fields, String what, Field... candidates) throws Invalid {
    if (List.of(candidates).stream().filter(fields::contains).count() != 1) {
      throw new Invalid("it needs " + what);
    }
  }

  private static boolean has(Set<Field> fields, Field... candidates) {
    return List.of(candidates).stream().anyMatch(fields::contains);
  }

  /** Whether it has a time of day beside the day. */
  public boolean hasTime() {
    return parts.contains(Field.MINUTE);
  }
}
