package dev.roastery.common.partition.ownership;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.journal.LifeCycle;
import dev.roastery.common.journal.LifeCycle.Phase;
import dev.roastery.common.journal.PersistenceService;
import dev.roastery.common.journal.Successions;
import dev.roastery.common.journal.succession.LastDeed;
import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.Partition;
import dev.roastery.common.partition.PartitionLoop;
import dev.roastery.common.partition.PartitionReport.JobUse;
import dev.roastery.common.partition.PartitionReport.Use;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.ownership.OwnerCard.Deed;
import dev.roastery.common.partition.ownership.PartitionOwner.OwnerPorts;
import dev.roastery.common.partition.poison.AttemptCounts;
import dev.roastery.common.partition.poison.Quarantine;
import dev.roastery.common.partition.poison.ReplayGuard;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.spill.PartitionSpace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A partition in an epoch that this node has claimed. It is recovered and made durable in that
 * epoch; then, when it is proven that no other node owned it meanwhile, settled; then, with the
 * deed in hand, owned, and only from there on consumed.
 */
final class OpenPartition {

  private final OwnerPorts ports;
  private final PartitionSettings settings;
  private final VolumeIdentity mark;
  private final PersistenceService persistence;
  private final LifeCycle life;
  private final PartitionLoop loop;
  private final Deque<Delivery> waiting = new ArrayDeque<>();
  private long serial;
  private long commits;
  private long snapshotNanos;

  private OpenPartition(
      OwnerPorts ports,
      PartitionSettings settings,
      VolumeIdentity mark,
      PersistenceService persistence,
      PartitionLoop loop) {
    this.ports = ports;
    this.settings = settings;
    this.mark = mark;
    this.persistence = persistence;
    this.life = persistence.life();
    this.loop = loop;
  }

  /** Claims the next epoch, and has read what the one that counts holds. */
  static OpenPartition claim(
      PartitionName name,
      Stage stage,
      OwnerPorts ports,
      PartitionSettings settings,
      AttemptCounts retries,
      LastDeed deed) {
    String directory = name.toString();
    PersistenceService persistence =
        PersistenceService.claim(
            Successions.of(ports.disk(), directory),
            name.toString(),
            ports.volumes().get(),
            deed,
            settings.persistence(),
            ports.crash());
    Partition partition =
        new Partition(
            name,
            stage,
            ports.gatewayQueue(),
            persistence.processedIds(),
            new DurableSendLog(persistence),
            new PartitionSpace(directory, ports.memory(), persistence.spills()));
    ReplayGuard guard =
        new ReplayGuard(
            ports.disk(), directory, persistence.epoch(), settings.poisonDeaths(), ports.suspect());
    PartitionLoop.LoopPorts loop =
        new PartitionLoop.LoopPorts(
            persistence,
            ports.transport(),
            new Quarantine(ports.disk(), directory),
            retries,
            guard,
            ports.crash(),
            ports.pause(),
            ports.inbox(),
            ports.listener(),
            settings.room(),
            ports.ranges());
    return new OpenPartition(
        ports,
        settings,
        new VolumeIdentity(ports.disk(), directory),
        persistence,
        new PartitionLoop(name, partition, loop));
  }

  /** Becomes what the last owner was. */
  void recover(PartitionName name) {
    loop.recover();
    ports.listener().recovered(name, persistence.report());
  }

  /** Makes it durable in its epoch; true once, when that is done. */
  boolean beginsNow() {
    return life.phase() == Phase.RECOVERING && loop.begin();
  }

  /**
   * No other node can have owned the partition since this node read it, so it has read everything
   * that was ever acknowledged, and its epoch may count.
   */
  void settle() {
    persistence.settle();
  }

  /** From here on the partition's data may come. */
  void own() {
    mark.deeded();
    life.become(Phase.OWNED);
    loop.own();
  }

  boolean settled() {
    return life.isSettled();
  }

  boolean owned() {
    return life.isOwned();
  }

  long epoch() {
    return persistence.epoch();
  }

  /** A deed of this epoch, newer than those before. */
  Deed nextDeed() {
    return new Deed(persistence.volume(), persistence.epoch(), ++serial);
  }

  /** What the partition takes of memory and disk. */
  Use use(long nowNanos) {
    Map<JobId, JobUse> jobs = loop.partition().use();
    long state = jobs.values().stream().mapToLong(JobUse::stateBytes).sum();
    long age = (nowNanos - snapshotNanos) / 1_000_000;
    return new Use(state, persistence.spilledBytes(), persistence.journalBytes(), age, jobs);
  }

  /** Takes note of the time of a new snapshot, and does what the loop does now and then. */
  void tick(long nowNanos) {
    if (persistence.commits() != commits) {
      commits = persistence.commits();
      snapshotNanos = nowNanos;
    }
    if (owned()) {
      loop.tick(nowNanos);
    }
  }

  /** What each open job waits for here, in words. */
  Map<JobId, List<String>> waits() {
    return loop.waits();
  }

  Partition partition() {
    return loop.partition();
  }

  void add(Delivery delivery) {
    waiting.add(delivery);
  }

  boolean hasWork() {
    return owned() && (loop.hasPieces() || loop.hasRead() || groupIsReady());
  }

  /** Whether it is owned, and nothing that came is left to do. */
  boolean isIdle() {
    return owned() && waiting.isEmpty() && loop.isIdle();
  }

  /** Whether it has outputs of the job to send, which perhaps wait for room. */
  boolean isSending(JobId job) {
    return loop.isSending(job);
  }

  private boolean groupIsReady() {
    return !waiting.isEmpty() && loop.ready();
  }

  /** Sends one piece of the outputs and handles a group of deliveries; returns the jobs of both. */
  Set<JobId> work(Consumer<Long> acknowledge) {
    Set<JobId> jobs = new TreeSet<>();
    if (loop.hasPieces()) {
      jobs.add(loop.sendPiece());
    }
    if (loop.hasRead()) {
      jobs.add(loop.applyRead());
    }
    if (groupIsReady()) {
      List<Delivery> group = new ArrayList<>();
      while (group.size() < settings.groupMax() && !waiting.isEmpty()) {
        group.add(waiting.remove());
      }
      jobs.addAll(loop.handle(group, acknowledge));
    }
    return jobs;
  }

  /** A last snapshot, so that the next owner has nothing to replay. */
  void commitForHandOver() {
    if (owned()) {
      loop.commitForHandOver();
    }
  }

  /** Its jobs hold no share of the process's memory any more; its files are left as they are. */
  void releaseMemory() {
    loop.partition().close();
  }

  void close() {
    life.become(Phase.CLOSED);
    loop.close();
  }
}
