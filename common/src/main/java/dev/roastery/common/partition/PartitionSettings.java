package dev.roastery.common.partition;

import dev.roastery.common.durable.PersistenceSettings;

/**
 * How a partition is run.
 *
 * @param groupMax how many deliveries one force serves at the most
 * @param prefetch how many deliveries the broker may have under way
 * @param stalledAfterMillis how long a job may wait without any progress before it is reported
 * @param poisonDeaths how many replays a message may end before it is put aside
 * @param deedRenewalMillis how often the owner card is renewed: an unacknowledged delivery that is
 *     older than the broker's consumer timeout (30 minutes) would cost the channel
 */
public record PartitionSettings(
    int groupMax,
    int prefetch,
    long stalledAfterMillis,
    long deedRenewalMillis,
    RetryPolicy retry,
    int poisonDeaths,
    PersistenceSettings persistence) {

  public PartitionSettings {
    if (groupMax < 1 || prefetch < 1 || prefetch > 2_000) {
      throw new IllegalArgumentException("group " + groupMax + ", prefetch " + prefetch);
    }
  }

  public static PartitionSettings defaults() {
    return new PartitionSettings(
        64, 64, 30_000, 600_000, RetryPolicy.defaults(), 3, PersistenceSettings.standard());
  }
}
