package dev.roastery.simulation.store;

import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The objects that there are, and which names there were before. */
final class StoredObjects {

  /**
   * One object.
   *
   * @param version another one for other bytes
   */
  record StoredObject(ListedObject listed, byte[] bytes, long version) {}

  private final NavigableMap<String, StoredObject> objects = new TreeMap<>();
  private final EarlierNames earlier = new EarlierNames();
  private long versions;

  Optional<StoredObject> get(String name) {
    return Optional.ofNullable(objects.get(name));
  }

  List<String> names() {
    return List.copyOf(objects.keySet());
  }

  /** False if the name is taken. */
  boolean create(ObjectName name, byte[] bytes) {
    return !objects.containsKey(name.text()) && put(name, bytes);
  }

  /** False if the object has these bytes already: then it is the same one still. */
  boolean put(ObjectName name, byte[] bytes) {
    StoredObject before = objects.get(name.text());
    if (before != null && Arrays.equals(before.bytes, bytes)) {
      return false;
    }
    ListedObject listed = new ListedObject(name, bytes.length);
    objects.put(name.text(), new StoredObject(listed, bytes, ++versions));
    earlier.changed(name, listed(before));
    return true;
  }

  /** False if there is no such object. */
  boolean delete(ObjectName name) {
    StoredObject before = objects.remove(name.text());
    if (before == null) {
      return false;
    }
    earlier.changed(name, listed(before));
    return true;
  }

  private static @Nullable ListedObject listed(@Nullable StoredObject object) {
    return object == null ? null : object.listed;
  }

  /** What a list would tell now. */
  NavigableMap<String, ListedObject> listed(String prefix) {
    NavigableMap<String, ListedObject> names = new TreeMap<>();
    for (Map.Entry<String, StoredObject> each : objects.tailMap(prefix).entrySet()) {
      if (!each.getKey().startsWith(prefix)) {
        break;
      }
      names.put(each.getKey(), each.getValue().listed);
    }
    return names;
  }

  /** What a list that lags would tell. */
  NavigableMap<String, ListedObject> listedEarlier(String prefix, StoreDice dice) {
    NavigableMap<String, ListedObject> names = listed(prefix);
    earlier.turnBack(names, prefix, dice);
    return names;
  }

  /** A store of files could not keep an object and others below it: nobody may rely on that. */
  void requireNoFolder(ObjectName name) {
    String text = name.text();
    String below = objects.ceilingKey(text + "/");
    if (below != null && below.startsWith(text + "/")) {
      throw new IllegalStateException(text + " cannot be an object beside " + below);
    }
    for (int at = text.indexOf('/'); at >= 0; at = text.indexOf('/', at + 1)) {
      String above = text.substring(0, at);
      if (objects.containsKey(above)) {
        throw new IllegalStateException(text + " cannot be an object beside " + above);
      }
    }
  }
}
