package dev.roastery.common.partition.host;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.partition.ownership.PartitionOwner;
import dev.roastery.common.pipeline.PartitionName;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The thread of one partition on one node: everything that concerns the partition runs here, one
 * thing after the other. It is a platform thread that is never interrupted, because it owns files
 * (an interrupt would close them). Its inbox is bounded by the prefetch and the confirm window.
 */
public final class PartitionThread implements AutoCloseable {

  private static final long TICK_MILLIS = 200;

  private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
  private final Thread thread;
  private final Function<Consumer<Runnable>, PartitionOwner> owners;
  private final ToLongFunction<Fatal> pauses;
  private final Consumer<Fatal> onFatal;
  private volatile boolean stopping;
  private volatile @Nullable Fatal refusal;

  /**
   * @param owner makes the owner, given the inbox to hand it callbacks by
   * @param onFatal ends the process
   */
  public PartitionThread(
      PartitionName name,
      Function<Consumer<Runnable>, PartitionOwner> owner,
      Consumer<Fatal> onFatal) {
    this(name, owner, _ -> -1, onFatal);
  }

  /**
   * @param pauses after how many milliseconds a partition that has ended so starts again; less than
   *     0 ends the process
   */
  PartitionThread(
      PartitionName name,
      Function<Consumer<Runnable>, PartitionOwner> owner,
      ToLongFunction<Fatal> pauses,
      Consumer<Fatal> onFatal) {
    this.owners = owner;
    this.pauses = pauses;
    this.onFatal = onFatal;
    this.thread = Thread.ofPlatform().name(name.toString()).unstarted(this::run);
  }

  /** Why this node could not have the partition when it was last its turn; null when it can. */
  @Nullable Fatal refusal() {
    return refusal;
  }

  public void start() {
    thread.start();
  }

  /** For {@link PartitionOwner.OwnerPorts}. */
  public static void pause(long millis) {
    if (millis > 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }
  }

  /** Runs a task on the partition's thread, after the tasks that are already queued. */
  public void later(Runnable work) {
    inbox.add(work);
  }

  private void run() {
    try {
      while (!stopping) {
        // What was queued for an owner that has ended must not reach its files any more.
        AtomicBoolean owns = new AtomicBoolean(true);
        PartitionOwner owner = owners.apply(work -> inbox.add(() -> runIf(owns.get(), work)));
        try {
          run(owner);
        } catch (RuntimeException | Error e) {
          owns.set(false);
          ended(owner, Fatal.of(e, "partition " + thread.getName()));
        }
      }
    } catch (RuntimeException | Error e) {
      onFatal.accept(Fatal.of(e, "partition " + thread.getName()));
    }
  }

  private static void runIf(boolean wanted, Runnable work) {
    if (wanted) {
      work.run();
    }
  }

  private void run(PartitionOwner owner) {
    owner.start(System.nanoTime());
    while (!stopping) {
      takeIn(owner);
      owner.work(System.nanoTime());
      if (refusal != null && owner.owning()) {
        refusal = null;
      }
    }
    owner.stop();
  }

  /** Leaves the line to other nodes, and returns to it after a while. */
  private void ended(PartitionOwner owner, Fatal fatal) {
    refusal = fatal; // the host asks for all refusals before it answers
    long pauseMillis = pauses.applyAsLong(fatal);
    if (pauseMillis < 0) {
      throw fatal;
    }
    if (pauseMillis == 0) {
      refusal = null;
    }
    owner.abandon();
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauseMillis);
    while (!stopping && System.nanoTime() - until < 0) {
      await().run();
    }
  }

  private void takeIn(PartitionOwner owner) {
    Runnable first = owner.hasWork() ? inbox.poll() : await();
    for (Runnable next = first; next != null; next = inbox.poll()) {
      next.run();
    }
  }

  private Runnable await() {
    try {
      Runnable next = inbox.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
      return next == null ? () -> {} : next;
    } catch (InterruptedException e) {
      throw new Fatal(FatalReason.BROKEN_INVARIANT, "a partition's thread was interrupted", e);
    }
  }

  /**
   * Finishes the current group, takes a last snapshot and releases the partition; waits for that.
   */
  @Override
  public void close() {
    stopping = true;
    inbox.add(() -> {});
    try {
      thread.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
