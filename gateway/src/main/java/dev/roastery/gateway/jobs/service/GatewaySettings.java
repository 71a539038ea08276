package dev.roastery.gateway.jobs.service;

import dev.roastery.common.pipeline.Partitions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the gateway allows, and how long it waits.
 *
 * @param partitions of the jobs that are created from now on
 * @param batchBytes of a part's CSV make a batch, in the jobs that are created from now on
 * @param underWayBytes how much of all uploads may be on its way to the broker
 * @param partBytesMax a part, unpacked
 * @param openJobsMax of one client
 * @param abandonedAfter a job that is not sealed, and gets nothing for so long, is given up
 * @param keep how long a finished job can be read
 * @param webhookKey signs notifications; null, and they are not signed
 * @param privateWebhooks whether a webhook may be at a private address
 */
public record GatewaySettings(
    Partitions partitions,
    int batchBytes,
    long underWayBytes,
    long partBytesMax,
    int partsMax,
    int openJobsMax,
    long rejectedMax,
    Duration abandonedAfter,
    Duration keep,
    Duration stalledAfter,
    Duration lostAfter,
    @Nullable Path webhookKey,
    boolean privateWebhooks) {

  public GatewaySettings {
    if (batchBytes < 1
        || underWayBytes < 1
        || partBytesMax < 1
        || partsMax < 1
        || openJobsMax < 1
        || rejectedMax < 0) {
      throw new IllegalArgumentException("a limit of the gateway is below 1");
    }
    for (Duration each : List.of(abandonedAfter, keep, stalledAfter, lostAfter)) {
      if (each.isNegative() || each.isZero()) {
        throw new IllegalArgumentException("a duration of the gateway must be above 0: " + each);
      }
    }
  }
}
