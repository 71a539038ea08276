package dev.roastery.testkit.store;

import dev.roastery.common.storage.Sha256;
import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** An object store in the memory of this process. Nothing in it ever fails. */
public class MemoryStore implements ObjectStore {

  private final NavigableMap<String, byte[]> objects = new ConcurrentSkipListMap<>();

  @Override
  public Creation create(ObjectName name, Content content) {
    byte[] earlier = objects.putIfAbsent(name.text(), bytes(content));
    return earlier == null ? new Creation.Created() : new Creation.ExistsAlready();
  }

  @Override
  public Got get(ObjectName name, ByteRange range, ETag etag) {
    byte[] all = objects.get(name.text());
    if (all == null) {
      return new Got.Absent();
    }
    ETag is = new ETag(Sha256.hex(all));
    if (!etag.isAny() && !etag.equals(is)) {
      return new Got.Changed();
    }
    if (!range.isWhole() && range.from() >= all.length) {
      return new Got.PastEnd();
    }
    int length = (int) Math.min(range.length(), all.length - range.from());
    return new Got.Found(is, all.length, new ByteArrayInputStream(all, (int) range.from(), length));
  }

  @Override
  public void put(ObjectName name, Content content) {
    objects.put(name.text(), bytes(content));
  }

  @Override
  public void delete(ObjectName name) {
    objects.remove(name.text());
  }

  @Override
  public List<ListedObject> list(String prefix) {
    return objects.tailMap(prefix).entrySet().stream()
        .takeWhile(entry -> entry.getKey().startsWith(prefix))
        .map(entry -> new ListedObject(new ObjectName(entry.getKey()), entry.getValue().length))
        .toList();
  }

  @Override
  public void close() {
    // Its objects stay for whoever else has it.
  }

  private static byte[] bytes(Content content) {
    try (InputStream in = content.open()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
