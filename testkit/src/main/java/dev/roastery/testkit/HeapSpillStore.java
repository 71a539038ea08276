package dev.roastery.testkit;

import dev.roastery.common.spill.SpillStore;
import dev.roastery.common.spill.SpilledFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Spilled files on the heap, where they may be read as long as they are not released. */
public final class HeapSpillStore implements SpillStore {

  private final Map<String, List<byte[]>> files = new HashMap<>();
  private int created;
  private int reads;

  /** How many files were ever finished. */
  public int created() {
    return created;
  }

  /** How many files are not released. */
  public int present() {
    return files.size();
  }

  /** How many records were ever read. */
  public int reads() {
    return reads;
  }

  @Override
  public Growing create() {
    List<byte[]> records = new ArrayList<>();
    return new Growing() {
      private long length;

      @Override
      public long append(byte[] record) {
        records.add(record.clone());
        length += record.length;
        return records.size() - 1L;
      }

      @Override
      public long length() {
        return length;
      }

      @Override
      public SpilledFile finish() {
        String name = "spill-1-" + ++created;
        files.put(name, records);
        return new SpilledFile(name, records.size(), 0);
      }

      @Override
      public void discard() {}
    };
  }

  @Override
  public Piece read(SpilledFile file, long offset) {
    reads++;
    List<byte[]> records = files.get(file.name());
    if (records == null) {
      throw new IllegalStateException(file + " is read, and was released");
    }
    return new Piece(records.get((int) offset), offset + 1);
  }

  @Override
  public long start(SpilledFile file) {
    return 0;
  }

  @Override
  public void release(SpilledFile file) {
    files.remove(file.name());
  }
}
