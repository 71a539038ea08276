package dev.roastery.common.query.language;

import java.util.ArrayList;
import java.util.List;

/**
 * How the values of one column are written in the files, and what becomes of digits for which the
 * column's type has no place.
 *
 * @param format a pattern of dates or timestamps such as {@code dd/MM/yyyy}, {@code epoch seconds},
 *     two words such as {@code yes/no}, or empty: as the type is usually written
 * @param nullWord a word that means in this column that there is no value, or empty
 * @param decimal between a number's whole part and its decimals; empty as in the whole table
 * @param thousands between groups of three digits, if {@code decimal} is not empty
 */
public record ColumnForm(
    String format,
    Fractions fractions,
    Rounding rounding,
    Strictness strictness,
    String nullWord,
    String decimal,
    String thousands) {

  /** Whether a value must be written in the one way that loses nothing when it is read. */
  public enum Strictness {
    /** {@code 007}, {@code 7.0} and {@code 7} are one whole number. */
    LENIENT,
    /**
     * {@code 007} and {@code 7.0} are no whole numbers: so inferred columns are read, whose types
     * nobody has declared.
     */
    STRICT
  }

  /** What a timestamp's fraction of a second becomes, unless it is zero. */
  public enum Fractions {
    REFUSE,
    CUT
  }

  /** What a decimal with more digits than its column becomes, unless they are zeros. */
  public enum Rounding {
    REFUSE,
    HALF_EVEN
  }

  public ColumnForm(String format, Fractions fractions, Rounding rounding) {
    this(format, fractions, rounding, Strictness.LENIENT, "", "", "");
  }

  public static final ColumnForm STANDARD = new ColumnForm("", Fractions.REFUSE, Rounding.REFUSE);

  public static ColumnForm of(String format) {
    return new ColumnForm(format, Fractions.REFUSE, Rounding.REFUSE);
  }

  public ColumnForm withStrictness(Strictness other) {
    return new ColumnForm(format, fractions, rounding, other, nullWord, decimal, thousands);
  }

  public ColumnForm withNullWord(String word) {
    return new ColumnForm(format, fractions, rounding, strictness, word, decimal, thousands);
  }

  /** {@code groups} may be empty. */
  public ColumnForm withNumbers(String point, String groups) {
    return new ColumnForm(format, fractions, rounding, strictness, nullWord, point, groups);
  }

  /** How the column's values are written in a table of that dialect. */
  public Dialect in(Dialect table) {
    Dialect numbers = decimal.isEmpty() ? table : table.withNumbers(decimal.charAt(0), thousands);
    if (nullWord.isEmpty()) {
      return numbers;
    }
    List<String> words = new ArrayList<>(table.nulls());
    words.add(nullWord);
    return numbers.withNulls(words);
  }

  public boolean isStrict() {
    return strictness == Strictness.STRICT;
  }
}
