package dev.roastery.gateway.cluster;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.process.Heartbeat;
import dev.roastery.common.process.NodeName;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the heartbeats of all nodes and shows them to people: which nodes live, what each owns,
 * how far each job is. One decision depends on it: that a job which can never complete fails. After
 * a restart the next heartbeats rebuild it. Anyone who has the broker's password can send
 * heartbeats, so it takes only what can be true.
 *
 * <p>All it knows is one immutable {@link ClusterState}, which each heartbeat replaces.
 */
public final class Monitor {

  private static final Logger log = LoggerFactory.getLogger(Monitor.class);
  private static final int NODES_MIN = 64;
  private static final int NODES_OF_A_PARTITION = 4;
  private static final int PROBLEM_LENGTH_MAX = 200;
  private static final Duration WARN_EVERY = Duration.ofMinutes(1);

  /** What the gateway knows of its jobs. */
  public interface Known {

    /** Whether an attempt of a job exists and has not ended; other counts are not kept. */
    boolean isOpen(JobId job);

    /** Whether it is of use what an attempt of a job has cost. */
    default boolean isMeasured(JobId job) {
      return isOpen(job);
    }

    /** Another node owns a partition, in a later epoch. */
    void moved(PartitionMove move);

    /** The partitions that jobs use; those that new jobs need are there in any case. */
    Set<PartitionName> used();
  }

  private final Clock clock;
  private final Duration lostAfter;
  private final Pipeline pipeline;
  private final List<PartitionName> expected;
  private final Known known;
  private final AtomicReference<ClusterState> state = new AtomicReference<>(ClusterState.EMPTY);
  private final WorkBook work = new WorkBook();
  private final LastOwners last;
  private final AtomicReference<Instant> warned = new AtomicReference<>(Instant.MIN);

  /**
   * @param pipeline that this gateway's jobs go through
   * @param expected the partitions that new jobs need
   * @param last the owners before this gateway's start
   */
  public Monitor(
      Clock clock,
      Duration lostAfter,
      Pipeline pipeline,
      List<PartitionName> expected,
      Known known,
      LastOwners last) {
    this.clock = clock;
    this.lostAfter = lostAfter;
    this.pipeline = pipeline;
    this.expected = expected;
    this.known = known;
    this.last = last;
  }

  /** Returns what the heartbeat says of partitions that exist. */
  public List<PartitionReport> receive(byte[] body) {
    try {
      Heartbeat beat = possible(Heartbeat.parse(body));
      ClusterState before;
      ClusterState after;
      do {
        before = Objects.requireNonNull(state.get());
        after = before.with(beat, clock.instant(), limits());
      } while (!state.compareAndSet(before, after));
      after.movesSince(before, beat).forEach(known::moved);
      last.movedMeanwhile(before, after, beat).stream()
          .filter(move -> !isOwn(move.partition()))
          .forEach(known::moved);
      last.keep(after, beat);
      if (!after.nodes().containsKey(beat.node().toString())) {
        throw new IOException("too many nodes: " + beat.node() + " is not shown");
      }
      work.take(beat, known::isMeasured);
      return beat.partitions();
    } catch (IOException e) {
      warn(e.getMessage());
      return List.of();
    }
  }

  /** A gateway takes its own partition at its start: it is no news that it was away. */
  private boolean isOwn(PartitionName partition) {
    return pipeline.processOf(partition.stage()).equals(Pipeline.GATEWAY);
  }

  private ClusterState.Limits limits() {
    int nodesMax = Math.max(NODES_MIN, NODES_OF_A_PARTITION * expected.size());
    return new ClusterState.Limits(lostAfter, nodesMax, known::isOpen);
  }

  /** The heartbeat without partitions that do not exist. */
  private Heartbeat possible(Heartbeat beat) throws IOException {
    NodeName node = beat.node();
    if (Stream.concat(pipeline.workers().stream(), Stream.of(Pipeline.GATEWAY))
        .noneMatch(node::canRun)) {
      throw new IOException("there is no kind of node " + node.stage());
    }
    for (PartitionReport report : beat.partitions()) {
      if (!node.canRun(pipeline.processOf(report.partition().stage()))) {
        throw new IOException(node + " cannot run " + report.partition());
      }
    }
    return new Heartbeat(
        node, beat.at(), beat.stopping(), beat.last(), existing(beat.partitions()), beat.figures());
  }

  /** Usually all are those that new jobs need: only otherwise all jobs are looked at, once. */
  private List<PartitionReport> existing(List<PartitionReport> reports) {
    if (reports.stream().map(PartitionReport::partition).allMatch(expected::contains)) {
      return reports;
    }
    Set<PartitionName> exist = new HashSet<>(known.used());
    exist.addAll(expected);
    return reports.stream().filter(report -> exist.contains(report.partition())).toList();
  }

  /** Once a minute, on one line: such heartbeats may come by the thousand, with any text. */
  private void warn(@Nullable String problem) {
    Instant now = clock.instant();
    Instant before = Objects.requireNonNull(warned.get());
    if (now.minus(WARN_EVERY).isAfter(before) && warned.compareAndSet(before, now)) {
      String line = String.valueOf(problem).replaceAll("\\p{Cc}", "?");
      log.warn(
          "{} contains what is no heartbeat of a node: {}",
          Heartbeat.QUEUE,
          line.substring(0, Math.min(line.length(), PROBLEM_LENGTH_MAX)));
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

  /** How many batches of the job the partitions of a stage have. */
  public long received(UUID job, String stage) {
    return now().received(job, stage);
  }

  /** Whether the partition's owner has reported after that time that it has nothing in hand. */
  public boolean isIdleSince(PartitionName partition, Instant since) {
    return now().isIdleSince(partition, since);
  }

  /** When a partition last received something of the job; the beginning of time if none has. */
  public Instant moved(UUID job) {
    return now().moved(job);
  }

  /** What the job's partitions, in that order, have said since then that they still wait for. */
  public List<String> waits(UUID job, Collection<PartitionName> inOrder, Instant since) {
    return now().waits(job, inOrder, since);
  }

  /** What jobs have cost. */
  public WorkBook work() {
    return work;
  }

  /**
   * Whether every living node has sent a heartbeat after that time; false until all living nodes
   * have had time for one.
   */
  public boolean hasHeardOfAllSince(Instant time) {
    return now().hasHeardOfAllSince(time);
  }

  public ClusterView workers() {
    return now().workers(expected);
  }

  private ClusterSnapshot now() {
    return new ClusterSnapshot(
        Objects.requireNonNull(state.get()), clock.instant(), lostAfter, pipeline);
  }
}
