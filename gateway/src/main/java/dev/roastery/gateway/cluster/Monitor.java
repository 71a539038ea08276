package dev.roastery.gateway.cluster;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.JobProgress;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.process.Heartbeat;
import dev.roastery.common.process.NodeName;
import dev.roastery.gateway.cluster.ClusterView.Life;
import dev.roastery.gateway.cluster.ClusterView.Owned;
import dev.roastery.gateway.cluster.ClusterView.PartitionView;
import dev.roastery.gateway.cluster.ClusterView.WorkerView;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the nodes tell of themselves: who lives, who owns what, how far each job is. For people; no
 * answer to a client depends on it. Rebuilt from the next heartbeats after a restart.
 */
public final class Monitor {

  private static final Logger log = LoggerFactory.getLogger(Monitor.class);

  /** How long a node that is gone is still shown. */
  private static final Duration REMEMBERED = Duration.ofMinutes(10);

  private final Clock clock;
  private final Duration lostAfter;
  private final List<PartitionName> expected;
  private final Predicate<UUID> isOpen;

  // Guarded by this.
  private final SortedMap<String, Seen> nodes = new TreeMap<>();
  private final SortedMap<PartitionName, Owner> owners = new TreeMap<>();
  private final Map<UUID, SortedMap<PartitionName, Counts>> jobs = new TreeMap<>();

  /** When a beat came last, and since when they have come without a longer silence. */
  private Instant heard = Instant.MIN;

  private Instant heardSince = Instant.MAX;

  /** A node's last heartbeat, and when it came, by this machine's clock. */
  private record Seen(Heartbeat beat, Instant at) {}

  private record Owner(String node, long epoch) {}

  /**
   * What a partition has of a job: never less than before, for a finished job is forgotten there.
   */
  private record Counts(long received, long expected, List<String> waitsFor, Instant since) {}

  /**
   * @param expected the partitions that new jobs need
   * @param isOpen whether a job is there, and not over; counts of others are not kept
   */
  public Monitor(
      Clock clock, Duration lostAfter, List<PartitionName> expected, Predicate<UUID> isOpen) {
    this.expected = expected;
    this.clock = clock;
    this.lostAfter = lostAfter;
    this.isOpen = isOpen;
  }

  public void hear(byte[] body) {
    try {
      hear(Heartbeat.parse(body));
    } catch (IOException e) {
      log.warn("something in {} is no heartbeat: {}", Heartbeat.QUEUE, e.getMessage());
    }
  }

  public synchronized void hear(Heartbeat beat) {
    Instant now = clock.instant();
    if (heard.isBefore(now.minus(lostAfter))) {
      heardSince = now;
    }
    heard = now;
    nodes.put(beat.node().toString(), new Seen(beat, now));
    nodes.values().removeIf(seen -> seen.at().isBefore(now.minus(REMEMBERED)));
    for (PartitionReport report : beat.partitions()) {
      if (report.epoch() > 0) {
        owned(beat.node(), report, now);
      }
    }
  }

  private void owned(NodeName node, PartitionReport report, Instant now) {
    Owner known = owners.get(report.partition());
    if (known != null && known.epoch() > report.epoch()) {
      return;
    }
    owners.put(report.partition(), new Owner(node.toString(), report.epoch()));
    report
        .progress()
        .forEach((job, progress) -> {
          if (isOpen.test(job.id())) {
            count(report, job, progress, now);
          }
        });
  }

  private void count(PartitionReport report, JobId job, JobProgress progress, Instant now) {
    List<String> waits = report.waitsFor().getOrDefault(job, List.of());
    jobs.computeIfAbsent(job.id(), _ -> new TreeMap<>())
        .merge(
            report.partition(),
            new Counts(progress.received(), progress.expected(), waits, now),
            (before, latest) -> later(before, latest));
  }

  private static Counts later(Counts before, Counts latest) {
    boolean moved = latest.received() > before.received() || latest.expected() > before.expected();
    return new Counts(
        Math.max(before.received(), latest.received()),
        Math.max(before.expected(), latest.expected()),
        latest.waitsFor(),
        moved ? latest.since() : before.since());
  }

  /** The job is over, or deleted. */
  public synchronized void forget(UUID job) {
    jobs.remove(job);
  }

  /**
   * Each stage's part of the job; what has not moved for {@code stalledAfter} is named, and of
   * those that have to do with it each stage that nobody runs.
   */
  public synchronized List<StageProgress> progress(
      UUID job, Collection<PartitionName> partitions, Duration stalledAfter) {
    SortedMap<String, StageProgress> progress = new TreeMap<>();
    counted(job, stalledAfter).forEach(stage -> progress.put(stage.stage(), stage));
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
   * Stages that nobody runs as far as is known, each with what to do. Nothing is known before all
   * that live have had time to say so; and when not even this gateway is heard, it is the broker.
   */
  private Map<String, String> absent(Collection<PartitionName> partitions) {
    Instant limit = clock.instant().minus(lostAfter);
    Map<String, String> absent = new TreeMap<>();
    if (heard.isBefore(limit) || heardSince.isAfter(limit)) {
      return absent;
    }
    for (PartitionName partition : partitions) {
      String node = Pipeline.STANDARD.processOf(partition.stage());
      if (!isRun(node)) {
        absent.put(
            partition.stage(), "no %s is running: start one (roastery %1$s)".formatted(node));
      }
    }
    return absent;
  }

  /** Whether somebody lives who does that, or one process that does all of it. */
  private boolean isRun(String node) {
    return nodes.values().stream()
        .filter(seen -> life(seen) == Life.ALIVE)
        .map(Seen::beat)
        .anyMatch(beat ->
            beat.node().stage().equals(node)
                || beat.partitions().stream()
                    .anyMatch(report ->
                        Pipeline.STANDARD.processOf(report.partition().stage()).equals(node)));
  }

  private List<StageProgress> counted(UUID job, Duration stalledAfter) {
    Map<String, List<Map.Entry<PartitionName, Counts>>> stages = new TreeMap<>();
    jobs.getOrDefault(job, new TreeMap<>())
        .entrySet()
        .forEach(entry ->
            stages.computeIfAbsent(entry.getKey().stage(), _ -> new ArrayList<>()).add(entry));
    Instant limit = clock.instant().minus(stalledAfter);
    return stages.entrySet().stream()
        .map(stage -> progress(stage.getKey(), stage.getValue(), limit))
        .toList();
  }

  private StageProgress progress(
      String stage, List<Map.Entry<PartitionName, Counts>> partitions, Instant limit) {
    long received = 0;
    long expected = 0;
    boolean known = true;
    List<String> stalled = new ArrayList<>();
    for (Map.Entry<PartitionName, Counts> each : partitions) {
      Counts counts = each.getValue();
      received += counts.received();
      expected += Math.max(0, counts.expected());
      known &= counts.expected() >= 0;
      if (counts.since().isBefore(limit)) {
        stalled.addAll(trouble(each.getKey(), counts));
      }
    }
    return new StageProgress(stage, received, known ? expected : null, partitions.size(), stalled);
  }

  /** What a partition that does not move waits for; none when it has nothing to do. */
  private List<String> trouble(PartitionName partition, Counts counts) {
    boolean lacks = counts.expected() < 0 || counts.received() < counts.expected();
    Owner owner = owners.get(partition);
    if (lacks && owner != null && living(owner) == null) {
      return List.of(partition + " has no node: start one of its stage");
    }
    return counts.waitsFor().isEmpty()
        ? List.of()
        : List.of(partition + " waits for " + String.join("; ", counts.waitsFor()));
  }

  public synchronized ClusterView workers() {
    List<WorkerView> workers = new ArrayList<>();
    nodes.forEach((name, seen) -> workers.add(view(name, seen)));
    SortedMap<PartitionName, PartitionView> partitions = new TreeMap<>();
    expected.forEach(each -> partitions.put(each, new PartitionView(each.toString(), null, 0)));
    owners.forEach((each, owner) ->
        partitions.put(each, new PartitionView(each.toString(), living(owner), owner.epoch())));
    return new ClusterView(workers, List.copyOf(partitions.values()));
  }

  /** Its owner, if that is still there as far as is known. */
  private @Nullable String living(Owner owner) {
    Seen seen = nodes.get(owner.node());
    return seen != null && life(seen) == Life.ALIVE ? owner.node() : null;
  }

  private WorkerView view(String name, Seen seen) {
    NodeName node = seen.beat().node();
    List<Owned> owns =
        seen.beat().partitions().stream()
            .filter(report -> isOwner(name, report))
            .map(report -> new Owned(report.partition().toString(), report.epoch()))
            .toList();
    return new WorkerView(
        name, node.stage(), node.host(), node.pid(), node.started(), seen.at(), life(seen), owns);
  }

  private boolean isOwner(String node, PartitionReport report) {
    Owner owner = owners.get(report.partition());
    return report.epoch() > 0 && owner != null && owner.node().equals(node);
  }

  private Life life(Seen seen) {
    if (seen.beat().last()) {
      return Life.STOPPED;
    }
    return seen.at().isBefore(clock.instant().minus(lostAfter)) ? Life.LOST : Life.ALIVE;
  }
}
