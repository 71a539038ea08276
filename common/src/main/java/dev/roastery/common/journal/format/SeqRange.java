package dev.roastery.common.journal.format;

/** Batch numbers {@code first} to {@code last}, both in it. */
public record SeqRange(long first, long last) {

  @Override
  public String toString() {
    return first == last ? Long.toString(first) : first + "-" + last;
  }
}
