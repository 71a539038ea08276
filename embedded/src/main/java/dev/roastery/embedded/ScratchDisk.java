package dev.roastery.embedded;

import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.common.storage.NullDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The disk of a run that keeps no state: what is spilled goes to a folder of its own, which exists
 * only when something is, and goes with the run; nothing else is kept, and nothing is forced.
 */
final class ScratchDisk implements Disk, AutoCloseable {

  private static final String SPILLED = "spill-";

  private final NullDisk names = new NullDisk();

  // Guarded by this.
  private @Nullable Path folder;
  private @Nullable FileDisk files;

  private synchronized FileDisk files() throws IOException {
    FileDisk known = files;
    if (known == null) {
      folder = Files.createTempDirectory("roastery-spilled-");
      known = new FileDisk(folder);
      files = known;
    }
    return known;
  }

  private static boolean isSpilled(String path) {
    return path.startsWith(SPILLED, path.lastIndexOf('/') + 1);
  }

  private static String flat(String path) {
    return path.replace('/', '_');
  }

  @Override
  public boolean createDirectory(String path) {
    return names.createDirectory(path);
  }

  @Override
  public List<String> list(String path) {
    return names.list(path);
  }

  @Override
  public File create(String path) throws IOException {
    if (!isSpilled(path)) {
      return names.create(path);
    }
    File file = files().create(flat(path));
    return new File() {
      @Override
      public void append(ByteBuffer bytes) throws IOException {
        file.append(bytes);
      }

      @Override
      public void force() {}

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  @Override
  public byte[] read(String path) throws IOException {
    return isSpilled(path) ? files().read(flat(path)) : names.read(path);
  }

  @Override
  public byte[] read(String path, long offset, int bytesMax) throws IOException {
    return isSpilled(path)
        ? files().read(flat(path), offset, bytesMax)
        : names.read(path, offset, bytesMax);
  }

  @Override
  public void rename(String from, String to) {
    names.rename(from, to);
  }

  @Override
  public void delete(String path) throws IOException {
    if (isSpilled(path)) {
      files().delete(flat(path));
    } else {
      names.delete(path);
    }
  }

  @Override
  public void syncDirectory(String path) {
    names.syncDirectory(path);
  }

  @Override
  public synchronized void close() throws IOException {
    Path used = folder;
    if (used != null) {
      FileDisk.deleteTree(used);
    }
  }
}
