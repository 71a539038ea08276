package dev.roastery.gateway.cluster;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.Heartbeat;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the heartbeats so far have said. Immutable; each heartbeat gives the next state.
 *
 * @param heard when the last heartbeat came
 * @param heardSince since when heartbeats have come without a longer silence
 */
record ClusterState(
    SortedMap<String, Seen> nodes,
    SortedMap<PartitionName, Owner> owners,
    Map<UUID, SortedMap<PartitionName, Counts>> jobs,
    Instant heard,
    Instant heardSince) {

  /** How long a node that is gone is still shown. */
  private static final Duration REMEMBERED = Duration.ofMinutes(10);

  static final ClusterState EMPTY =
      new ClusterState(
          Collections.emptySortedMap(),
          Collections.emptySortedMap(),
          Map.of(),
          Instant.MIN,
          Instant.MAX);

  /** A node's last heartbeat, and when it came, by this machine's clock. */
  record Seen(Heartbeat beat, Instant at) {}

  /**
   * @param heard when it last reported that it owns the partition
   * @param idle when it last reported that the partition is idle; null if it has reported anything
   *     else since
   */
  record Owner(
      String node, long epoch, PartitionReport.Use use, Instant heard, @Nullable Instant idle) {}

  /**
   * A partition's progress in a job. It never falls: a partition forgets a job at its end.
   *
   * @param since when it last grew
   * @param told when it was last told, whether it had grown or not
   */
  record Counts(
      long received,
      long expected,
      List<String> waitsFor,
      PartitionReport.JobUse use,
      Instant since,
      Instant told) {

    /**
     * What the partition has said after that time that it waits for. What it said before may be out
     * of date: a partition that has done its part says nothing any more.
     */
    List<String> waitsSince(Instant time) {
      return told.isAfter(time) ? waitsFor : List.of();
    }

    private Counts followedBy(Counts latest) {
      boolean moved = latest.received > received || latest.expected > expected;
      return new Counts(
          Math.max(received, latest.received),
          Math.max(expected, latest.expected),
          latest.waitsFor,
          latest.use,
          moved ? latest.since : since,
          latest.told);
    }
  }

  /**
   * Limits of what is taken from heartbeats.
   *
   * @param lostAfter how long a node may be silent
   * @param nodesMax how many nodes are known at once
   * @param isOpen which jobs are counted
   */
  record Limits(Duration lostAfter, int nodesMax, Predicate<JobId> isOpen) {}

  /** The same state if there are too many nodes for another one. */
  ClusterState with(Heartbeat beat, Instant now, Limits limits) {
    SortedMap<String, Seen> seen = new TreeMap<>(nodes);
    seen.values().removeIf(each -> each.at().isBefore(now.minus(REMEMBERED)));
    seen.put(beat.node().toString(), new Seen(beat, now));
    if (seen.size() > limits.nodesMax() && !forgetOneThatIsGone(seen, now, limits)) {
      return this;
    }
    ClusterState next =
        new ClusterState(
            Collections.unmodifiableSortedMap(seen),
            new TreeMap<>(owners),
            new TreeMap<>(jobs),
            now,
            heard.isBefore(now.minus(limits.lostAfter())) ? now : heardSince);
    for (PartitionReport report : beat.partitions()) {
      Owner known = owners.get(report.partition());
      if (report.epoch() > 0
          && (known == null || known.epoch() <= report.epoch() || isGone(known, now, limits))) {
        Instant idle = report.idle() ? now : null;
        next.owners.put(
            report.partition(),
            new Owner(beat.node().toString(), report.epoch(), report.use(), now, idle));
        next.count(report, now, limits.isOpen());
      }
    }
    return next;
  }

  private static boolean forgetOneThatIsGone(
      SortedMap<String, Seen> seen, Instant now, Limits limits) {
    return seen.entrySet().stream()
        .filter(each -> isGone(each.getValue(), now, limits))
        .min(Comparator.comparing(each -> each.getValue().at()))
        .map(oldest -> seen.remove(oldest.getKey()))
        .isPresent();
  }

  /** A false owner with a high epoch is shown only for as long as it sends heartbeats. */
  private boolean isGone(Owner owner, Instant now, Limits limits) {
    Seen seen = nodes.get(owner.node());
    return seen == null || isGone(seen, now, limits);
  }

  private static boolean isGone(Seen seen, Instant now, Limits limits) {
    return seen.beat().last() || seen.at().isBefore(now.minus(limits.lostAfter()));
  }

  /** Those partitions of that heartbeat which another node owned in an earlier epoch before. */
  List<PartitionMove> movesSince(ClusterState before, Heartbeat beat) {
    List<PartitionMove> moves = new ArrayList<>();
    for (PartitionReport report : beat.partitions()) {
      Owner old = before.owners.get(report.partition());
      Owner now = owners.get(report.partition());
      if (old != null && now != null && !old.node.equals(now.node) && old.epoch < now.epoch) {
        long millis = Math.max(0, Duration.between(old.heard, now.heard).toMillis());
        moves.add(new PartitionMove(report.partition(), old.node, now.node, now.epoch, millis));
      }
    }
    return moves;
  }

  /** Only while this state is being made. */
  private void count(PartitionReport report, Instant now, Predicate<JobId> isOpen) {
    report
        .progress()
        .forEach((job, progress) -> {
          if (isOpen.test(job)) {
            List<String> waits = report.waitsFor().getOrDefault(job, List.of());
            jobs.merge(
                job.id(),
                new TreeMap<>(
                    Map.of(
                        report.partition(),
                        new Counts(
                            progress.received(),
                            progress.expected(),
                            waits,
                            report.use().of(job),
                            now,
                            now))),
                ClusterState::merged);
          }
        });
  }

  private static SortedMap<PartitionName, Counts> merged(
      SortedMap<PartitionName, Counts> before, SortedMap<PartitionName, Counts> latest) {
    SortedMap<PartitionName, Counts> all = new TreeMap<>(before);
    latest.forEach((partition, counts) -> all.merge(partition, counts, Counts::followedBy));
    return all;
  }

  ClusterState without(UUID job) {
    Map<UUID, SortedMap<PartitionName, Counts>> others = new TreeMap<>(jobs);
    others.remove(job);
    return new ClusterState(nodes, owners, others, heard, heardSince);
  }
}
