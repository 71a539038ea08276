package dev.roastery.common.message.rows;

import dev.roastery.common.message.bytes.WireWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The distinct values of a text column, in order of their first appearance. It gives up when there
 * are too many values to be worth it, or when they collide so often that lookups would be slow: the
 * values may come from an attacker. Both conditions depend on the values alone.
 */
final class TextDictionary {

  static final int ENTRIES_MAX = 4096;

  private static final int PROBES_MAX = 64;
  private static final int FULL = -1;

  private final Column.Texts texts;

  /** The row in which an entry first appears. */
  private final int[] rows;

  /** Entry + 1, or 0 where there is none; at most half of them is taken. */
  private final int[] slots;

  private int count;

  private TextDictionary(Column.Texts texts, int entriesMax) {
    this.texts = texts;
    this.rows = new int[entriesMax];
    this.slots = new int[Integer.highestOneBit(entriesMax) << 2];
  }

  /** The dictionary, with {@code indexes[row]} the row's entry; {@code null} when it gave up. */
  static @Nullable TextDictionary of(Column.Texts texts, long[] indexes) {
    int entriesMax = Math.min(ENTRIES_MAX, texts.count() / 4);
    if (entriesMax == 0) {
      return null;
    }
    TextDictionary dictionary = new TextDictionary(texts, entriesMax);
    for (int row = 0; row < texts.count(); row++) {
      int entry = dictionary.entry(row);
      if (entry == FULL) {
        return null;
      }
      indexes[row] = entry;
    }
    return dictionary;
  }

  int count() {
    return count;
  }

  /** The row in which {@code entry} first appears. */
  int row(int entry) {
    return rows[entry];
  }

  private int entry(int row) {
    int start = texts.offsets()[row];
    int end = texts.offsets()[row + 1];
    int slot = hash(texts.bytes(), start, end);
    for (int probe = 0; probe < PROBES_MAX; probe++, slot++) {
      int entry = slots[slot & (slots.length - 1)] - 1;
      if (entry < 0) {
        return added(row, slot);
      }
      if (is(entry, start, end)) {
        return entry;
      }
    }
    return FULL;
  }

  private int added(int row, int slot) {
    if (count == rows.length) {
      return FULL;
    }
    rows[count] = row;
    slots[slot & (slots.length - 1)] = ++count;
    return count - 1;
  }

  private boolean is(int entry, int start, int end) {
    int from = texts.offsets()[rows[entry]];
    int to = texts.offsets()[rows[entry] + 1];
    return Arrays.equals(texts.bytes(), from, to, texts.bytes(), start, end);
  }

  static int hash(byte[] bytes, int start, int end) {
    long hash = (long) end - start;
    int at = start;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      hash = mixed(hash ^ (long) WireWriter.LONG.get(bytes, at));
    }
    long tail = 0;
    for (; at < end; at++) {
      tail = tail << Byte.SIZE | (bytes[at] & 0xff);
    }
    return (int) mixed(hash ^ tail);
  }

  private static long mixed(long value) {
    long product = value * 0x9e3779b97f4a7c15L;
    return product ^ product >>> 32;
  }
}
