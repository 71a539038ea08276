package dev.roastery.common.partition;

import dev.roastery.common.broker.QueueRoom;
import dev.roastery.common.fault.RetryPolicy;
import dev.roastery.common.journal.PersistenceSettings;

/**
 * The settings of a partition.
 *
 * @param groupMax the maximum number of deliveries that one force serves
 * @param prefetch the maximum number of unacknowledged deliveries
 * @param stalledAfterMillis how long a job may wait without any progress before it is reported
 * @param poisonDeaths how many replays a message may crash before it is quarantined
 * @param deedRenewalMillis how often the owner card is renewed: an unacknowledged delivery that is
 *     older than the broker's consumer timeout (30 minutes) would cost the channel
 * @param room how much of its outputs at gates waits in each queue
 */
public record PartitionSettings(
    int groupMax,
    int prefetch,
    long stalledAfterMillis,
    long deedRenewalMillis,
    RetryPolicy retry,
    int poisonDeaths,
    PersistenceSettings persistence,
    QueueRoom.Limits room) {

  /** FAULTS M16: what is under way to a slow consumer stays small. */
  private static final int PREFETCH_MAX = 256;

  private static final long DEED_RENEWAL_MILLIS_MAX = 1_200_000;

  public PartitionSettings {
    check(
        prefetch >= 1 && prefetch <= PREFETCH_MAX,
        "prefetch is " + prefetch + ": choose 1 to " + PREFETCH_MAX);
    check(
        groupMax >= 1 && groupMax <= prefetch,
        "groupMax is " + groupMax + ": choose 1 to the prefetch, " + prefetch);
    check(
        stalledAfterMillis >= 1,
        "stalledAfterMillis is " + stalledAfterMillis + ": choose at least 1");
    check(
        deedRenewalMillis >= 1 && deedRenewalMillis <= DEED_RENEWAL_MILLIS_MAX,
        "deedRenewalMillis is "
            + deedRenewalMillis
            + ": choose 1 to "
            + DEED_RENEWAL_MILLIS_MAX
            + ", for RabbitMQ closes a channel that holds a delivery for 30 minutes");
    check(poisonDeaths >= 1, "poisonDeaths is " + poisonDeaths + ": choose at least 1");
  }

  /** With the usual room. */
  public PartitionSettings(
      int groupMax,
      int prefetch,
      long stalledAfterMillis,
      long deedRenewalMillis,
      RetryPolicy retry,
      int poisonDeaths,
      PersistenceSettings persistence) {
    this(
        groupMax,
        prefetch,
        stalledAfterMillis,
        deedRenewalMillis,
        retry,
        poisonDeaths,
        persistence,
        QueueRoom.Limits.standard());
  }

  public PartitionSettings withPersistence(PersistenceSettings other) {
    return new PartitionSettings(
        groupMax,
        prefetch,
        stalledAfterMillis,
        deedRenewalMillis,
        retry,
        poisonDeaths,
        other,
        room);
  }

  public PartitionSettings withRoom(QueueRoom.Limits other) {
    return new PartitionSettings(
        groupMax,
        prefetch,
        stalledAfterMillis,
        deedRenewalMillis,
        retry,
        poisonDeaths,
        persistence,
        other);
  }

  private static void check(boolean right, String sentence) {
    if (!right) {
      throw new IllegalArgumentException("a partition's settings: " + sentence);
    }
  }

  /**
   * A batch has about a megabyte, so one force per four batches costs little. Messages that a
   * consumer holds are processed before all later ones: a small job waits behind this much of a
   * large one.
   */
  public static PartitionSettings defaults() {
    return new PartitionSettings(
        4, 4, 30_000, 600_000, RetryPolicy.defaults(), 3, PersistenceSettings.standard());
  }
}
