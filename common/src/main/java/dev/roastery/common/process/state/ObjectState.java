package dev.roastery.common.process.state;

import dev.roastery.common.broker.ExclusiveNames;
import dev.roastery.common.fault.Backoff;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.Successions;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.storage.KnownReason;
import dev.roastery.common.storage.check.BriefCheck;
import dev.roastery.common.storage.location.StoreLocation;
import dev.roastery.common.storage.object.ObjectDisk;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.common.storage.object.Pause;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** An object store: any worker on any machine can take over any partition. */
public record ObjectState(
    ObjectDisk disk, String where, StoreWatch watch, Chores chores, Map<String, String> environment)
    implements WorkerState {

  private static final Backoff PAUSES = PatientStore.STANDARD_PAUSES;

  /** Returns when the store has answered, and has been found fit. */
  static ObjectState open(StoreLocation location, Map<String, String> environment) {
    StoreWatch watch = StoreWatch.begun();
    Chores chores = new Chores();
    try {
      ObjectStore store = new WatchedStore(location.open(environment), watch);
      require(store, watch);
      PatientStore patient =
          new PatientStore(
              store, PAUSES, () -> ThreadLocalRandom.current().nextLong(), watch, chores);
      return new ObjectState(new ObjectDisk(patient), store.toString(), watch, chores, environment);
    } catch (StoreException e) {
      FatalReason reason =
          e instanceof KnownReason known ? known.reason() : FatalReason.STORE_REFUSED;
      throw new Fatal(reason, e.getMessage() + ": see docs/object-store.md", e);
    }
  }

  private static void require(ObjectStore store, StoreWatch watch) throws StoreException {
    for (int failures = 0; ; ) {
      try {
        BriefCheck.require(store);
        watch.back();
        return;
      } catch (StoreAwayException away) {
        watch.away(String.valueOf(away.getMessage()));
        Pause.of(PAUSES.jitteredMillis(++failures, ThreadLocalRandom.current()));
      }
    }
  }

  /** Those from a time when there were more have a deed, or never had a message. */
  @Override
  public Partitions served(Partitions asked) {
    Partitions served = Partitions.of(asked.pipeline(), stage -> most(stage, asked.of(stage)));
    ServedPartitions.tell(asked, served);
    return served;
  }

  private int most(StageKind stage, int asked) {
    int most = asked;
    while (isDeeded(new PartitionName(stage.name(), most))) {
      most++;
    }
    return most;
  }

  private boolean isDeeded(PartitionName partition) {
    try {
      return Successions.of(disk, partition.toString()).isDeeded();
    } catch (IOException e) {
      throw new Fatal(FatalReason.DISK_UNREADABLE, partition + " cannot be looked for: " + e, e);
    }
  }

  /** Whether no node has ever owned one of these here. */
  public boolean hasNone(Collection<PartitionName> partitions) {
    return partitions.stream().noneMatch(this::isDeeded);
  }

  @Override
  public DeathRecord deaths() {
    return new ObjectDeaths(disk.store());
  }

  /** With its marker where {@code ROASTERY_CRASH_MARKER} says: a file, for tests on one machine. */
  @Override
  public CrashPoints crashPoints() {
    String marker = environment.getOrDefault("ROASTERY_CRASH_MARKER", "");
    return marker.isEmpty()
        ? CrashPoints.none()
        : CrashPoints.fromEnvironment(environment.get("ROASTERY_CRASH"), Path.of(marker));
  }

  /** In a store there is nothing to lock that is free again when its process has died. */
  @Override
  public int number(String process, int asked, int nodes, ExclusiveNames names) {
    return NodeNumber.take(names, process, asked, nodes);
  }

  @Override
  public StateHealth health() {
    return new StateHealth(List.of(), watch.why());
  }

  /** When its partitions are released. */
  @Override
  public void close() {
    chores.close();
    watch.close();
  }

  /** Whoever is followed by another owner has lost nothing, and stands in line again. */
  @Override
  public boolean restarts(Fatal fatal) {
    return fatal.reason() == FatalReason.FENCED;
  }
}
