package dev.roastery.common.query.language;

/**
 * How the values of one column are written in the files, and what becomes of digits for which the
 * column's type has no place.
 *
 * @param format a pattern of dates or timestamps such as {@code dd/MM/yyyy}, {@code epoch seconds},
 *     two words such as {@code yes/no}, or empty: as the type is usually written
 */
public record ColumnForm(String format, Fractions fractions, Rounding rounding) {

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

  public static final ColumnForm STANDARD = new ColumnForm("", Fractions.REFUSE, Rounding.REFUSE);

  public static ColumnForm of(String format) {
    return new ColumnForm(format, Fractions.REFUSE, Rounding.REFUSE);
  }
}
