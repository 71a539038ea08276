package dev.roastery.gateway.api.server;

import java.io.IOException;

/**
 * One request, and what it waits for of its client, so that {@link RequestExecutor} can end the
 * wait. Its thread is interrupted only within a wait: an interrupt anywhere else could close a file
 * of the job's, for that thread also writes to disk.
 */
final class ClientWait {

  enum Wait {
    NONE,
    HEADERS,
    BODY,
    ANSWER
  }

  /** Reads or writes a socket. */
  @FunctionalInterface
  interface SocketCall {
    int run() throws IOException;
  }

  /** The client has let us wait for too long. */
  static final class StalledException extends IOException {
    private static final long serialVersionUID = 1;

    StalledException() {
      super("the client has stalled");
    }
  }

  static final ScopedValue<ClientWait> CURRENT = ScopedValue.newInstance();

  /** The waiting thread: an upload has its own thread. */
  private Thread thread = Thread.currentThread();

  private Wait wait = Wait.NONE;
  private long sinceNanos;
  private boolean stalled;
  private Runnable farewell = () -> {};

  int during(Wait what, SocketCall call) throws IOException {
    begin(what);
    int result;
    try {
      result = call.run();
    } catch (IOException e) {
      throw end() ? new StalledException() : e;
    } catch (IndexOutOfBoundsException e) {
      end(); // the server below computes with the size of a chunk before it has looked at it
      throw new IOException("the size of a chunk is invalid", e);
    }
    if (end()) {
      throw new StalledException();
    }
    return result;
  }

  synchronized void begin(Wait what) {
    thread = Thread.currentThread();
    wait = what;
    sinceNanos = System.nanoTime();
  }

  /** Returns whether the time limit was exceeded; a pending interrupt is cleared. */
  synchronized boolean end() {
    wait = Wait.NONE;
    if (stalled) {
      Thread.interrupted();
    }
    return stalled;
  }

  /** What is still to be said to a client whose body has stalled. */
  synchronized void onStall(Runnable words) {
    farewell = words;
  }

  /** Returns whether the wait is now found to be too long; reported only once. */
  synchronized boolean stalls(long nowNanos, HttpLimits limits) {
    long limitMillis = wait == Wait.HEADERS ? limits.headerMillisMax() : limits.stallMillisMax();
    if (stalled || wait == Wait.NONE || nowNanos - sinceNanos < limitMillis * 1_000_000L) {
      return false;
    }
    stalled = true;
    return true;
  }

  /** The interrupt closes the connection. */
  void cut() {
    Runnable words;
    synchronized (this) {
      words = wait == Wait.BODY ? farewell : () -> {};
    }
    words.run();
    synchronized (this) {
      if (wait != Wait.NONE) {
        thread.interrupt();
      }
    }
  }
}
