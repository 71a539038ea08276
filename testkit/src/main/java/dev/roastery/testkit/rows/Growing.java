package dev.roastery.testkit.rows;

import dev.roastery.common.message.rows.NullBits;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Arrays that grow. */
final class Growing {

  private Growing() {}

  static int grown(int length) {
    return Math.max(16, Math.multiplyExact(length, 2));
  }

  /** The bitmap with the bit of {@code row} set; a longer one, where it ended before. */
  static long[] withNull(long @Nullable [] nulls, int row) {
    int word = row >> 6;
    long[] bits = nulls == null ? new long[word + 1] : nulls;
    if (word >= bits.length) {
      bits = Arrays.copyOf(bits, grown(word));
    }
    NullBits.set(bits, row);
    return bits;
  }

  static long @Nullable [] covering(long @Nullable [] nulls, int count) {
    return nulls == null ? null : Arrays.copyOf(nulls, NullBits.words(count));
  }
}
