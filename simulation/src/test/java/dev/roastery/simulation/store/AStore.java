package dev.roastery.simulation.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.simulation.effect.EffectHook;
import dev.roastery.simulation.effect.Incarnation;
import java.util.List;
import java.util.SplittableRandom;

/** Short words for tests of the store. */
final class AStore {

  private AStore() {}

  static SimulatedObjectStore seeded(long seed, StoreFaults faults) {
    return new SimulatedObjectStore(new SplittableRandom(seed), faults);
  }

  static SimulatedObjectStore perfect() {
    return seeded(1, StoreFaults.NONE);
  }

  /** A store in which one fault strikes every time. */
  static SimulatedObjectStore always(StoreFault fault) {
    return seeded(1, StoreFaults.NONE.with(fault, 1));
  }

  static ObjectStore opened(SimulatedObjectStore store) {
    return opened(store, EffectHook.NONE);
  }

  static ObjectStore opened(SimulatedObjectStore store, EffectHook hook) {
    return store.open(new Incarnation("a node", hook));
  }

  static Creation tryCreate(ObjectStore node, String name, String text) throws StoreException {
    return node.create(new ObjectName(name), Content.of(text.getBytes(UTF_8)));
  }

  static void put(ObjectStore node, String name, String text) throws StoreException {
    node.put(new ObjectName(name), Content.of(text.getBytes(UTF_8)));
  }

  static void delete(ObjectStore node, String name) throws StoreException {
    node.delete(new ObjectName(name));
  }

  static Got get(ObjectStore node, String name) throws StoreException {
    return node.get(new ObjectName(name), ByteRange.WHOLE, ETag.ANY);
  }

  /** What a node reads. */
  static String text(ObjectStore node, String name) throws StoreException {
    return node.get(new ObjectName(name)).map(bytes -> new String(bytes, UTF_8)).orElse("(absent)");
  }

  /** What there is, whatever nodes read. */
  static String stored(SimulatedObjectStore store, String name) {
    return store.bytes(name).map(bytes -> new String(bytes, UTF_8)).orElse("(absent)");
  }

  static List<String> names(ObjectStore node, String prefix) throws StoreException {
    return node.list(prefix).stream().map(each -> each.name().text()).toList();
  }

  /** Lets everything that is under way take effect. */
  static void landAll(SimulatedObjectStore store) {
    while (store.underWay() > 0) {
      store.landSome();
    }
  }
}
