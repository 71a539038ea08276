package dev.roastery.gateway.jobs.service;

import dev.roastery.common.pipeline.Partitions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The gateway's limits and waiting times.
 *
 * @param partitions of new jobs
 * @param batchBytes how many bytes of a part's CSV make a batch, in new jobs
 * @param underWayBytes how many bytes of all uploads may be in flight to the broker
 * @param partBytesMax the size of a part, decompressed
 * @param openJobsMax of one client
 * @param abandonedAfter an unsealed job expires after so long without data
 * @param keep how long a finished job can be read
 * @param failStalledAfter how long a job whose messages are lost must have been without progress
 *     before it fails
 * @param webhookKey signs notifications; null for unsigned ones
 * @param privateWebhooks whether a webhook may be at a private address
 * @param publicUrl what the addresses in notifications begin with; empty for paths
 * @param collector takes a trace of each job; null for none
 * @param stores which buckets clients may name
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
    Duration failStalledAfter,
    Duration lostAfter,
    @Nullable Path webhookKey,
    boolean privateWebhooks,
    String publicUrl,
    @Nullable URI collector,
    StoreRules stores) {

  /** Without traces. */
  public GatewaySettings(
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
      Duration failStalledAfter,
      Duration lostAfter,
      @Nullable Path webhookKey,
      boolean privateWebhooks,
      String publicUrl) {
    this(
        partitions,
        batchBytes,
        underWayBytes,
        partBytesMax,
        partsMax,
        openJobsMax,
        rejectedMax,
        abandonedAfter,
        keep,
        stalledAfter,
        failStalledAfter,
        lostAfter,
        webhookKey,
        privateWebhooks,
        publicUrl,
        null,
        StoreRules.NONE);
  }

  /** The same with traces of jobs for that collector. */
  public GatewaySettings tracedTo(@Nullable URI address) {
    return new GatewaySettings(
        partitions,
        batchBytes,
        underWayBytes,
        partBytesMax,
        partsMax,
        openJobsMax,
        rejectedMax,
        abandonedAfter,
        keep,
        stalledAfter,
        failStalledAfter,
        lostAfter,
        webhookKey,
        privateWebhooks,
        publicUrl,
        address,
        stores);
  }

  /** The same with buckets that clients may name. */
  public GatewaySettings allowing(StoreRules rules) {
    return new GatewaySettings(
        partitions,
        batchBytes,
        underWayBytes,
        partBytesMax,
        partsMax,
        openJobsMax,
        rejectedMax,
        abandonedAfter,
        keep,
        stalledAfter,
        failStalledAfter,
        lostAfter,
        webhookKey,
        privateWebhooks,
        publicUrl,
        collector,
        rules);
  }

  public GatewaySettings {
    if (batchBytes < 1
        || underWayBytes < 1
        || partBytesMax < 1
        || partsMax < 1
        || openJobsMax < 1
        || rejectedMax < 0) {
      throw new IllegalArgumentException("a limit of the gateway is below 1");
    }
    for (Duration each : List.of(abandonedAfter, keep, stalledAfter, failStalledAfter, lostAfter)) {
      if (each.isNegative() || each.isZero()) {
        throw new IllegalArgumentException("a duration of the gateway must be above 0: " + each);
      }
    }
  }
}
