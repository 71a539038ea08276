package dev.roastery.common.broker.memory;

import dev.roastery.common.broker.ExclusiveNames;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.Fatal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Queues in the memory of this process, for all of Roastery in one JVM. They end with the process:
 * to survive that, keep the client's upload.
 *
 * <p>Memory is bounded without a deadlock: a queue always takes a message, but confirms none while
 * it is full; and a thread waits only for its <em>own</em> unconfirmed messages. So in a circle of
 * full queues (results to the gateway, its CLOSE back to a worker) the thread that sends little
 * continues, consumes, and unblocks the others. A circle blocks only when every thread in it has a
 * full window of unconfirmed messages, which for control messages is thousands.
 */
public final class InProcessTransport implements Transport, ExclusiveNames {

  private final InProcessLimits limits;
  private final Predicate<String> confirmedByConsumer;
  private final Consumer<Fatal> fatal;
  private final AtomicReference<Fatal> failure = new AtomicReference<>();
  private final ThreadLocal<InProcessQueue.Window> windows =
      ThreadLocal.withInitial(InProcessQueue.Window::new);
  private final Thread confirming;

  final ReentrantLock lock = new ReentrantLock();
  final Condition changed = lock.newCondition();
  private final Map<String, InProcessQueue> queues = new HashMap<>();
  private final List<InProcessSession> sessions = new ArrayList<>();
  private final Queue<Runnable> confirmations = new ArrayDeque<>();
  private final Set<String> names = new HashSet<>();
  private boolean closed;

  public InProcessTransport(InProcessLimits limits, Consumer<Fatal> fatal) {
    this(limits, _ -> false, fatal);
  }

  /**
   * @param confirmedByConsumer the queues that confirm a message only when it is acknowledged. When
   *     the process ends, these queues end with it; so for a publisher that must resume from its
   *     disk, a message is safe only once it is on the consumer's disk.
   */
  public InProcessTransport(
      InProcessLimits limits, Predicate<String> confirmedByConsumer, Consumer<Fatal> fatal) {
    this.limits = limits;
    this.confirmedByConsumer = confirmedByConsumer;
    this.fatal = fatal;
    this.confirming = new Thread(this::runConfirmations, "in-process-confirms");
    confirming.setDaemon(true);
    confirming.start();
  }

  @Override
  public void declare(Collection<String> names) {
    lock.lock();
    try {
      for (String name : names) {
        queue(name).declare();
        confirm(queue(name));
      }
    } finally {
      lock.unlock();
    }
  }

  /** To a queue that is not declared yet it is confirmed when that has happened. */
  @Override
  public void publish(String queue, Parcel parcel, Runnable confirmed) {
    InProcessQueue.Window window = windows.get();
    lock.lock();
    try {
      while (!closed && window.isFull(limits) && !Thread.currentThread().equals(confirming)) {
        changed.awaitUninterruptibly();
      }
      if (closed) {
        throw new IllegalStateException("cannot publish, the transport is closed");
      }
      queue(queue).add(new InProcessQueue.Entry(parcel.body(), parcel.job(), window, confirmed));
      confirm(queue(queue));
    } finally {
      lock.unlock();
    }
  }

  /** There is one process, so it is enough that a name is given once. */
  @Override
  public boolean take(String name) {
    lock.lock();
    try {
      return names.add(name);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isEmpty(String queue) {
    lock.lock();
    try {
      return queue(queue).isEmpty();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public OptionalLong waiting(String queue) {
    lock.lock();
    try {
      return OptionalLong.of(queue(queue).waiting());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void whenShort(String name, Runnable then) {
    lock.lock();
    try {
      queue(name).whenShort(then);
      confirm(queue(name));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Session open(SessionListener listener) {
    InProcessSession session = new InProcessSession(this, listener);
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("the transport is closed");
      }
      sessions.add(session);
    } finally {
      lock.unlock();
    }
    session.start();
    return session;
  }

  /** The lock is held, here and in all that follows. */
  InProcessQueue queue(String name) {
    return queues.computeIfAbsent(
        name,
        _ -> new InProcessQueue(name, limits.queueBytesMax(), confirmedByConsumer.test(name)));
  }

  void confirm(InProcessQueue queue) {
    queue.takeConfirmed().forEach(entry -> confirmations.add(entry.confirmed()));
    delivered(queue);
    changed.signalAll();
  }

  /** The queue may have become short. */
  void delivered(InProcessQueue queue) {
    List<Runnable> told = queue.takeWhenShort();
    if (!told.isEmpty()) {
      confirmations.addAll(told);
      changed.signalAll();
    }
  }

  void remove(InProcessSession session) {
    sessions.remove(session);
  }

  // ---- without the lock

  private void runConfirmations() {
    guarded(() -> {
      Optional<Runnable> next = takeConfirmation();
      while (next.isPresent()) {
        next.get().run();
        next = takeConfirmation();
      }
    });
  }

  /** The next one; empty when the transport is closed. */
  private Optional<Runnable> takeConfirmation() {
    lock.lock();
    try {
      while (!closed && confirmations.isEmpty()) {
        changed.awaitUninterruptibly();
      }
      return closed ? Optional.empty() : Optional.of(confirmations.remove());
    } finally {
      lock.unlock();
    }
  }

  /** A failure of a listener or a callback must not leave a process that is silent and idle. */
  void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      fail(Fatal.of(e, "a listener or a callback"));
    }
  }

  private void fail(Fatal first) {
    if (failure.compareAndSet(null, first)) {
      fatal.accept(first);
    }
  }

  @Override
  public void close() {
    List<InProcessSession> open;
    lock.lock();
    try {
      closed = true;
      open = List.copyOf(sessions);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    open.forEach(InProcessSession::close);
  }
}
