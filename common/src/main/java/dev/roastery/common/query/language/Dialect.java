package dev.roastery.common.query.language;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the files of a table are written, as far as it is the same for all of its columns.
 *
 * @param delimiter between the fields of a row
 * @param header whether the first line has the names of the columns
 * @param quote around fields that contain a delimiter, a quote or a line break
 * @param encoding of the text; a byte order mark of UTF-16 is heeded whatever is said here
 * @param decimal between a number's whole part and its decimals: a point or a comma
 * @param thousands between groups of three digits, or empty: then a number has no groups
 * @param nulls words that mean that there is no value, as an empty field does
 * @param zone whose wall-clock time a timestamp with an offset from UTC becomes; without one, such
 *     a timestamp is refused
 */
public record Dialect(
    char delimiter,
    Header header,
    Quote quote,
    Encoding encoding,
    char decimal,
    String thousands,
    List<String> nulls,
    @Nullable Zone zone) {

  /** Commas, a header, UTF-8, decimal points: what is written when nothing else is said. */
  public static final Dialect STANDARD =
      new Dialect(',', Header.NAMES, Quote.DOUBLE, Encoding.UTF_8, '.', "", List.of(), null);

  /** What the first line is. */
  public enum Header {
    /** The names of the columns, in any order, perhaps with others among them. */
    NAMES,
    /** A row: the columns of the table are its fields, in the same order and number. */
    NONE
  }

  /** What a field may stand in. */
  public enum Quote {
    DOUBLE("\""),
    SINGLE("'"),
    /** Nothing: a quote is a character like others. */
    NONE("none");

    private final String word;

    Quote(String word) {
      this.word = word;
    }

    /** As documents call it. */
    public String word() {
      return word;
    }
  }

  /** How bytes are characters. */
  public enum Encoding {
    UTF_8("utf-8"),
    /** In the order of bytes that its byte order mark says, or else its first character shows. */
    UTF_16("utf-16"),
    /** ISO 8859-1, without its control characters from 0x80 to 0x9f. */
    LATIN_1("latin-1"),
    WINDOWS_1252("windows-1252");

    private final String word;

    Encoding(String word) {
      this.word = word;
    }

    /** As documents call it. */
    public String word() {
      return word;
    }
  }

  public Dialect {
    nulls = List.copyOf(nulls);
  }

  public Dialect withDelimiter(char other) {
    return new Dialect(other, header, quote, encoding, decimal, thousands, nulls, zone);
  }

  public Dialect withHeader(Header other) {
    return new Dialect(delimiter, other, quote, encoding, decimal, thousands, nulls, zone);
  }

  public Dialect withQuote(Quote other) {
    return new Dialect(delimiter, header, other, encoding, decimal, thousands, nulls, zone);
  }

  public Dialect withEncoding(Encoding other) {
    return new Dialect(delimiter, header, quote, other, decimal, thousands, nulls, zone);
  }

  /** {@code groups} may be empty. */
  public Dialect withNumbers(char point, String groups) {
    return new Dialect(delimiter, header, quote, encoding, point, groups, nulls, zone);
  }

  public Dialect withNulls(List<String> words) {
    return new Dialect(delimiter, header, quote, encoding, decimal, thousands, words, zone);
  }

  public Dialect withZone(@Nullable Zone other) {
    return new Dialect(delimiter, header, quote, encoding, decimal, thousands, nulls, other);
  }
}
