package dev.roastery.input.feed;

import java.util.Arrays;

/**
 * What was sent of a table, by the numbers of its parts.
 *
 * @param batches how many of each part
 * @param runs how many batches of a part that follow each other have the same receiver
 */
public record SentBatches(long[] batches, int[] runs) {

  /** One after the other, each to the next receiver. */
  public static SentBatches inTurn(long[] batches) {
    int[] runs = new int[batches.length];
    Arrays.fill(runs, 1);
    return new SentBatches(batches, runs);
  }
}
