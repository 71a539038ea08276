package dev.roastery.common.journal;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.journal.succession.EpochWriter;
import dev.roastery.common.spill.SpillStore;
import dev.roastery.common.spill.SpilledFile;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.FailStop;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Spilled files of work that ends with its process: no snapshot refers to them, and a released file
 * is gone at once.
 */
public final class ScratchStore implements SpillStore {

  private final SpillDirectory files;

  /** In a directory that exists, and that nothing else uses. */
  public ScratchStore(Disk disk, String directory) {
    this.files =
        new SpillDirectory(
            new EpochWriter(
                disk,
                new FailStop(() -> false),
                CrashPoints.none(),
                directory,
                new Origin(new UUID(0, 0), directory, 1)),
            List.of());
  }

  @Override
  public Growing create() {
    return files.create();
  }

  @Override
  public Piece read(SpilledFile file, long offset) {
    return files.read(file, offset);
  }

  @Override
  public long start(SpilledFile file) {
    return files.start(file);
  }

  @Override
  public void release(SpilledFile file) {
    files.release(file);
    files.deleteAllBut(Set.of());
  }
}
