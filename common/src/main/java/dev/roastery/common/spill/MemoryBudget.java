package dev.roastery.common.spill;

import dev.roastery.common.message.JobId;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory the working states of all jobs in this process may take, and who has to give some
 * back. Nobody has while the sum is within the budget. Beyond it each job is due an equal share,
 * and what the small ones leave of theirs goes to the large ones; a job that has more than that
 * spills. So a large job that is alone has all, and gives way when others come.
 *
 * <p>Every partition's thread reports here; what one reads of the others may be a moment old, which
 * moves a spill and changes no result.
 */
public final class MemoryBudget {

  /** The part of the heap that working states get when nothing else is said. */
  public static final int HEAP_SHARE = 5;

  /** More in one partition would not fit into one array when it is saved. */
  private static final long HOLDING_BYTES_MAX = 1L << 30;

  private static final long DISK_UNLIMITED = Long.MAX_VALUE;

  private final long bytesMax;
  private final long diskBytesMax;
  private final ConcurrentMap<JobId, Usage> jobs = new ConcurrentHashMap<>();

  /** What one job has in this process. */
  private static final class Usage {
    final AtomicLong bytes = new AtomicLong();
    final AtomicLong holdings = new AtomicLong();
    final AtomicLong diskBytes = new AtomicLong();
  }

  /**
   * @param bytesMax of memory for all jobs together
   * @param diskBytesMax of spilled files for each job
   */
  public MemoryBudget(long bytesMax, long diskBytesMax) {
    if (bytesMax < 0 || diskBytesMax < 0) {
      throw new IllegalArgumentException("a budget of %d and %d".formatted(bytesMax, diskBytesMax));
    }
    this.bytesMax = bytesMax;
    this.diskBytesMax = diskBytesMax;
  }

  public static MemoryBudget of(long bytesMax) {
    return new MemoryBudget(bytesMax, DISK_UNLIMITED);
  }

  public static MemoryBudget unlimited() {
    return of(Long.MAX_VALUE);
  }

  /** A fifth of the heap. */
  public static MemoryBudget ofHeap() {
    return of(heapShare());
  }

  public static long heapShare() {
    return Runtime.getRuntime().maxMemory() / HEAP_SHARE;
  }

  public long bytesMax() {
    return bytesMax;
  }

  long diskBytesMax() {
    return diskBytesMax;
  }

  /** The part of a job that is in one partition, or one thread. */
  public Holding hold(JobId job) {
    Usage usage =
        jobs.compute(
            job,
            (_, known) -> {
              Usage of = known == null ? new Usage() : known;
              of.holdings.incrementAndGet();
              return of;
            });
    return new Holding(job, usage);
  }

  /** Reported by the thread that it belongs to. */
  public final class Holding {
    private final JobId job;
    private final Usage usage;
    private long bytes;
    private long diskBytes;

    private Holding(JobId job, Usage usage) {
      this.job = job;
      this.usage = usage;
    }

    public long bytes() {
      return bytes;
    }

    public long diskBytes() {
      return diskBytes;
    }

    /** This much memory is held now. */
    public void holds(long now) {
      usage.bytes.addAndGet(now - bytes);
      bytes = now;
    }

    /** This much more, or less, is on disk now; returns what the whole job has there. */
    long spilled(long more) {
      diskBytes += more;
      return usage.diskBytes.addAndGet(more);
    }

    /**
     * Whether this part has to spill: its job has more than it is due, and this part is not a small
     * one of that.
     */
    public boolean isOver() {
      long all = usage.bytes.get();
      return bytes > HOLDING_BYTES_MAX || isTooMuch(all);
    }

    private boolean isTooMuch(long all) {
      return bytes > 0 && 2 * bytes * usage.holdings.get() >= all && all > due();
    }

    public void close() {
      holds(0);
      spilled(-diskBytes);
      jobs.computeIfPresent(job, (_, of) -> of.holdings.decrementAndGet() == 0 ? null : of);
    }
  }

  /** The most that a job may have now. */
  private long due() {
    if (bytesMax == Long.MAX_VALUE) {
      return bytesMax;
    }
    long[] sizes = jobs.values().stream().mapToLong(usage -> usage.bytes.get()).toArray();
    if (Arrays.stream(sizes).sum() <= bytesMax) {
      return Long.MAX_VALUE;
    }
    Arrays.sort(sizes);
    long left = bytesMax;
    for (int i = 0; i < sizes.length; i++) {
      long equal = left / (sizes.length - i);
      if (sizes[i] > equal) {
        return equal;
      }
      left -= sizes[i];
    }
    return Long.MAX_VALUE;
  }

  /** What each job has in memory now, for tests and people. */
  Map<JobId, Long> held() {
    Map<JobId, Long> held = new ConcurrentHashMap<>();
    jobs.forEach((job, usage) -> held.put(job, usage.bytes.get()));
    return held;
  }
}
