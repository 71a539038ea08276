package dev.roastery.gateway.jobs.host;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.pipeline.PartitionName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has partitions discard the jobs of a gateway whose volume was lost. No client can reach such a
 * job, and it would occupy memory and disk of the workers for ever. Heartbeats name the jobs that
 * partitions have; a gateway has the folder of a job before it sends anything of it, and keeps the
 * folder until every partition has discarded the job.
 */
final class OrphanedJobs {

  private static final Logger log = LoggerFactory.getLogger(OrphanedJobs.class);
  private static final int LOGGED_MAX = 10_000;

  /** For each partition in a heartbeat: a forged one could name thousands of jobs. */
  private static final int DISCARDED_MAX = 100;

  private final Transport transport;
  private final Predicate<UUID> hasFolder;
  private final Set<UUID> logged = new HashSet<>();

  OrphanedJobs(Transport transport, Predicate<UUID> hasFolder) {
    this.transport = transport;
    this.hasFolder = hasFolder;
  }

  /** Asks again with every heartbeat, until the partition does not name the job any more. */
  void discard(List<PartitionReport> reports) {
    for (PartitionReport report : reports) {
      report.progress().keySet().stream()
          .filter(job -> !hasFolder.test(job.id()))
          .limit(DISCARDED_MAX)
          .forEach(job -> discard(report.partition(), job));
    }
  }

  private void discard(PartitionName partition, JobId job) {
    if (logged.size() < LOGGED_MAX && logged.add(job.id())) {
      log.warn("job {}: this gateway does not know it; the workers discard it", job);
    }
    Message abort = new Message.Abort(job, "the gateway does not know the job");
    transport.publish(partition.queue(), Parcel.of(abort, "gateway"), () -> {});
  }
}
