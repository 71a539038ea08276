package dev.roastery.gateway.cluster;

import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.process.Heartbeat;
import dev.roastery.gateway.cluster.ClusterState.Counts;
import dev.roastery.gateway.cluster.ClusterState.Owner;
import dev.roastery.gateway.cluster.ClusterState.Seen;
import dev.roastery.gateway.cluster.ClusterView.Life;
import dev.roastery.gateway.cluster.StageProgress.PartitionShare;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How far the stages of a job are at one moment.
 *
 * @param partitions of the job; those that have said nothing of it yet have received nothing
 */
record ProgressReport(ClusterSnapshot cluster, UUID job, Collection<PartitionName> partitions) {

  /** Nothing that a partition has said. */
  private static final Counts UNSAID =
      new Counts(0, -1, List.of(), new PartitionReport.JobUse(0, 0), Instant.MAX, Instant.MAX);

  /**
   * In the order in which rows pass them.
   *
   * @param stalledAfter how long a partition that is not stalled may stand still
   */
  List<StageProgress> stages(Duration stalledAfter) {
    Map<String, SortedMap<PartitionName, Counts>> stages = byStage();
    Map<String, String> absent = absent();
    List<StageProgress> progress = new ArrayList<>();
    for (StageKind stage : cluster.pipeline().stages()) {
      SortedMap<PartitionName, Counts> counts = stages.get(stage.name());
      if (counts != null) {
        progress.add(
            stalled(progress(stage.name(), counts, stalledAfter), absent.get(stage.name())));
      }
    }
    return progress;
  }

  private Map<String, SortedMap<PartitionName, Counts>> byStage() {
    SortedMap<PartitionName, Counts> all = new TreeMap<>();
    partitions.forEach(each -> all.put(each, UNSAID));
    all.putAll(cluster.counts(job));
    Map<String, SortedMap<PartitionName, Counts>> stages = new TreeMap<>();
    all.forEach((partition, counts) ->
        stages.computeIfAbsent(partition.stage(), _ -> new TreeMap<>()).put(partition, counts));
    return stages;
  }

  private static StageProgress stalled(StageProgress stage, @Nullable String absent) {
    Long expected = stage.expected();
    boolean hasAll = expected != null && stage.received() >= expected;
    return absent == null || hasAll ? stage : stage.stalledBy(List.of(absent));
  }

  private StageProgress progress(
      String stage, SortedMap<PartitionName, Counts> partitions, Duration stalledAfter) {
    long received = 0;
    long expected = 0;
    long stateBytes = 0;
    long spilledBytes = 0;
    boolean known = true;
    List<String> stalled = new ArrayList<>();
    List<PartitionShare> shares = new ArrayList<>();
    for (Map.Entry<PartitionName, Counts> each : partitions.entrySet()) {
      Counts counts = each.getValue();
      received += counts.received();
      expected += Math.max(0, counts.expected());
      stateBytes += counts.use().stateBytes();
      spilledBytes += counts.use().spilledBytes();
      known &= counts.expected() >= 0;
      shares.add(share(each.getKey(), counts));
      if (counts.since().isBefore(cluster.now().minus(stalledAfter))) {
        stalled.addAll(trouble(each.getKey(), counts, stalledAfter));
      }
    }
    return new StageProgress(
        stage,
        received,
        known ? expected : null,
        partitions.size(),
        stateBytes,
        spilledBytes,
        stalled,
        shares);
  }

  private PartitionShare share(PartitionName partition, Counts counts) {
    Owner owner = cluster.state().owners().get(partition);
    return new PartitionShare(
        partition.toString(),
        owner == null ? null : cluster.living(owner),
        counts.received(),
        counts.expected() < 0 ? null : counts.expected());
  }

  /**
   * Stages that no living node runs, each with what to do. Empty until all living nodes have had
   * time for a heartbeat, and while not even this gateway's own heartbeats arrive: then it is the
   * broker that is away.
   */
  private Map<String, String> absent() {
    Instant limit = cluster.now().minus(cluster.lostAfter());
    Map<String, String> absent = new TreeMap<>();
    if (cluster.state().heard().isBefore(limit) || !cluster.hasListenedForLong()) {
      return absent;
    }
    for (PartitionName partition : partitions) {
      String process = cluster.pipeline().processOf(partition.stage());
      if (!isRunning(process)) {
        absent.put(
            partition.stage(), "no %s is running: start one (roastery %1$s)".formatted(process));
      }
    }
    return absent;
  }

  /** Whether a living node is such a process, or runs a stage of one in a process for all. */
  private boolean isRunning(String process) {
    return cluster.state().nodes().values().stream()
        .filter(seen -> cluster.life(seen) == Life.ALIVE)
        .map(Seen::beat)
        .anyMatch(beat -> beat.node().stage().equals(process) || runsStageOf(process, beat));
  }

  private boolean runsStageOf(String process, Heartbeat beat) {
    return beat.partitions().stream()
        .anyMatch(
            report -> cluster.pipeline().processOf(report.partition().stage()).equals(process));
  }

  /** Why a partition does not move; empty when it has nothing to do. */
  private List<String> trouble(PartitionName partition, Counts counts, Duration stalledAfter) {
    boolean lacks = counts.expected() < 0 || counts.received() < counts.expected();
    Owner owner = cluster.state().owners().get(partition);
    if (lacks && owner != null && cluster.living(owner) == null) {
      return List.of(partition + " has no node: start one of its stage");
    }
    Instant since = (owner == null ? cluster.now() : owner.heard()).minus(stalledAfter);
    List<String> waits = counts.waitsSince(since).stream().flatMap(this::lasting).toList();
    return waits.isEmpty()
        ? List.of()
        : List.of(partition + " waits for " + String.join("; ", waits));
  }

  /** There is soon room in the queue of a partition that has an owner, and soon none again. */
  private Stream<String> lasting(String wait) {
    if (!wait.startsWith(PartitionReport.ROOM_IN)) {
      return Stream.of(wait);
    }
    String receiver = wait.substring(PartitionReport.ROOM_IN.length());
    return hasOwner(receiver)
        ? Stream.empty()
        : Stream.of("%s, which has no owner: start a node of its stage".formatted(wait));
  }

  private boolean hasOwner(String partition) {
    return cluster.state().owners().entrySet().stream()
        .anyMatch(each ->
            each.getKey().toString().equals(partition) && cluster.living(each.getValue()) != null);
  }
}
