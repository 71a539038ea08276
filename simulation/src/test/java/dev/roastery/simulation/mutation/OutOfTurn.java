package dev.roastery.simulation.mutation;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.Successions;
import dev.roastery.common.journal.succession.LastDeed;
import dev.roastery.common.partition.ownership.PartitionOwner;
import dev.roastery.common.partition.ownership.PartitionOwner.OwnerPorts;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.object.ObjectDisk;
import dev.roastery.common.storage.object.ObjectStore;
import java.lang.reflect.Method;
import java.util.SplittableRandom;

/**
 * A node in line that takes the next epoch although it is not its turn, and then is gone: without a
 * snapshot of its own, or with one, and after it has cleared away what was before. It does so in
 * the first second of a schedule, and may fall asleep meanwhile. Called by rewritten classes only.
 */
public final class OutOfTurn {

  private static final SplittableRandom RANDOM = new SplittableRandom(2);
  private static final long EARLY_NANOS = 1_000_000_000;
  private static final int RARELY = 40;

  private OutOfTurn() {}

  /** At the beginning of the owner's work. */
  public static void perhaps(PartitionOwner owner) throws ReflectiveOperationException {
    OwnerPorts ports = (OwnerPorts) SleepyStore.value(owner, "ports");
    if ((long) SleepyStore.value(owner, "nowNanos") < EARLY_NANOS
        && SleepyStore.value(owner, "stand").getClass().getSimpleName().equals("InLine")
        && ports.disk() instanceof ObjectDisk objects
        && RANDOM.nextInt(RARELY) == 0) {
      ObjectStore store = (ObjectStore) SleepyStore.value(objects.store(), "store");
      Disk sleepy = SleepyStore.disk(store, RANDOM.split());
      try {
        if (RANDOM.nextBoolean()) {
          take(owner, with(sleepy, ports));
        } else {
          takeOver(owner, with(sleepy, ports));
        }
      } catch (Fatal fatal) {
        if (fatal.reason() != FatalReason.FENCED) {
          throw fatal;
        }
      }
    }
  }

  private static OwnerPorts with(Disk disk, OwnerPorts ports) {
    return new OwnerPorts(
        disk,
        ports.transport(),
        ports.gatewayQueue(),
        CrashPoints.none(),
        ports.nonces(),
        ports.volumes(),
        ports.inbox(),
        ports.pause(),
        ports.listener(),
        ports.memory(),
        ports.suspect(),
        ports.ranges());
  }

  private static void take(PartitionOwner owner, OwnerPorts ports)
      throws ReflectiveOperationException {
    String name = SleepyStore.value(owner, "name").toString();
    var _ =
        Successions.of(ports.disk(), name)
            .take(name, ports.volumes().get(), new LastDeed.None(), ports.crash());
  }

  private static void takeOver(PartitionOwner owner, OwnerPorts ports)
      throws ReflectiveOperationException {
    Class<?> type =
        Class.forName(
            "dev.roastery.common.partition.ownership.OpenPartition",
            true,
            owner.getClass().getClassLoader());
    Object name = SleepyStore.value(owner, "name");
    Object open =
        Sabotage.invoke(
            method(type, "claim"),
            null,
            name,
            SleepyStore.value(owner, "stage"),
            ports,
            SleepyStore.value(owner, "settings"),
            SleepyStore.value(owner, "retries"),
            new LastDeed.None());
    Sabotage.invoke(method(type, "recover"), open, name);
    if ((boolean) Sabotage.invoke(method(type, "beginsNow"), open)) {
      Sabotage.invoke(method(type, "settle"), open);
    }
  }

  private static Method method(Class<?> type, String name) throws ReflectiveOperationException {
    for (Method each : type.getDeclaredMethods()) {
      if (each.getName().equals(name)) {
        each.setAccessible(true);
        return each;
      }
    }
    throw new NoSuchMethodException(type + "." + name);
  }
}
