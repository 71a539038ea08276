package dev.roastery.testkit.rows;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.message.rows.Column;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Gathers the values of a text column. */
public final class TextsBuilder {

  private byte[] bytes;
  private int[] offsets;
  private long @Nullable [] nulls;
  private int count;

  public TextsBuilder(int expectedCount) {
    this.bytes = new byte[16 * expectedCount];
    this.offsets = new int[expectedCount + 1];
  }

  /** Adds the UTF-8 text that lies in {@code from[start .. end)}. */
  public TextsBuilder add(byte[] from, int start, int end) {
    int at = offsets[count];
    int next = Math.addExact(at, end - start);
    if (next > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(next, Growing.grown(at)));
    }
    if (count + 1 == offsets.length) {
      offsets = Arrays.copyOf(offsets, Growing.grown(count + 1));
    }
    System.arraycopy(from, start, bytes, at, end - start);
    offsets[++count] = next;
    return this;
  }

  public TextsBuilder add(String text) {
    byte[] utf8 = text.getBytes(UTF_8);
    return add(utf8, 0, utf8.length);
  }

  public TextsBuilder addNull() {
    nulls = Growing.withNull(nulls, count);
    return add(bytes, 0, 0);
  }

  public int count() {
    return count;
  }

  public Column.Texts build() {
    return Column.Texts.of(
        count,
        Arrays.copyOf(bytes, offsets[count]),
        Arrays.copyOf(offsets, count + 1),
        Growing.covering(nulls, count));
  }
}
