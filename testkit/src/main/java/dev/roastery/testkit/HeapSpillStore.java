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
  private long written;
  private Step step = new Step(0, 0);
  private Step largest = new Step(0, 0);

  /** What was written and read in a step of a partition. */
  public record Step(long bytesWritten, int recordsRead) {}

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

  /** How many bytes were ever written. */
  public long written() {
    return written;
  }

  /** What comes next is another step of the partition. */
  public void nextStep() {
    step = new Step(written, reads);
  }

  /** The most that any step wrote, and the most that any step read. */
  public Step largestStep() {
    return largest;
  }

  private void measure() {
    largest =
        new Step(
            Math.max(largest.bytesWritten(), written - step.bytesWritten()),
            Math.max(largest.recordsRead(), reads - step.recordsRead()));
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
        written += record.length;
        measure();
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
    measure();
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
