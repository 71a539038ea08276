package dev.roastery.simulation.mutation;

import dev.roastery.common.fault.Backoff;
import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectDisk;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.common.storage.object.StoreException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The simulated store for a node that falls asleep once, while all others go on: before one of its
 * first calls, or before it writes a seal. Schedules do that too, but rarely where it matters.
 */
final class SleepyStore implements ObjectStore {

  private static final int CALLS = 20;

  private final ObjectStore store;
  private int callsUntilSleep;
  private boolean beforeSeal;

  private SleepyStore(ObjectStore store, SplittableRandom random) {
    this.store = store;
    this.beforeSeal = random.nextBoolean();
    this.callsUntilSleep = beforeSeal ? Integer.MAX_VALUE : random.nextInt(CALLS);
  }

  /** A store like that, as a succession needs it. */
  static ObjectDisk disk(ObjectStore store, SplittableRandom random) {
    SleepyStore sleepy = new SleepyStore(store, random);
    return new ObjectDisk(
        new PatientStore(
            sleepy, new Backoff(0, 1, 0), random, PatientStore.Listener.deaf(), Runnable::run));
  }

  private void perhapsSleep() {
    if (callsUntilSleep-- == 0) {
      sleep();
    }
  }

  private void perhapsSleepBeforeSeal(ObjectName name) {
    if (beforeSeal && name.text().contains("/segment-")) {
      beforeSeal = false;
      sleep();
    } else {
      perhapsSleep();
    }
  }

  private void sleep() {
    try {
      Object node = value(value(store, "life"), "hook");
      Object world = value(node, "world");
      Field standsStill = node.getClass().getDeclaredField("standsStill");
      standsStill.setAccessible(true);
      Method goOnWithout = world.getClass().getDeclaredMethod("goOnWithout");
      goOnWithout.setAccessible(true);
      standsStill.set(node, true);
      Sabotage.invoke(goOnWithout, world);
      standsStill.set(node, false);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static Object value(Object of, String field) throws ReflectiveOperationException {
    Field found = of.getClass().getDeclaredField(field);
    found.setAccessible(true);
    return found.get(of);
  }

  @Override
  public Creation create(ObjectName name, Content content) throws StoreException {
    perhapsSleepBeforeSeal(name);
    return store.create(name, content);
  }

  @Override
  public Got get(ObjectName name, ByteRange range, ETag etag) throws StoreException {
    perhapsSleep();
    return store.get(name, range, etag);
  }

  @Override
  public void put(ObjectName name, Content content) throws StoreException {
    perhapsSleepBeforeSeal(name);
    store.put(name, content);
  }

  @Override
  public void delete(ObjectName name) throws StoreException {
    perhapsSleep();
    store.delete(name);
  }

  @Override
  public List<ListedObject> list(String prefix) throws StoreException {
    perhapsSleep();
    return store.list(prefix);
  }

  @Override
  public void close() {
    store.close();
  }
}
