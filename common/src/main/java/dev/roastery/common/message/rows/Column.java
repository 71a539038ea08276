package dev.roastery.common.message.rows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One column. {@code nulls} is laid out as {@link NullBits} says, and is itself null when no value
 * is; the value behind a null is 0 or the empty text. The arrays belong to the column and must not
 * change. Columns of the same type, values and nulls are equal.
 */
public sealed interface Column {

  int count();

  ColumnType type();

  long @Nullable [] nulls();

  default boolean isNull(int row) {
    return NullBits.isNull(nulls(), row);
  }

  /** What limits count: 8 bytes for each value, and the texts. */
  long decodedBytes();

  /** Whole numbers, decimals, dates and timestamps. {@code values} may be longer than the count. */
  record Longs(ColumnType type, int count, long[] values, long @Nullable [] nulls)
      implements Column {

    public Longs {
      if (type instanceof ColumnType.Text) {
        throw new IllegalArgumentException("a column of numbers cannot be of type " + type);
      }
      Objects.checkFromIndexSize(0, count, values.length);
    }

    /** As the constructor; a compact constructor does not tell other modules what may be null. */
    public static Longs of(ColumnType type, int count, long[] values, long @Nullable [] nulls) {
      return new Longs(type, count, values, nulls);
    }

    @Override
    public long decodedBytes() {
      return (long) count * Long.BYTES;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Longs that
          && type.equals(that.type)
          && Arrays.equals(values, 0, count, that.values, 0, that.count)
          && Nulls.same(this, that);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(Arrays.copyOf(values, count));
    }

    @Override
    public String toString() {
      return preview(this, row -> Long.toString(values[row]));
    }
  }

  /** Text: value {@code row} is {@code bytes[offsets[row] .. offsets[row + 1])}. */
  record Texts(int count, byte[] bytes, int[] offsets, long @Nullable [] nulls) implements Column {

    public Texts {
      Objects.checkFromIndexSize(0, count, offsets.length - 1);
      Objects.checkFromToIndex(offsets[0], offsets[count], bytes.length);
    }

    /** As the constructor; a compact constructor does not tell other modules what may be null. */
    public static Texts of(int count, byte[] bytes, int[] offsets, long @Nullable [] nulls) {
      return new Texts(count, bytes, offsets, nulls);
    }

    @Override
    public ColumnType type() {
      return new ColumnType.Text();
    }

    /** The value's length in bytes. */
    public int length(int row) {
      return offsets[row + 1] - offsets[row];
    }

    public String text(int row) {
      return new String(bytes, offsets[row], length(row), UTF_8);
    }

    @Override
    public long decodedBytes() {
      return (long) count * Long.BYTES + offsets[count] - offsets[0];
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Texts that
          && count == that.count
          && IntStream.range(0, count).allMatch(row -> length(row) == that.length(row))
          && Arrays.equals(
              bytes, offsets[0], offsets[count], that.bytes, that.offsets[0], that.offsets[count])
          && Nulls.same(this, that);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(Arrays.copyOfRange(bytes, offsets[0], offsets[count]));
    }

    @Override
    public String toString() {
      return preview(this, this::text);
    }
  }

  private static String preview(Column column, IntFunction<String> value) {
    int shown = Math.min(column.count(), 20);
    return IntStream.range(0, shown)
        .mapToObj(row -> column.isNull(row) ? "null" : value.apply(row))
        .collect(joining(", ", column.type() + "[", shown < column.count() ? ", ...]" : "]"));
  }
}
