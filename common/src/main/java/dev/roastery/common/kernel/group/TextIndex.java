package dev.roastery.common.kernel.group;

import dev.roastery.common.kernel.ArraySizes;
import dev.roastery.common.kernel.KeyHash;
import dev.roastery.common.message.rows.Column;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for texts, given in the order in which they first come; so a text key is a number like
 * any other while groups are looked up.
 */
final class TextIndex {

  static final int NONE = -1;

  private byte[] bytes = new byte[256];
  private int[] offsets = new int[17];

  /** Number + 1, or 0 where there is none; at most half of them is taken. */
  private int[] slots = new int[32];

  private int count;

  private int longest;

  long memoryBytes() {
    return bytes.length + (long) (offsets.length + slots.length) * Integer.BYTES;
  }

  /** The bytes of the longest text. */
  int longest() {
    return longest;
  }

  /** The number of a text, which it gets now if it is new. */
  int add(byte[] from, int start, int end) {
    int slot = slot(from, start, end);
    if (slots[slot] == 0) {
      append(from, start, end);
      slots[slot] = count;
      if (count * 2 > slots.length) {
        rehash();
      }
      return count - 1;
    }
    return slots[slot] - 1;
  }

  /** The number of a text, or {@link #NONE}. */
  int find(byte[] from, int start, int end) {
    return slots[slot(from, start, end)] - 1;
  }

  /** The texts of these numbers; of -1 the empty one. */
  Column.Texts column(int[] numbers, int rows, long @Nullable [] nulls) {
    int[] ends = new int[rows + 1];
    for (int row = 0; row < rows; row++) {
      int number = numbers[row];
      int length = number < 0 ? 0 : offsets[number + 1] - offsets[number];
      ends[row + 1] = ArraySizes.checked((long) ends[row] + length, "the bytes of a text key");
    }
    byte[] all = new byte[ends[rows]];
    for (int row = 0; row < rows; row++) {
      if (numbers[row] >= 0) {
        System.arraycopy(bytes, offsets[numbers[row]], all, ends[row], ends[row + 1] - ends[row]);
      }
    }
    return new Column.Texts(rows, all, ends, nulls);
  }

  private int slot(byte[] from, int start, int end) {
    int mask = slots.length - 1;
    int slot = (int) KeyHash.of(from, start, end) & mask;
    while (slots[slot] != 0 && !is(slots[slot] - 1, from, start, end)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private boolean is(int number, byte[] from, int start, int end) {
    return Arrays.equals(bytes, offsets[number], offsets[number + 1], from, start, end);
  }

  private void append(byte[] from, int start, int end) {
    int next = ArraySizes.checked((long) offsets[count] + end - start, "the bytes of a text key");
    if (next > bytes.length) {
      bytes = Arrays.copyOf(bytes, ArraySizes.beyond(bytes.length, next));
    }
    if (count + 2 > offsets.length) {
      offsets = Arrays.copyOf(offsets, ArraySizes.beyond(offsets.length, count + 2));
    }
    System.arraycopy(from, start, bytes, offsets[count], end - start);
    offsets[++count] = next;
    longest = Math.max(longest, end - start);
  }

  private void rehash() {
    slots = new int[slots.length * 2];
    int mask = slots.length - 1;
    for (int number = 0; number < count; number++) {
      int slot = (int) KeyHash.of(bytes, offsets[number], offsets[number + 1]) & mask;
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = number + 1;
    }
  }
}
