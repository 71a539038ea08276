package dev.roastery.common.journal.objects;

import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.PatientStore;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The segments and snapshots of an ended epoch, to be read only. A recovery reads each segment
 * three times: as it looks for the end, as it checks the frames, and as it replays them. The first
 * ones are kept in memory.
 */
final class SegmentCache implements Disk {

  private static final long KEPT_BYTES_MAX = 16 << 20;

  private final PatientStore store;
  private final Map<String, byte[]> kept = new HashMap<>();
  private long keptBytes;

  SegmentCache(PatientStore store) {
    this.store = store;
  }

  void keep(String path, byte[] bytes) {
    if (keptBytes + bytes.length <= KEPT_BYTES_MAX && kept.putIfAbsent(path, bytes) == null) {
      keptBytes += bytes.length;
    }
  }

  @Override
  public byte[] read(String path) throws IOException {
    byte[] mine = kept.get(path);
    return mine == null
        ? store.getExisting(new ObjectName(path)).orElseThrow(() -> gone(path))
        : mine;
  }

  @Override
  public byte[] read(String path, long offset, int bytesMax) throws IOException {
    byte[] mine = kept.get(path);
    if (mine != null) {
      int from = (int) Math.min(offset, mine.length);
      return Arrays.copyOfRange(mine, from, (int) Math.min(mine.length, (long) from + bytesMax));
    }
    return bytesMax == 0
        ? new byte[0]
        : store.getExisting(new ObjectName(path), offset, bytesMax).orElseThrow(() -> gone(path));
  }

  @Override
  public long size(String path) throws IOException {
    byte[] mine = kept.get(path);
    return mine == null
        ? store.sizeOfExisting(new ObjectName(path)).orElseThrow(() -> gone(path))
        : mine.length;
  }

  private static NoSuchFileException gone(String path) {
    return new NoSuchFileException(path);
  }

  @Override
  public boolean createDirectory(String path) {
    throw readOnly();
  }

  @Override
  public List<String> list(String path) {
    throw readOnly();
  }

  @Override
  public File create(String path) {
    throw readOnly();
  }

  @Override
  public void rename(String from, String to) {
    throw readOnly();
  }

  @Override
  public void delete(String path) {
    throw readOnly();
  }

  @Override
  public void syncDirectory(String path) {
    throw readOnly();
  }

  private static UnsupportedOperationException readOnly() {
    return new UnsupportedOperationException("an ended epoch is only read, by name");
  }
}
