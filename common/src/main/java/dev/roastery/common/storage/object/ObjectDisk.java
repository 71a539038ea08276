package dev.roastery.common.storage.object;

import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.common.storage.object.SettledCreate.Settled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A store in place of a volume, for small files that one process at a time writes. A file is an
 * object; it is there as a whole from the first force, or from when it is closed, and each force
 * replaces it. A file that is not finished ({@link DurableFiles}) stays in memory until it is
 * renamed. There are no folders: each exists already. A {@link #list} is a hint, as the store's is.
 *
 * <p>The journal of a partition needs more, and has its own way to the {@link #store}.
 */
public final class ObjectDisk implements Disk {

  private final PatientStore store;
  private final Map<String, byte[]> unfinished = new HashMap<>();

  public ObjectDisk(PatientStore store) {
    this.store = store;
  }

  public PatientStore store() {
    return store;
  }

  @Override
  public boolean createDirectory(String path) {
    return false;
  }

  @Override
  public List<String> list(String path) throws IOException {
    return list(path, "");
  }

  @Override
  public List<String> list(String path, String beginning) throws IOException {
    String prefix = path.isEmpty() ? "" : path + "/";
    return store.list(prefix + beginning).stream()
        .map(object -> object.name().text().substring(prefix.length()).split("/", 2)[0])
        .distinct()
        .sorted()
        .toList();
  }

  @Override
  public File create(String path) {
    return new ObjectFile(path);
  }

  @Override
  public byte[] read(String path) throws IOException {
    return store.get(new ObjectName(path)).orElseThrow(() -> new NoSuchFileException(path));
  }

  @Override
  public byte[] read(String path, long offset, int bytesMax) throws IOException {
    return bytesMax == 0
        ? new byte[0]
        : store
            .get(new ObjectName(path), offset, bytesMax)
            .orElseThrow(() -> new NoSuchFileException(path));
  }

  @Override
  public long size(String path) throws IOException {
    return store.size(new ObjectName(path)).orElseThrow(() -> new NoSuchFileException(path));
  }

  /** A copy. Of several who give a file that name, with different bytes, one succeeds. */
  @Override
  public void link(String from, String to) throws IOException {
    if (store.create(new ObjectName(to), read(from)) instanceof Settled.Others) {
      throw new FileAlreadyExistsException(to);
    }
  }

  @Override
  public void rename(String from, String to) throws IOException {
    byte[] bytes;
    synchronized (unfinished) {
      bytes = unfinished.remove(from);
    }
    if (bytes == null) {
      store.put(new ObjectName(to), Content.of(read(from)));
      delete(from);
    } else {
      store.put(new ObjectName(to), Content.of(bytes));
    }
  }

  @Override
  public void delete(String path) throws IOException {
    if (!isUnfinished(path)) {
      store.delete(new ObjectName(path));
    }
  }

  @Override
  public void syncDirectory(String path) {
    // What the store has told is durable.
  }

  private static boolean isUnfinished(String path) {
    return path.endsWith(DurableFiles.UNFINISHED);
  }

  private final class ObjectFile implements File {

    private final String path;
    private final ByteArrayOutputStream all = new ByteArrayOutputStream();
    private boolean isStored;

    ObjectFile(String path) {
      this.path = path;
    }

    @Override
    public void append(ByteBuffer bytes) {
      byte[] more = new byte[bytes.remaining()];
      bytes.get(more);
      all.writeBytes(more);
      isStored &= more.length == 0;
    }

    @Override
    public void force() throws IOException {
      if (isUnfinished(path)) {
        synchronized (unfinished) {
          unfinished.put(path, all.toByteArray());
        }
      } else if (!isStored) {
        store.put(new ObjectName(path), Content.of(all.toByteArray()));
      }
      isStored = true;
    }

    @Override
    public void close() throws IOException {
      if (!isStored) {
        force();
      }
    }
  }
}
