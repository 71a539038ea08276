package dev.roastery.common.spill;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.message.JobId;
import dev.roastery.common.share.Share;
import dev.roastery.common.spill.MemoryBudget.Holding;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The memory and the spilled files of one job in one partition. It knows all files that the job has
 * here, so that none is left when the job ends, and refuses more than the job may have.
 */
public final class JobSpace {

  /** Rows of more bytes would not fit into one array in all cases. */
  private static final long WORK_BYTES_MAX = 512L << 20;

  private static final int WORK_SHARE = 4;

  private final String where;
  private final MemoryBudget budget;
  private final Holding holding;
  private final SpillStore store;
  private final Set<SpilledFile> files = new LinkedHashSet<>();
  private final Set<SpillStore.Growing> growing = new LinkedHashSet<>();

  /** {@code where} is the partition's name, for the sentence that fails the job. */
  JobSpace(String where, Share share, JobId job, MemoryBudget budget, SpillStore store) {
    this.where = where;
    this.budget = budget;
    this.holding = budget.hold(share, job);
    this.store = store;
  }

  /** Of a job of no known client. */
  public JobSpace(String where, JobId job, MemoryBudget budget, SpillStore store) {
    this(where, Share.OF_A_JOB, job, budget, store);
  }

  /** Of a job that has all the memory, and so never needs a file. */
  public static JobSpace unlimited() {
    JobId job = new JobId(new UUID(0, 0), 1);
    return new JobSpace("a test", job, MemoryBudget.unlimited(), new NoSpillStore());
  }

  /** This much memory is held now; whether some of it is to be spilled. */
  public boolean isOver(long bytes) {
    holding.holds(bytes);
    return holding.isOver();
  }

  /** Says the same, and asks nothing. */
  public void holds(long bytes) {
    holding.holds(bytes);
  }

  public long memoryBytes() {
    return holding.bytes();
  }

  public long spilledBytes() {
    return holding.diskBytes();
  }

  /** How much a piece of work, say a sort, may hold at once beside the state. */
  public long workBytes() {
    return Math.min(WORK_BYTES_MAX, budget.bytesMax() / WORK_SHARE);
  }

  /** Whether there is a place for files. */
  public boolean hasFiles() {
    return !(store instanceof NoSpillStore);
  }

  /** Begins a file. */
  public SpillStore.Growing create() {
    Limited file = new Limited(store.create());
    growing.add(file);
    return file;
  }

  public SpillStore.Piece read(SpilledFile file, long offset) {
    return store.read(file, offset);
  }

  public long start(SpilledFile file) {
    return store.start(file);
  }

  /** A file that a snapshot referred to is the job's again. */
  public void adopt(SpilledFile file) {
    if (files.add(file)) {
      holding.spilled(file.length());
    }
  }

  public void release(SpilledFile file) {
    if (files.remove(file)) {
      holding.spilled(-file.length());
      store.release(file);
    }
  }

  /** The job has ended here. */
  public void close() {
    List.copyOf(growing).forEach(SpillStore.Growing::discard);
    List.copyOf(files).forEach(this::release);
    holding.close();
  }

  private void refuseAbove(long more) {
    long all = holding.spilled(0) + more;
    if (all > budget.diskBytesMax()) {
      throw new JobFailure(
          "it needs more disk than a job may have in one process: at %s it has spilled %,d bytes,"
                  .formatted(where, all)
              + " and the limit is %,d; ask for fewer groups or rows, or raise --job-disk"
                  .formatted(budget.diskBytesMax()));
    }
  }

  /** A growing file that ends its job when it is too large. */
  private final class Limited implements SpillStore.Growing {
    private final SpillStore.Growing file;

    Limited(SpillStore.Growing file) {
      this.file = file;
    }

    @Override
    public long append(byte[] record) {
      long at = file.append(record);
      try {
        refuseAbove(file.length());
      } catch (JobFailure tooMuch) {
        discard();
        throw tooMuch;
      }
      return at;
    }

    @Override
    public long length() {
      return file.length();
    }

    @Override
    public SpilledFile finish() {
      SpilledFile finished = file.finish();
      growing.remove(this);
      adopt(finished);
      return finished;
    }

    @Override
    public void discard() {
      growing.remove(this);
      file.discard();
    }
  }
}
