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
 * The simulated store for a node that falls asleep before one of its first calls, while all others
 * go on. Schedules do that too, but rarely where it matters.
 */
final class SleepyStore implements ObjectStore {

  private static final int CALLS = 20;

  private final ObjectStore store;
  private int callsUntilSleep;

  private SleepyStore(ObjectStore store, int callsUntilSleep) {
    this.store = store;
    this.callsUntilSleep = callsUntilSleep;
  }

  /** A store like that, as a succession needs it. */
  static ObjectDisk disk(ObjectStore store, SplittableRandom random) {
    PatientStore.Listener deaf =
        new PatientStore.Listener() {
          @Override
          public void away(String why) {
            // The store says itself what strikes.
          }

          @Override
          public void back() {
            // The store says itself what strikes.
          }
        };
    SleepyStore sleepy = new SleepyStore(store, random.nextInt(CALLS));
    return new ObjectDisk(new PatientStore(sleepy, new Backoff(0, 1, 0), random, deaf));
  }

  private void maybeSleep() {
    if (callsUntilSleep-- != 0) {
      return;
    }
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
    maybeSleep();
    return store.create(name, content);
  }

  @Override
  public Got get(ObjectName name, ByteRange range, ETag etag) throws StoreException {
    maybeSleep();
    return store.get(name, range, etag);
  }

  @Override
  public void put(ObjectName name, Content content) throws StoreException {
    maybeSleep();
    store.put(name, content);
  }

  @Override
  public void delete(ObjectName name) throws StoreException {
    maybeSleep();
    store.delete(name);
  }

  @Override
  public List<ListedObject> list(String prefix) throws StoreException {
    maybeSleep();
    return store.list(prefix);
  }

  @Override
  public void close() {
    store.close();
  }
}
