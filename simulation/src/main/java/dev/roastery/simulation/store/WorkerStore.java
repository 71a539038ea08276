package dev.roastery.simulation.store;

import dev.roastery.common.fault.Backoff;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.object.ObjectDisk;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.simulation.effect.Incarnation;
import java.util.SplittableRandom;

/** The way of a worker to the simulated store: that of the product, without its pauses. */
public final class WorkerStore {

  private static final Backoff AT_ONCE = new Backoff(0, 1, 0);

  private WorkerStore() {}

  public static Disk disk(SimulatedObjectStore store, Incarnation life) {
    SplittableRandom noChance = new SplittableRandom(1);
    return new ObjectDisk(
        new PatientStore(
            store.open(life), AT_ONCE, noChance, PatientStore.Listener.deaf(), Runnable::run));
  }
}
