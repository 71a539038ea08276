package dev.roastery.cli.output;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a command still does when a signal ends its process. All of it is done by one thread, the
 * newest first, and from then on the command begins nothing new: whoever asks for more waits for
 * the end of the process.
 */
public final class AtExit {

  private static final AtExit PROCESS = new AtExit();

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Runnable> actions = new ArrayDeque<>();
  private boolean hooked;
  private volatile boolean ending;

  AtExit() {}

  public static AtExit ofThisProcess() {
    return PROCESS;
  }

  /** From now on {@code action} is done at the end, until it is forgotten. */
  public void add(Runnable action) {
    begin();
    try {
      actions.push(action);
    } finally {
      lock.unlock();
    }
  }

  /** Whoever has done it himself. */
  public void forget(Runnable action) {
    begin();
    try {
      actions.remove(action);
    } finally {
      lock.unlock();
    }
  }

  /** Makes what the end must clear away: wholly before the end begins, or never. */
  public <T> T making(Making<T> making) throws IOException {
    begin();
    try {
      return making.make();
    } finally {
      lock.unlock();
    }
  }

  /** An error of a command whose files are being cleared away is nothing to tell. */
  public void waitIfEnding() {
    if (ending) {
      untilTheEnd();
    }
  }

  private void begin() {
    lock.lock();
    hook();
    if (ending) {
      lock.unlock();
      untilTheEnd();
    }
  }

  private void hook() {
    if (hooked || ending) {
      return;
    }
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(this::end, "at-exit"));
      hooked = true;
    } catch (IllegalStateException _) {
      // The process ends already, and nothing was asked for until now.
      ending = true;
    }
  }

  void end() {
    lock.lock();
    try {
      ending = true;
      while (!actions.isEmpty()) {
        actions.pop().run();
      }
    } finally {
      lock.unlock();
    }
  }

  private static void untilTheEnd() {
    while (true) {
      LockSupport.park();
    }
  }

  /** What makes something. */
  public interface Making<T> {

    T make() throws IOException;
  }
}
