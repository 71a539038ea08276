package dev.roastery.common.kernel.order;

import java.util.Arrays;

/** Rows sorted into buckets, which are counted from 0; within a bucket they stay in their order. */
public final class Buckets {

  private final int[] starts;
  private final int[] numbers;

  private Buckets(int[] starts, int[] numbers) {
    this.starts = starts;
    this.numbers = numbers;
  }

  /** {@code bucketOf} says of each row in which of {@code count} buckets it belongs. */
  public static Buckets of(int[] bucketOf, int count) {
    int[] starts = new int[count + 2];
    for (int bucket : bucketOf) {
      starts[bucket + 2]++;
    }
    for (int bucket = 2; bucket < starts.length; bucket++) {
      starts[bucket] += starts[bucket - 1];
    }
    int[] numbers = new int[bucketOf.length];
    for (int row = 0; row < bucketOf.length; row++) {
      numbers[starts[bucketOf[row] + 1]++] = row;
    }
    return new Buckets(starts, numbers);
  }

  /** The numbers of the rows in a bucket. */
  public int[] rows(int bucket) {
    return Arrays.copyOfRange(numbers, starts[bucket], starts[bucket + 1]);
  }
}
