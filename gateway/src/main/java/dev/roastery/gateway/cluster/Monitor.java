package dev.roastery.gateway.cluster;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.process.Heartbeat;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the heartbeats of all nodes and shows them to people: which nodes live, what each owns,
 * how far each job is. One decision depends on it: that a job which can never complete fails. After
 * a restart the next heartbeats rebuild it.
 *
 * <p>All it knows is one immutable {@link ClusterState}, which each heartbeat replaces.
 */
public final class Monitor {

  private static final Logger log = LoggerFactory.getLogger(Monitor.class);

  private final Clock clock;
  private final Duration lostAfter;
  private final Pipeline pipeline;
  private final List<PartitionName> expected;
  private final Predicate<JobId> isOpen;
  private final AtomicReference<ClusterState> state = new AtomicReference<>(ClusterState.EMPTY);

  /**
   * @param pipeline that this gateway's jobs go through
   * @param expected the partitions that new jobs need
   * @param isOpen whether an attempt of a job exists and has not ended; other counts are not kept
   */
  public Monitor(
      Clock clock,
      Duration lostAfter,
      Pipeline pipeline,
      List<PartitionName> expected,
      Predicate<JobId> isOpen) {
    this.clock = clock;
    this.lostAfter = lostAfter;
    this.pipeline = pipeline;
    this.expected = expected;
    this.isOpen = isOpen;
  }

  /** Returns what the heartbeat says of partitions. */
  public List<PartitionReport> receive(byte[] body) {
    try {
      Heartbeat beat = Heartbeat.parse(body);
      state.updateAndGet(before -> before.with(beat, clock.instant(), lostAfter, isOpen));
      return beat.partitions();
    } catch (IOException e) {
      log.warn("{} contains bytes that are not a heartbeat: {}", Heartbeat.QUEUE, e.getMessage());
      return List.of();
    }
  }

  /** Discards the counts of a job that has ended or was deleted. */
  public void forget(UUID job) {
    state.updateAndGet(before -> before.without(job));
  }

  /**
   * The progress of each stage of the job. It names the partitions that have not moved for {@code
   * stalledAfter}, and those stages of {@code partitions} that no living node runs.
   */
  public List<StageProgress> progress(
      UUID job, Collection<PartitionName> partitions, Duration stalledAfter) {
    return now().progress(job, partitions, stalledAfter);
  }

  /** Whether the partition's owner has reported after that time that it has nothing in hand. */
  public boolean isIdleSince(PartitionName partition, Instant since) {
    return now().isIdleSince(partition, since);
  }

  /** When a partition last received something of the job; the beginning of time if none has. */
  public Instant moved(UUID job) {
    return now().moved(job);
  }

  /** What the job's partitions still wait for, in that order of partitions. */
  public List<String> waits(UUID job, Collection<PartitionName> inOrder) {
    return now().waits(job, inOrder);
  }

  public ClusterView workers() {
    return now().workers(expected);
  }

  private ClusterSnapshot now() {
    return new ClusterSnapshot(
        Objects.requireNonNull(state.get()), clock.instant(), lostAfter, pipeline);
  }
}
