package dev.roastery.common.query.value;

import dev.roastery.common.message.rows.ColumnType;

/** What a column of a result holds, and the one way in which its values are written. */
public sealed interface ValueFormat {

  /** How values travel. */
  ColumnType type();

  /** How people call it, in messages and documents. */
  String name();

  static ValueFormat of(ColumnType type) {
    return switch (type) {
      case ColumnType.Whole _ -> new Whole();
      case ColumnType.Decimal decimal -> new Decimal(decimal.scale());
      case ColumnType.Date _ -> new Date();
      case ColumnType.Timestamp _ -> new Timestamp();
      case ColumnType.Text _ -> new Text();
    };
  }

  /** A format whose values are longs. */
  sealed interface OfLong extends ValueFormat {
    void append(long value, ByteText out);
  }

  /** {@code -12345} */
  record Whole() implements OfLong {
    @Override
    public ColumnType type() {
      return new ColumnType.Whole();
    }

    @Override
    public String name() {
      return "whole";
    }

    @Override
    public void append(long value, ByteText out) {
      out.whole(value);
    }
  }

  /**
   * {@code 12.50}: always with as many decimals as the scale says, and at least one digit before.
   */
  record Decimal(int scale) implements OfLong {
    @Override
    public ColumnType type() {
      return new ColumnType.Decimal(scale);
    }

    @Override
    public String name() {
      return "decimal(" + scale + ")";
    }

    @Override
    public void append(long value, ByteText out) {
      out.decimal(value, scale);
    }
  }

  /** {@code 2024-01-31} */
  record Date() implements OfLong {
    @Override
    public ColumnType type() {
      return new ColumnType.Date();
    }

    @Override
    public String name() {
      return "date";
    }

    @Override
    public void append(long value, ByteText out) {
      out.date(value);
    }
  }

  /** {@code 2024-01-31 06:00:00} */
  record Timestamp() implements OfLong {
    @Override
    public ColumnType type() {
      return new ColumnType.Timestamp();
    }

    @Override
    public String name() {
      return "timestamp";
    }

    @Override
    public void append(long value, ByteText out) {
      out.date(Days.ofTimestamp(value));
      out.ascii(' ');
      out.time(Days.timeOfDay(value));
    }
  }

  /** UTF-8, quoted where CSV needs it. */
  record Text() implements ValueFormat {
    @Override
    public ColumnType type() {
      return new ColumnType.Text();
    }

    @Override
    public String name() {
      return "text";
    }
  }

  /** {@code 2024-01}, from {@code year * 12 + month - 1}. */
  record Month() implements OfLong {
    @Override
    public ColumnType type() {
      return new ColumnType.Whole();
    }

    @Override
    public String name() {
      return "month";
    }

    @Override
    public void append(long value, ByteText out) {
      out.year(Math.floorDiv(value, 12));
      out.ascii('-');
      out.twoDigits(Math.floorMod(value, 12) + 1);
    }
  }

  /** {@code 2024-H1}, from {@code year * 2}, plus 1 for the second half. */
  record Half() implements OfLong {
    @Override
    public ColumnType type() {
      return new ColumnType.Whole();
    }

    @Override
    public String name() {
      return "half-year";
    }

    @Override
    public void append(long value, ByteText out) {
      out.year(Math.floorDiv(value, 2));
      out.ascii('-');
      out.ascii('H');
      out.whole(Math.floorMod(value, 2) + 1);
    }
  }

  /** {@code 2024-Q1}, from {@code year * 4}, plus 0 to 3. */
  record Quarter() implements OfLong {
    @Override
    public ColumnType type() {
      return new ColumnType.Whole();
    }

    @Override
    public String name() {
      return "quarter";
    }

    @Override
    public void append(long value, ByteText out) {
      out.year(Math.floorDiv(value, 4));
      out.ascii('-');
      out.ascii('Q');
      out.whole(Math.floorMod(value, 4) + 1L);
    }
  }

  /** {@code 2024-W05}, from {@link Days#week}. */
  record Week() implements OfLong {
    private static final int DAYS_TO_THURSDAY = 3;

    @Override
    public ColumnType type() {
      return new ColumnType.Whole();
    }

    @Override
    public String name() {
      return "week";
    }

    @Override
    public void append(long value, ByteText out) {
      long thursday = Days.firstOfWeek(value) + DAYS_TO_THURSDAY;
      long year = Days.year(thursday);
      out.year(year);
      out.ascii('-');
      out.ascii('W');
      out.twoDigits((int) (thursday - Days.firstOfMonth(year * 12)) / 7 + 1);
    }
  }

  /** {@code 06:00:00}, from seconds since midnight. */
  record TimeOfDay() implements OfLong {
    @Override
    public ColumnType type() {
      return new ColumnType.Whole();
    }

    @Override
    public String name() {
      return "time of day";
    }

    @Override
    public void append(long value, ByteText out) {
      out.time(value);
    }
  }

  /** {@code true} or {@code false}, from 1 or 0. */
  record Truth() implements OfLong {
    @Override
    public ColumnType type() {
      return new ColumnType.Whole();
    }

    @Override
    public String name() {
      return "truth";
    }

    @Override
    public void append(long value, ByteText out) {
      for (char letter : Boolean.toString(value != 0).toCharArray()) {
        out.ascii(letter);
      }
    }
  }
}
