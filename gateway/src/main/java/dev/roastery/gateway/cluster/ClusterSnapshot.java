package dev.roastery.gateway.cluster;

import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.process.Heartbeat;
import dev.roastery.common.process.NodeName;
import dev.roastery.gateway.cluster.ClusterState.Counts;
import dev.roastery.gateway.cluster.ClusterState.Owner;
import dev.roastery.gateway.cluster.ClusterState.Seen;
import dev.roastery.gateway.cluster.ClusterView.Life;
import dev.roastery.gateway.cluster.ClusterView.Owned;
import dev.roastery.gateway.cluster.ClusterView.PartitionView;
import dev.roastery.gateway.cluster.ClusterView.WorkerView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The state of the cluster at one moment: what is lost or stalled depends on the time. */
record ClusterSnapshot(ClusterState state, Instant now, Duration lostAfter, Pipeline pipeline) {

  List<StageProgress> progress(
      UUID job, Collection<PartitionName> partitions, Duration stalledAfter) {
    SortedMap<String, StageProgress> progress = new TreeMap<>();
    counted(job, now.minus(stalledAfter)).forEach(stage -> progress.put(stage.stage(), stage));
    absent(partitions)
        .forEach((stage, sentence) ->
            progress.merge(
                stage,
                new StageProgress(stage, 0, null, count(stage, partitions), List.of(sentence)),
                (known, missing) -> hasAll(known) ? known : known.stalledBy(missing.stalled())));
    return List.copyOf(progress.values());
  }

  private static boolean hasAll(StageProgress stage) {
    return stage.expected() != null && stage.received() >= stage.expected();
  }

  private static int count(String stage, Collection<PartitionName> partitions) {
    return (int) partitions.stream().filter(each -> each.stage().equals(stage)).count();
  }

  /**
   * Stages that no living node runs, each with what to do. Empty until all living nodes have had
   * time for a heartbeat, and while not even this gateway's own heartbeats arrive: then it is the
   * broker that is away.
   */
  private Map<String, String> absent(Collection<PartitionName> partitions) {
    Instant limit = now.minus(lostAfter);
    Map<String, String> absent = new TreeMap<>();
    if (state.heard().isBefore(limit) || state.heardSince().isAfter(limit)) {
      return absent;
    }
    for (PartitionName partition : partitions) {
      String process = pipeline.processOf(partition.stage());
      if (!isRunning(process)) {
        absent.put(
            partition.stage(), "no %s is running: start one (roastery %1$s)".formatted(process));
      }
    }
    return absent;
  }

  /** Whether a living node is such a process, or runs a stage of one in a process for all. */
  private boolean isRunning(String process) {
    return state.nodes().values().stream()
        .filter(seen -> life(seen) == Life.ALIVE)
        .map(Seen::beat)
        .anyMatch(beat -> beat.node().stage().equals(process) || runsStageOf(process, beat));
  }

  private boolean runsStageOf(String process, Heartbeat beat) {
    return beat.partitions().stream()
        .anyMatch(report -> pipeline.processOf(report.partition().stage()).equals(process));
  }

  private List<StageProgress> counted(UUID job, Instant movedSince) {
    Map<String, SortedMap<PartitionName, Counts>> stages = new TreeMap<>();
    counts(job)
        .forEach((partition, counts) ->
            stages.computeIfAbsent(partition.stage(), _ -> new TreeMap<>()).put(partition, counts));
    return stages.entrySet().stream()
        .map(stage -> progress(stage.getKey(), stage.getValue(), movedSince))
        .toList();
  }

  private StageProgress progress(
      String stage, Map<PartitionName, Counts> partitions, Instant movedSince) {
    long received = 0;
    long expected = 0;
    long stateBytes = 0;
    long spilledBytes = 0;
    boolean known = true;
    List<String> stalled = new ArrayList<>();
    for (Map.Entry<PartitionName, Counts> each : partitions.entrySet()) {
      Counts counts = each.getValue();
      received += counts.received();
      expected += Math.max(0, counts.expected());
      stateBytes += counts.use().stateBytes();
      spilledBytes += counts.use().spilledBytes();
      known &= counts.expected() >= 0;
      if (counts.since().isBefore(movedSince)) {
        stalled.addAll(trouble(each.getKey(), counts));
      }
    }
    return new StageProgress(
        stage,
        received,
        known ? expected : null,
        partitions.size(),
        stateBytes,
        spilledBytes,
        stalled);
  }

  /** Why a partition does not move; empty when it has nothing to do. */
  private List<String> trouble(PartitionName partition, Counts counts) {
    boolean lacks = counts.expected() < 0 || counts.received() < counts.expected();
    Owner owner = state.owners().get(partition);
    if (lacks && owner != null && living(owner) == null) {
      return List.of(partition + " has no node: start one of its stage");
    }
    List<String> waits = counts.waitsFor().stream().flatMap(this::lasting).toList();
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
    return state.owners().entrySet().stream()
        .anyMatch(
            each -> each.getKey().toString().equals(partition) && living(each.getValue()) != null);
  }

  /** Whether its living owner has reported after that time that it has nothing in hand. */
  boolean isIdleSince(PartitionName partition, Instant since) {
    Owner owner = state.owners().get(partition);
    return owner != null
        && living(owner) != null
        && owner.idle() != null
        && owner.idle().isAfter(since);
  }

  /** When a partition last received something of the job, as far as is known. */
  Instant moved(UUID job) {
    return counts(job).values().stream()
        .map(Counts::since)
        .max(Comparator.naturalOrder())
        .orElse(Instant.MIN);
  }

  /** What the partitions still wait for, those of the first stages first. */
  List<String> waits(UUID job, Collection<PartitionName> inOrder) {
    Map<PartitionName, Counts> counts = counts(job);
    List<String> waits = new ArrayList<>();
    for (PartitionName each : inOrder) {
      Counts here = counts.get(each);
      if (here != null) {
        here.waitsFor().forEach(what -> waits.add(each + ": " + what));
      }
    }
    return waits;
  }

  private SortedMap<PartitionName, Counts> counts(UUID job) {
    return state.jobs().getOrDefault(job, Collections.emptySortedMap());
  }

  ClusterView workers(List<PartitionName> expected) {
    SortedMap<PartitionName, PartitionView> partitions = new TreeMap<>();
    expected.forEach(each -> partitions.put(each, new PartitionView(each.toString(), null, 0)));
    state
        .owners()
        .forEach((each, owner) ->
            partitions.put(
                each,
                PartitionView.of(each.toString(), living(owner), owner.epoch(), owner.use())));
    return new ClusterView(
        state.nodes().values().stream().map(this::view).toList(), List.copyOf(partitions.values()));
  }

  /** The owner's node, if it is alive as far as is known. */
  private @Nullable String living(Owner owner) {
    Seen seen = state.nodes().get(owner.node());
    return seen != null && life(seen) == Life.ALIVE ? owner.node() : null;
  }

  private WorkerView view(Seen seen) {
    NodeName node = seen.beat().node();
    List<Owned> owns =
        seen.beat().partitions().stream()
            .filter(report -> report.epoch() > 0)
            .filter(report -> isOwner(node, report.partition()))
            .map(report -> new Owned(report.partition().toString(), report.epoch()))
            .toList();
    return new WorkerView(
        node.toString(),
        node.stage(),
        node.host(),
        node.pid(),
        node.started(),
        seen.at(),
        life(seen),
        owns);
  }

  private boolean isOwner(NodeName node, PartitionName partition) {
    Owner owner = state.owners().get(partition);
    return owner != null && owner.node().equals(node.toString());
  }

  private Life life(Seen seen) {
    if (seen.beat().last()) {
      return Life.STOPPED;
    }
    return seen.at().isBefore(now.minus(lostAfter)) ? Life.LOST : Life.ALIVE;
  }
}
