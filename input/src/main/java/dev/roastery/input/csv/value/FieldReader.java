package dev.roastery.input.csv.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.ColumnForm;
import dev.roastery.common.query.language.ColumnForm.Rounding;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.common.query.language.TimePattern;
import dev.roastery.input.csv.scan.RowError;
import dev.roastery.input.csv.value.NumberReader.Rest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one value as its grammar says, byte by byte. The columns read the usual forms by words, and
 * come here with all the others: quoted, padded, signed, long, declared, wrong.
 *
 * <p>A whole number has only zeros after its point, as has a decimal after its scale. A date is a
 * timestamp at midnight. Spaces and tabs around all of these mean nothing. {@link NumberReader} and
 * {@link TimeReader} say the rest.
 */
public final class FieldReader {

  private static final String EPOCH_SECONDS = "epoch seconds";
  private static final String EPOCH_MILLISECONDS = "epoch milliseconds";

  private static final int NO_BYTE = 256;

  /** What is wrong with the value read last, or null. */
  public @Nullable RowError flaw;

  /** Whether the value read last was empty. */
  public boolean empty;

  private final ColumnType type;
  private final ColumnForm form;
  private final int quote;
  private final List<byte[]> nulls = new ArrayList<>();
  private final NumberReader numbers;
  private final TimeReader times;

  private byte[] bytes = {};
  private int at;
  private int end;

  public FieldReader(ColumnType type, ColumnForm form, Dialect dialect) {
    this.type = type;
    this.form = form;
    this.quote = quote(dialect);
    dialect.nulls().forEach(word -> nulls.add(word.getBytes(UTF_8)));
    this.numbers = new NumberReader(dialect);
    this.times = new TimeReader(pattern(type, form), form.fractions(), dialect.zone());
  }

  /** The byte that quoted fields begin with; no byte where there are none. */
  public static int quote(Dialect dialect) {
    return dialect.quote() == Dialect.Quote.NONE ? NO_BYTE : dialect.quote().word().charAt(0);
  }

  private static @Nullable TimePattern pattern(ColumnType type, ColumnForm form) {
    boolean timed = type instanceof ColumnType.Timestamp || type instanceof ColumnType.Date;
    if (!timed || form.format().isEmpty() || form.format().startsWith("epoch ")) {
      return null;
    }
    try {
      return TimePattern.of(form.format());
    } catch (TimePattern.Invalid e) {
      throw new IllegalArgumentException(form.format(), e);
    }
  }

  /** Reads {@code [from, to)}, which may be quoted; 0 when it is empty or wrong. */
  public long read(byte[] source, int from, int to) {
    bytes = source;
    at = from;
    end = to;
    flaw = null;
    trim();
    empty = at == end || isNull();
    if (empty) {
      return 0;
    }
    long value =
        switch (type) {
          case ColumnType.Whole() -> form.format().isEmpty() ? whole() : word();
          case ColumnType.Decimal(int scale) -> {
            Rest rest = form.rounding() == Rounding.HALF_EVEN ? Rest.HALF_EVEN : Rest.REFUSE;
            yield number(scale, rest, RowError.NOT_DECIMAL);
          }
          case ColumnType.Date() -> date();
          case ColumnType.Timestamp() -> timestamp();
          case ColumnType.Text() -> throw new IllegalArgumentException("text is not read here");
        };
    return flaw == null ? value : 0;
  }

  private void trim() {
    if (end - at >= 2 && bytes[at] == quote) {
      at++;
      end--;
    }
    while (at < end && blank(bytes[at])) {
      at++;
    }
    while (at < end && blank(bytes[end - 1])) {
      end--;
    }
  }

  private static boolean blank(byte b) {
    return b == ' ' || b == '\t';
  }

  private boolean isNull() {
    for (byte[] word : nulls) {
      if (Arrays.equals(word, 0, word.length, bytes, at, end)) {
        return true;
      }
    }
    return false;
  }

  private long number(int scale, Rest rest, RowError otherwise) {
    long value = numbers.read(bytes, at, end, scale, rest, otherwise);
    flaw = numbers.flaw;
    return value;
  }

  private long whole() {
    long value = number(0, Rest.REFUSE, RowError.NOT_WHOLE);
    if (flaw == RowError.TOO_PRECISE) {
      flaw = RowError.NOT_WHOLE;
    }
    return value;
  }

  /** 1 for the first of the column's two words, 0 for the second. */
  private long word() {
    String text = new String(bytes, at, end - at, UTF_8);
    int between = form.format().indexOf('/');
    if (text.equalsIgnoreCase(form.format().substring(0, between))) {
      return 1;
    }
    if (!text.equalsIgnoreCase(form.format().substring(between + 1))) {
      flaw = RowError.NOT_A_WORD;
    }
    return 0;
  }

  private long date() {
    RowError otherwise = form.format().isEmpty() ? RowError.NOT_DATE : RowError.NOT_IN_FORMAT;
    long seconds = time(otherwise);
    if (flaw == null && Math.floorMod(seconds, CivilTime.DAY) != 0) {
      flaw = RowError.NOT_MIDNIGHT;
    }
    return Math.floorDiv(seconds, CivilTime.DAY);
  }

  private long timestamp() {
    return switch (form.format()) {
      case EPOCH_SECONDS -> epoch(0);
      case EPOCH_MILLISECONDS -> epoch(-3);
      case "" -> time(RowError.NOT_TIMESTAMP);
      default -> time(RowError.NOT_IN_FORMAT);
    };
  }

  private long time(RowError otherwise) {
    long seconds = times.read(bytes, at, end, otherwise);
    flaw = times.flaw;
    return seconds;
  }

  private long epoch(int scale) {
    boolean cut = form.fractions() == ColumnForm.Fractions.CUT;
    long instant = number(scale, cut ? Rest.FLOOR : Rest.REFUSE, RowError.NOT_IN_FORMAT);
    if (flaw == RowError.TOO_PRECISE) {
      flaw = RowError.PART_OF_SECOND;
    }
    if (flaw != null) {
      return 0;
    }
    long shown = times.shown(instant);
    flaw = times.flaw;
    return shown;
  }
}
