package dev.roastery.input.source;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The objects of a store, as if the slashes in their names made folders. They are listed once. A
 * list may lack an object that was put a moment ago: such an object is not read. Of the others, the
 * version is asked for when it is found, and no other one is read from then on.
 */
public final class ObjectFolder implements DatasetFolder {

  /** How many requests are under way at once. */
  private static final int REQUESTS_MAX = 8;

  private final ObjectStore store;
  private final String address;
  private final List<ListedObject> listed;
  private final Map<String, Found> found = new ConcurrentHashMap<>();
  private final ExecutorService requests;

  private ObjectFolder(
      ObjectStore store, String address, ExecutorService requests, List<ListedObject> listed) {
    this.store = store;
    this.address = address;
    this.requests = requests;
    this.listed = listed;
  }

  /**
   * Lists the store, and closes it at the end.
   *
   * @param address what messages call the store: the names of objects follow it
   */
  public static ObjectFolder list(ObjectStore store, String address) throws StoreException {
    ExecutorService requests =
        Executors.newFixedThreadPool(
            REQUESTS_MAX, Thread.ofPlatform().daemon().name("object-", 0).factory());
    return list(store, address, requests);
  }

  /** The same with these threads for requests. */
  public static ObjectFolder list(ObjectStore store, String address, ExecutorService requests)
      throws StoreException {
    return new ObjectFolder(store, address, requests, store.list(""));
  }

  public boolean isEmpty() {
    return listed.isEmpty();
  }

  @Override
  public List<Entry> entries() {
    return below("");
  }

  @Override
  public List<Entry> entries(Entry folder) {
    return below(folder.path() + "/");
  }

  private List<Entry> below(String before) {
    Map<String, Kind> names = new TreeMap<>();
    for (ListedObject each : listed) {
      String text = each.name().text();
      if (text.startsWith(before)) {
        int slash = text.indexOf('/', before.length());
        names.merge(
            slash < 0 ? text : text.substring(0, slash),
            slash < 0 ? Kind.FILE : Kind.FOLDER,
            // An object whose name is also that of a folder is told of, and not read in silence.
            (one, other) -> one == other ? one : Kind.OTHER);
      }
    }
    return names.entrySet().stream()
        .map(each -> new Entry(each.getKey(), each.getValue()))
        .toList();
  }

  @Override
  public List<Found> find(List<Entry> files) throws IOException {
    List<Future<Found>> asked = new ArrayList<>();
    for (Entry file : files) {
      asked.add(requests.submit(() -> find(file.path())));
    }
    List<Found> all = new ArrayList<>();
    for (Future<Found> each : asked) {
      all.add(result(each));
    }
    return all;
  }

  private Found find(String name) throws IOException {
    Found known = found.get(name);
    if (known == null) {
      String shown = address + "/" + name;
      ObjectSource source =
          ObjectSource.pin(store, new ObjectName(name), shown, requests)
              .orElseThrow(
                  () -> new JobFailure(shown + " is listed, but is not there any more: try again"));
      known = new Found(shown, source, source.size(), source.version());
      found.put(name, known);
    }
    return known;
  }

  /** What has come of a request. */
  static <T> T result(Future<T> request) throws IOException {
    try {
      return request.get();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading from the store");
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException io -> throw io;
        case RuntimeException runtime -> throw runtime;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void close() {
    requests.shutdownNow();
    store.close();
  }

  @Override
  public String toString() {
    return address;
  }
}
