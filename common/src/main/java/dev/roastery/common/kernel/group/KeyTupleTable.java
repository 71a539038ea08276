package dev.roastery.common.kernel.group;

import dev.roastery.common.kernel.ArraySizes;
import dev.roastery.common.kernel.KeyHash;
import java.util.Arrays;

/**
 * Distinct tuples of one to four numbers, each of which may be null, numbered in the order in which
 * they first come. Tuples of small numbers are packed into one long each; the first that does not
 * fit turns all of them into the wide form.
 */
final class KeyTupleTable {

  static final int NONE = -1;

  private final int keys;

  /** Of each number in the packed form. */
  private final int width;

  /** What stands for null in the packed form: the lowest value of that width. */
  private final long packedNull;

  /** Of packed tuples one long each; of wide ones {@code keys} longs each, and a mask of nulls. */
  private long[] values = new long[64];

  private short[] masks = new short[0];
  private boolean wide;

  /** Tuple + 1, or 0 where there is none; at most three fifths of them are taken. */
  private int[] slots = new int[64];

  private int count;

  /** Of a block: the packed tuples, and for each what its first slot holds. */
  private final long[] block = new long[GroupIndex.BLOCK];

  private final int[] firsts = new int[GroupIndex.BLOCK];

  KeyTupleTable(int keys) {
    this.keys = keys;
    this.width = Long.SIZE / keys;
    this.packedNull = Long.MIN_VALUE >> (Long.SIZE - width);
  }

  int count() {
    return count;
  }

  long bytes() {
    return (long) values.length * Long.BYTES
        + (long) masks.length * Short.BYTES
        + (long) slots.length * Integer.BYTES;
  }

  /** The number of the tuple in place {@code at} of each array; it gets one if it is new. */
  int add(long[][] from, short[] nulls, int at) {
    if (!wide && !fits(from, nulls[at], at)) {
      widen();
    }
    int slot = wide ? wideSlot(from, nulls[at], at) : packedSlot(packed(from, nulls[at], at));
    if (slots[slot] != 0) {
      return slots[slot] - 1;
    }
    append(from, nulls[at], at);
    return taken(slot);
  }

  /** The numbers of the first {@code size} tuples, at most a block; the new ones get one. */
  void addAll(long[][] from, short[] nulls, int size, int[] out) {
    if (!wide && packAll(from, nulls, size)) {
      addPacked(size, out);
    } else {
      for (int i = 0; i < size; i++) {
        out[i] = add(from, nulls, i);
      }
    }
  }

  /** Key by key; false when some tuple does not fit. */
  private boolean packAll(long[][] from, short[] nulls, int size) {
    long[] packed = block;
    Arrays.fill(packed, 0, size, 0);
    long mask = -1L >>> (Long.SIZE - width);
    boolean fit = true;
    for (int key = 0; key < keys; key++) {
      long[] values = from[key];
      int shift = key * width;
      for (int i = 0; i < size; i++) {
        boolean present = (nulls[i] >> key & 1) == 0;
        long value = present ? values[i] : packedNull;
        long above = value - packedNull;
        fit &= (above & ~mask) == 0 && (above != 0 || !present);
        packed[i] |= (value & mask) << shift;
      }
    }
    return fit;
  }

  /**
   * In a large table each look is a miss of the processor's cache. Steps that do not wait for each
   * other let it have many at once.
   */
  private void addPacked(int size, int[] out) {
    long[] packed = block;
    int[] firsts = this.firsts;
    int[] slots = this.slots;
    int last = slots.length - 1;
    for (int i = 0; i < size; i++) {
      firsts[i] = slots[(int) KeyHash.mix(packed[i]) & last] - 1;
    }
    for (int i = 0; i < size; i++) {
      int first = firsts[i];
      out[i] = first >= 0 && values[first] == packed[i] ? first : NONE;
    }
    for (int i = 0; i < size; i++) {
      if (out[i] == NONE) {
        out[i] = addPacked(packed[i]);
      }
    }
  }

  private int addPacked(long packed) {
    int slot = packedSlot(packed);
    if (slots[slot] != 0) {
      return slots[slot] - 1;
    }
    if (count == values.length) {
      values = Arrays.copyOf(values, ArraySizes.beyond(count, count + 1));
    }
    values[count] = packed;
    return taken(slot);
  }

  /** The tuple that was appended last gets its slot. */
  private int taken(int slot) {
    slots[slot] = ++count;
    if (count * 5L > slots.length * 3L) {
      rehash(ArraySizes.checked(slots.length * 2L, "a table of groups"));
    }
    return count - 1;
  }

  /** The number of such a tuple, or {@link #NONE}. */
  int find(long[][] from, short[] nulls, int at) {
    if (!wide && !fits(from, nulls[at], at)) {
      return NONE;
    }
    int slot = wide ? wideSlot(from, nulls[at], at) : packedSlot(packed(from, nulls[at], at));
    return slots[slot] - 1;
  }

  /** The number {@code key} of a tuple; 0 of a null. */
  long value(int key, int tuple) {
    return wide ? values[tuple * keys + key] : isNull(key, tuple) ? 0 : unpacked(key, tuple);
  }

  /** The numbers {@code key} of as many tuples as fit, from {@code from} on; 0 of nulls. */
  void values(int key, int from, long[] out) {
    int left = Long.SIZE - (key + 1) * width;
    int right = Long.SIZE - width;
    for (int i = 0; i < out.length; i++) {
      if (wide) {
        out[i] = values[(from + i) * keys + key];
      } else {
        long value = values[from + i] << left >> right;
        out[i] = value == packedNull ? 0 : value;
      }
    }
  }

  boolean isNull(int key, int tuple) {
    return wide ? (masks[tuple] >> key & 1) != 0 : unpacked(key, tuple) == packedNull;
  }

  private boolean fits(long[][] from, short mask, int at) {
    for (int key = 0; key < keys; key++) {
      long value = from[key][at];
      if ((mask >> key & 1) == 0 && (value <= packedNull || value > -(packedNull + 1))) {
        return false;
      }
    }
    return true;
  }

  private long packed(long[][] from, short mask, int at) {
    long packed = 0;
    for (int key = 0; key < keys; key++) {
      long value = (mask >> key & 1) == 0 ? from[key][at] : packedNull;
      packed |= (value & (-1L >>> (Long.SIZE - width))) << (key * width);
    }
    return packed;
  }

  private long unpacked(int key, int tuple) {
    return values[tuple] << (Long.SIZE - (key + 1) * width) >> (Long.SIZE - width);
  }

  private void append(long[][] from, short mask, int at) {
    int perTuple = wide ? keys : 1;
    int needed = ArraySizes.checked((count + 1L) * perTuple, "a table of groups");
    if (needed > values.length) {
      values = Arrays.copyOf(values, ArraySizes.beyond(values.length, needed));
    }
    if (wide) {
      if (count == masks.length) {
        masks = Arrays.copyOf(masks, ArraySizes.beyond(count, count + 1));
      }
      masks[count] = mask;
      for (int key = 0; key < keys; key++) {
        values[count * keys + key] = from[key][at];
      }
    } else {
      values[count] = packed(from, mask, at);
    }
  }

  private int packedSlot(long packed) {
    int last = slots.length - 1;
    int slot = (int) KeyHash.mix(packed) & last;
    while (slots[slot] != 0 && values[slots[slot] - 1] != packed) {
      slot = (slot + 1) & last;
    }
    return slot;
  }

  /** Adds a tuple that is known to be absent. */
  private int freeSlot(long packed) {
    int last = slots.length - 1;
    int slot = (int) KeyHash.mix(packed) & last;
    while (slots[slot] != 0) {
      slot = (slot + 1) & last;
    }
    return slot;
  }

  private int wideSlot(long[][] from, short mask, int at) {
    long hash = mask;
    for (int key = 0; key < keys; key++) {
      hash = KeyHash.mix(hash * 31 + from[key][at]);
    }
    int last = slots.length - 1;
    int slot = (int) hash & last;
    while (slots[slot] != 0 && !isWide(slots[slot] - 1, from, mask, at)) {
      slot = (slot + 1) & last;
    }
    return slot;
  }

  private boolean isWide(int tuple, long[][] from, short mask, int at) {
    for (int key = 0; key < keys; key++) {
      if (values[tuple * keys + key] != from[key][at]) {
        return false;
      }
    }
    return masks[tuple] == mask;
  }

  private void widen() {
    long[] spread = new long[ArraySizes.checked((count + 16L) * keys, "a table of groups")];
    short[] nulls = new short[count + 16];
    for (int tuple = 0; tuple < count; tuple++) {
      for (int key = 0; key < keys; key++) {
        spread[tuple * keys + key] = value(key, tuple);
        nulls[tuple] |= (short) (isNull(key, tuple) ? 1 << key : 0);
      }
    }
    values = spread;
    masks = nulls;
    wide = true;
    rehash(slots.length);
  }

  private void rehash(int length) {
    slots = new int[length];
    long[][] tuple = new long[keys][1];
    for (int number = 0; number < count; number++) {
      for (int key = 0; wide && key < keys; key++) {
        tuple[key][0] = values[number * keys + key];
      }
      int slot = wide ? wideSlot(tuple, masks[number], 0) : freeSlot(values[number]);
      slots[slot] = number + 1;
    }
  }
}
