package dev.roastery.harness;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A network that fails, on loopback: clients connect to {@link #port} and reach the server's port
 * until they are cut off, or bytes are held back in one direction or both, for good or for a while,
 * without either side noticing.
 */
public final class TcpProxy implements AutoCloseable {

  /** Where bytes go. */
  public enum Direction {
    TO_SERVER,
    TO_CLIENT
  }

  private final int serverPort;
  private final ServerSocket listener;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final Set<Direction> stalled = EnumSet.noneOf(Direction.class); // Guarded by itself.
  private long delayNanos; // Guarded by stalled.
  private volatile boolean closed;

  public TcpProxy(int serverPort) {
    this.serverPort = serverPort;
    try {
      this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    spawn(this::accept);
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** How many connections there have been: a test waits for this to see that a client is back. */
  public int accepted() {
    return accepted.get();
  }

  /** Ends all connections with a reset; new ones are let through. */
  public void cut() {
    sockets.forEach(TcpProxy::reset);
    sockets.clear();
  }

  /** From now on all bytes wait, those of new connections too. */
  public void stall() {
    stall(Direction.values());
  }

  /** From now on bytes in these directions wait, those of new connections too. */
  public void stall(Direction... directions) {
    synchronized (stalled) {
      stalled.addAll(List.of(directions));
    }
  }

  /** From now on all that comes at once waits that long before it goes on, in both directions. */
  public void slow(Duration delay) {
    synchronized (stalled) {
      delayNanos = delay.toNanos();
    }
  }

  /** Releases all bytes that are held back, and delays none any more. */
  public void resume() {
    synchronized (stalled) {
      stalled.clear();
      delayNanos = 0;
      stalled.notifyAll();
    }
  }

  private void accept() {
    while (!closed) {
      try {
        Socket client = listener.accept();
        accepted.incrementAndGet();
        connect(client);
      } catch (IOException e) {
        if (!closed) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void connect(Socket client) throws IOException {
    sockets.add(client);
    Socket server = open();
    if (server == null) {
      end(client);
      return;
    }
    sockets.add(server);
    spawn(() -> forward(client, server, Direction.TO_SERVER));
    spawn(() -> forward(server, client, Direction.TO_CLIENT));
  }

  private @Nullable Socket open() {
    try {
      return new Socket(InetAddress.getLoopbackAddress(), serverPort);
    } catch (IOException _) {
      return null; // No server: the client is refused too.
    }
  }

  private void forward(Socket from, Socket to, Direction direction) {
    byte[] buffer = new byte[64 << 10];
    try (Closeable _ = () -> end(from);
        Closeable _ = () -> end(to)) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        awaitLetThrough(direction);
        out.write(buffer, 0, length);
      }
    } catch (IOException _) {
      // One side has closed; closes the other.
    }
  }

  private void awaitLetThrough(Direction direction) {
    long begin = System.nanoTime();
    synchronized (stalled) {
      long left = delayNanos;
      while (!closed && (left > 0 || stalled.contains(direction))) {
        await(left);
        left = delayNanos - (System.nanoTime() - begin);
      }
    }
  }

  /** At most that long; without a limit if it is not positive. */
  private void await(long nanos) {
    try {
      if (nanos > 0) {
        NANOSECONDS.timedWait(stalled, nanos);
      } else {
        stalled.wait();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("the proxy must not be interrupted", e);
    }
  }

  private void end(Socket socket) {
    sockets.remove(socket);
    reset(socket);
  }

  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException _) {
      // It is closed already.
    }
  }

  private static void spawn(Runnable work) {
    Thread.ofPlatform().daemon().name("tcp-proxy").start(work);
  }

  @Override
  public void close() {
    closed = true;
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    resume();
    cut();
  }
}
