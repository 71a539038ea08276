package dev.roastery.common.partition;

/**
 * How far a job is in one partition, in batches.
 *
 * @param expected how many will come in all; {@link #UNKNOWN} until all senders have said
 */
public record JobProgress(long received, long expected) {

  public static final long UNKNOWN = -1;
}
