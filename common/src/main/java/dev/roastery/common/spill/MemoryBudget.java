package dev.roastery.common.spill;

import dev.roastery.common.message.JobId;
import dev.roastery.common.share.Share;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory the working states of all jobs in this process may take, and who has to give some
 * back. Nobody has while the sum is within the budget. Beyond it each client is due a share by its
 * weight, and what the small ones leave of theirs goes to the large ones; the jobs of a client
 * divide its share in the same way, equally. A job that has more than it is due spills. So a large
 * job that is alone has all, and gives way when others come.
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
    volatile Share share = Share.OF_A_JOB;
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

  /** What all jobs have in memory now. */
  public long bytesHeld() {
    return jobs.values().stream().mapToLong(usage -> usage.bytes.get()).sum();
  }

  long diskBytesMax() {
    return diskBytesMax;
  }

  /** The part of a job that is in one partition, or one thread. */
  public Holding hold(Share share, JobId job) {
    Usage usage =
        jobs.compute(
            job,
            (_, known) -> {
              Usage of = known == null ? new Usage() : known;
              of.share = share;
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
      return bytes > 0 && 2 * bytes * usage.holdings.get() >= all && all > due(job, usage.share);
    }

    public void close() {
      holds(0);
      spilled(-diskBytes);
      jobs.computeIfPresent(job, (_, of) -> of.holdings.decrementAndGet() == 0 ? null : of);
    }
  }

  /** The most that a job may have now. */
  private long due(JobId job, Share share) {
    if (bytesMax == Long.MAX_VALUE || bytesHeld() <= bytesMax) {
      return Long.MAX_VALUE;
    }
    Object client = share.holder(job);
    Map<Object, Need> clients = new HashMap<>();
    Map<JobId, Need> siblings = new HashMap<>();
    jobs.forEach((id, usage) -> {
      long bytes = usage.bytes.get();
      Object holder = usage.share.holder(id);
      clients.merge(holder, new Need(bytes, usage.share.weight()), Need::and);
      if (holder.equals(client)) {
        siblings.put(id, new Need(bytes, 1));
      }
    });
    return due(siblings.values(), 1, due(clients.values(), share.weight(), bytesMax));
  }

  /** How much somebody has, and how much of the whole is theirs. */
  private record Need(long bytes, int weight) {

    static final Comparator<Need> SMALLEST_FOR_ITS_WEIGHT =
        (one, other) -> Long.compare(one.bytes * other.weight, other.bytes * one.weight);

    Need and(Need other) {
      return new Need(bytes + other.bytes, Math.max(weight, other.weight));
    }
  }

  /** The most that one of that weight may have of the whole. */
  private static long due(Collection<Need> needs, int weight, long whole) {
    List<Need> smallestFirst = needs.stream().sorted(Need.SMALLEST_FOR_ITS_WEIGHT).toList();
    long left = whole;
    long weights = needs.stream().mapToLong(Need::weight).sum();
    for (Need need : smallestFirst) {
      if (need.bytes * weights > left * need.weight) {
        return left * weight / weights;
      }
      left -= need.bytes;
      weights -= need.weight;
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
