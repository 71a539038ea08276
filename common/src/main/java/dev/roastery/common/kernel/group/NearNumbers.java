package dev.roastery.common.kernel.group;

import dev.roastery.common.kernel.ArraySizes;
import java.util.Arrays;

/**
 * A set of numbers for each group, as bits: for numbers that lie close together, such as ids. One
 * that is too far from the others of its group is not taken, so the bits take no more memory than
 * the numbers would, each once and with its group.
 */
final class NearNumbers {

  /** Of words, however few numbers there are. */
  private static final int SIZE_MIN = 1 << 19;

  private static final long[] NONE = {};

  /** Of each group the words with its numbers' bits, from word {@code firsts} on. */
  private long[][] words = new long[0][];

  private long[] firsts = new long[0];

  /** How many words there are, and how many numbers are in them. */
  private long size;

  private long distinct;

  void grow(int groupCount) {
    if (groupCount > words.length) {
      int before = words.length;
      int length = ArraySizes.beyond(before, groupCount);
      words = Arrays.copyOf(words, length);
      firsts = Arrays.copyOf(firsts, length);
      Arrays.fill(words, before, length, NONE);
    }
  }

  /** Of each group there are an array, whose header is two words, a reference to it and a first. */
  long bytes() {
    return (size + 4L * words.length) * Long.BYTES;
  }

  /** Adds each number to its group's; returns how many it took before one was too far. */
  int add(int[] groups, long[] numbers, int count) {
    for (int i = 0; i < count; i++) {
      int group = groups[i];
      long word = numbers[i] >> 6;
      long at = word - firsts[group];
      if (at < 0 || at >= words[group].length) {
        if (!reach(group, word)) {
          return i;
        }
        at = word - firsts[group];
      }
      long bits = words[group][(int) at];
      distinct += ~bits >>> numbers[i] & 1;
      words[group][(int) at] = bits | 1L << numbers[i];
    }
    return count;
  }

  /** Half as many words more than needed, so that few copies are made. */
  private boolean reach(int group, long word) {
    long[] old = words[group];
    boolean isFirst = old.length == 0;
    long slack = old.length / 2;
    long first = isFirst ? word : firsts[group];
    long end = isFirst ? word : first + old.length;
    long newFirst = word < first ? word - slack : first;
    long newEnd = word >= end ? word + 1 + slack : end;
    long more = newEnd - newFirst - old.length;
    if (size + more > Math.max(SIZE_MIN, 2 * distinct)) {
      return false;
    }
    long[] wider = new long[ArraySizes.checked(newEnd - newFirst, "the values of a group")];
    System.arraycopy(old, 0, wider, (int) (first - newFirst), old.length);
    words[group] = wider;
    firsts[group] = newFirst;
    size += more;
    return true;
  }

  /** How many numbers each of the first groups has. */
  long[] counts(int groupCount) {
    long[] counts = new long[groupCount];
    for (int group = 0; group < Math.min(groupCount, words.length); group++) {
      for (long word : words[group]) {
        counts[group] += Long.bitCount(word);
      }
    }
    return counts;
  }

  /** Where numbers go, some at a time. */
  interface Receiver {
    void take(int[] groups, long[] numbers, int count);
  }

  /** Gives all numbers away, each once. */
  void drain(Receiver to) {
    int[] groups = new int[GroupIndex.BLOCK];
    long[] numbers = new long[GroupIndex.BLOCK];
    int count = 0;
    for (int group = 0; group < words.length; group++) {
      for (int at = 0; at < words[group].length; at++) {
        for (long bits = words[group][at]; bits != 0; bits &= bits - 1) {
          groups[count] = group;
          numbers[count++] = ((firsts[group] + at) << 6) + Long.numberOfTrailingZeros(bits);
          if (count == groups.length) {
            to.take(groups, numbers, count);
            count = 0;
          }
        }
      }
    }
    to.take(groups, numbers, count);
  }
}
