package dev.roastery.gateway.cluster;

import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.process.NodeName;
import dev.roastery.common.process.watch.Figures;
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
import org.jspecify.annotations.Nullable;

/** The state of the cluster at one moment: what is lost or stalled depends on the time. */
record ClusterSnapshot(ClusterState state, Instant now, Duration lostAfter, Pipeline pipeline) {

  List<StageProgress> progress(
      UUID job, Collection<PartitionName> partitions, Duration stalledAfter) {
    return new ProgressReport(this, job, partitions).stages(stalledAfter);
  }

  /** How many batches of the job the partitions of a stage have. */
  long received(UUID job, String stage) {
    long received = 0;
    for (Map.Entry<PartitionName, Counts> each : counts(job).entrySet()) {
      received += each.getKey().stage().equals(stage) ? each.getValue().received() : 0;
    }
    return received;
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

  /**
   * What the partitions have said since then that they still wait for, those of the first stages
   * first.
   */
  List<String> waits(UUID job, Collection<PartitionName> inOrder, Instant since) {
    Map<PartitionName, Counts> counts = counts(job);
    List<String> waits = new ArrayList<>();
    for (PartitionName each : inOrder) {
      Counts here = counts.get(each);
      if (here != null) {
        here.waitsSince(since).forEach(what -> waits.add(each + ": " + what));
      }
    }
    return waits;
  }

  SortedMap<PartitionName, Counts> counts(UUID job) {
    return state.jobs().getOrDefault(job, Collections.emptySortedMap());
  }

  /**
   * Whether every living node has sent a heartbeat after that time. Not before this gateway has
   * listened for as long as a living node may be silent: until then it does not know of all.
   */
  boolean hasHeardOfAllSince(Instant time) {
    return hasListenedForLong()
        && state.nodes().values().stream()
            .filter(seen -> life(seen) == Life.ALIVE)
            .allMatch(seen -> seen.at().isAfter(time));
  }

  /** Whether heartbeats have come for as long as a living node may be silent. */
  boolean hasListenedForLong() {
    return !state.heardSince().isAfter(now.minus(lostAfter));
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
    Map<NodeName, String> names =
        NodeNames.of(state.nodes().values().stream().map(seen -> seen.beat().node()).toList());
    return new ClusterView(
        state.nodes().values().stream().map(seen -> view(seen, names)).toList(),
        List.copyOf(partitions.values()));
  }

  /** The owner's node, if it is alive as far as is known. */
  @Nullable String living(Owner owner) {
    Seen seen = state.nodes().get(owner.node());
    return seen != null && life(seen) == Life.ALIVE ? owner.node() : null;
  }

  private WorkerView view(Seen seen, Map<NodeName, String> names) {
    NodeName node = seen.beat().node();
    Figures figures = seen.beat().figures();
    boolean isAlive = life(seen) == Life.ALIVE;
    List<Owned> owns =
        seen.beat().partitions().stream()
            .filter(report -> report.epoch() > 0)
            .filter(report -> isOwner(node, report.partition()))
            .map(report -> new Owned(report.partition().toString(), report.epoch()))
            .toList();
    return new WorkerView(
        node.toString(),
        names.getOrDefault(node, node.toString()),
        node.stage(),
        node.host(),
        node.pid(),
        node.started(),
        seen.at(),
        life(seen),
        figures.cpu() < 0 ? null : figures.cpu(),
        known(figures.heapBytes()),
        known(figures.heapMaxBytes()),
        known(figures.budgetBytes()),
        known(figures.budgetUsedBytes()),
        known(isAlive ? figures.rowsPerSecond() : Figures.UNKNOWN),
        known(isAlive ? figures.bytesPerSecond() : Figures.UNKNOWN),
        owns);
  }

  private static @Nullable Long known(long figure) {
    return figure < 0 ? null : figure;
  }

  private boolean isOwner(NodeName node, PartitionName partition) {
    Owner owner = state.owners().get(partition);
    return owner != null && owner.node().equals(node.toString());
  }

  Life life(Seen seen) {
    if (seen.beat().last()) {
      return Life.STOPPED;
    }
    return seen.at().isBefore(now.minus(lostAfter)) ? Life.LOST : Life.ALIVE;
  }
}
