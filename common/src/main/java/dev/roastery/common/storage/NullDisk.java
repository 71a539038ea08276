package dev.roastery.common.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Keeps only the names of directories, from which an owner derives its epochs: for partitions that
 * are never recovered, because they end with their process.
 */
public final class NullDisk implements Disk {

  private final NavigableSet<String> directories = new ConcurrentSkipListSet<>();

  @Override
  public boolean createDirectory(String path) {
    return directories.add(path);
  }

  @Override
  public List<String> list(String path) {
    String within = path + "/";
    return directories.tailSet(within).stream()
        .takeWhile(directory -> directory.startsWith(within))
        .map(directory -> directory.substring(within.length()))
        .filter(name -> !name.contains("/"))
        .toList();
  }

  @Override
  public File create(String path) {
    return new File() {
      @Override
      public void append(ByteBuffer bytes) {
        bytes.position(bytes.limit());
      }

      @Override
      public void force() {}

      @Override
      public void close() {}
    };
  }

  @Override
  public byte[] read(String path) throws IOException {
    throw new IOException("nothing was kept of " + path);
  }

  @Override
  public void rename(String from, String to) {}

  @Override
  public void delete(String path) {}

  @Override
  public void syncDirectory(String path) {}
}
