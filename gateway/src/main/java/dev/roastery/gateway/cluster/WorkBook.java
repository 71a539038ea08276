package dev.roastery.gateway.cluster;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionReport.JobCost;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.Heartbeat;
import dev.roastery.common.process.NodeName;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * What each job has cost in each partition, from all heartbeats so far. Each owner counts from 0;
 * its first moment tells its counts from those of another.
 */
public final class WorkBook {

  /** Of one partition; a forged heartbeat could tell of any number. */
  private static final int LIVES_MAX = 100;

  /** Guarded by this. */
  private final Map<JobId, SortedMap<PartitionName, NavigableMap<Life, PartitionWork>>> jobs =
      new HashMap<>();

  /** One owner of a partition, in the order of time. */
  private record Life(long firstMillis, String node) implements Comparable<Life> {
    @Override
    public int compareTo(Life other) {
      int byTime = Long.compare(firstMillis, other.firstMillis);
      return byTime == 0 ? node.compareTo(other.node) : byTime;
    }
  }

  /** Takes what a heartbeat says of jobs that are wanted. */
  synchronized void take(Heartbeat beat, Predicate<JobId> wanted) {
    for (PartitionReport report : beat.partitions()) {
      report
          .costs()
          .forEach((job, cost) -> {
            if (wanted.test(job)) {
              take(job, report.partition(), beat.node(), cost);
            }
          });
    }
  }

  private void take(JobId job, PartitionName partition, NodeName node, JobCost cost) {
    NavigableMap<Life, PartitionWork> lives =
        jobs.computeIfAbsent(job, _ -> new TreeMap<>())
            .computeIfAbsent(partition, _ -> new TreeMap<>());
    lives.put(new Life(cost.firstMillis(), node.toString()), work(node, cost));
    if (lives.size() > LIVES_MAX) {
      lives.pollFirstEntry();
    }
  }

  private static PartitionWork work(NodeName node, JobCost cost) {
    return new PartitionWork(
        node.stage() + "@" + node.host() + ":" + node.pid(),
        cost.batches(),
        cost.rows(),
        cost.bytes(),
        cost.cpuNanos(),
        Instant.ofEpochMilli(cost.firstMillis()),
        Instant.ofEpochMilli(cost.lastMillis()));
  }

  /** What is known of a job; nothing where nobody has said anything. */
  public synchronized SortedMap<PartitionName, PartitionWork> of(JobId job) {
    SortedMap<PartitionName, PartitionWork> sums = new TreeMap<>();
    jobs.getOrDefault(job, new TreeMap<>())
        .forEach((partition, lives) ->
            sums.put(partition, lives.values().stream().reduce(PartitionWork::and).orElseThrow()));
    return sums;
  }

  /** Discards what is known of all attempts of a job. */
  public synchronized void forget(UUID job) {
    jobs.keySet().removeIf(each -> each.id().equals(job));
  }
}
