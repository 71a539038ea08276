package dev.roastery.testkit.rows;

import dev.roastery.common.message.rows.Column.Longs;
import dev.roastery.common.message.rows.Column.Texts;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.NullBits;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Columns of some values: {@code decimals(2, 750)} is 7.50. */
public final class Columns {

  private Columns() {}

  public static Longs wholes(long... values) {
    return longs(new ColumnType.Whole(), values);
  }

  /** Decimals by their unscaled values: 750 with scale 2 is 7.50. */
  public static Longs decimals(int scale, long... unscaled) {
    return longs(new ColumnType.Decimal(scale), unscaled);
  }

  public static Longs dates(long... daysSince1970) {
    return longs(new ColumnType.Date(), daysSince1970);
  }

  public static Longs timestamps(long... secondsSince1970) {
    return longs(new ColumnType.Timestamp(), secondsSince1970);
  }

  private static Longs longs(ColumnType type, long[] values) {
    return Longs.of(type, values.length, values, null);
  }

  public static Texts texts(@Nullable String... values) {
    TextsBuilder builder = new TextsBuilder(values.length);
    for (String value : values) {
      if (value == null) {
        builder.addNull();
      } else {
        builder.add(value);
      }
    }
    return builder.build();
  }

  /** The same column with nulls in these rows. */
  public static Longs withNulls(Longs column, int... rows) {
    long[] visible = Arrays.copyOf(column.values(), column.count());
    long[] all = column.nulls();
    long[] bits = all == null ? new long[NullBits.words(column.count())] : all.clone();
    for (int row : rows) {
      visible[row] = 0;
      NullBits.set(bits, row);
    }
    return Longs.of(column.type(), column.count(), visible, bits);
  }
}
