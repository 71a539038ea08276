package dev.roastery.testkit.store;

import dev.roastery.common.storage.object.ObjectStore;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;

/**
 * A server of the S3 API in this process, in path style, over a store of the test's. It keeps
 * connections as HTTP/1.1 does, and does to each request what the test says. Signatures it does not
 * look at: a real server does, in the tests of subproject {@code bucket}.
 */
public final class FakeS3 implements AutoCloseable {

  private final ServerSocket server;
  private final String scheme;
  private final FakeObjects objects;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private final List<FakeRequest> requests = new ArrayList<>();
  private volatile Function<FakeRequest, FakeFault> script = _ -> new FakeFault.None();

  private FakeS3(ServerSocket server, String scheme, ObjectStore store) {
    this.server = server;
    this.scheme = scheme;
    this.objects = new FakeObjects(store);
  }

  public static FakeS3 over(ObjectStore store) throws IOException {
    return started(ServerSocketFactory.getDefault(), "http://127.0.0.1:", store);
  }

  /** With a certificate, which must be for {@code localhost}. */
  public static FakeS3 overTls(ObjectStore store, SSLContext context) throws IOException {
    return started(context.getServerSocketFactory(), "https://localhost:", store);
  }

  private static FakeS3 started(ServerSocketFactory sockets, String scheme, ObjectStore store)
      throws IOException {
    ServerSocket server = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    FakeS3 fake = new FakeS3(server, scheme, store);
    Thread.ofPlatform().daemon().start(fake::accept);
    return fake;
  }

  /** From now on, this is asked what goes wrong with a request: before its body is read. */
  public void faults(Function<FakeRequest, FakeFault> faults) {
    script = faults;
  }

  /** The next request of that method has this fault, and no other. */
  public void once(String method, FakeFault fault) {
    boolean[] isOver = {false};
    script =
        request -> {
          if (isOver[0] || !request.method().equals(method)) {
            return new FakeFault.None();
          }
          isOver[0] = true;
          return fault;
        };
  }

  public URI endpoint() {
    return URI.create(scheme + server.getLocalPort());
  }

  /** All that came, without their bodies; also those that were not done. */
  public List<FakeRequest> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  public long count(String method) {
    return requests().stream().filter(request -> request.method().equals(method)).count();
  }

  /** How many connections it has had. */
  public int accepted() {
    return accepted.get();
  }

  public int openUploads() {
    return objects.openUploads();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket connection = server.accept();
        accepted.incrementAndGet();
        connections.add(connection);
        Thread.ofPlatform().daemon().start(() -> serve(connection));
      } catch (IOException _) {
        return; // it was closed
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      InputStream in = new BufferedInputStream(connection.getInputStream());
      OutputStream out = new BufferedOutputStream(connection.getOutputStream());
      boolean isOpen = true;
      while (isOpen) {
        isOpen = serveOne(FakeRequest.head(in), in, out);
      }
    } catch (IOException _) {
      // The client has gone, or the test is over.
    } finally {
      connections.remove(connection);
    }
  }

  /** Whether the connection goes on. */
  private boolean serveOne(FakeRequest head, InputStream in, OutputStream out) throws IOException {
    FakeFault fault;
    synchronized (requests) {
      requests.add(head);
      fault = script.apply(head);
    }
    return switch (fault) {
      case FakeFault.ClosedBefore() -> false;
      case FakeFault.Silence() -> {
        awaitClose();
        yield false;
      }
      case FakeFault.Said(FakeAnswer answer) -> {
        head.withBody(in);
        answer.send(out, Integer.MAX_VALUE);
        yield true;
      }
      case FakeFault.LostReply() -> {
        objects.answer(head.withBody(in));
        yield false;
      }
      case FakeFault.DoneAndSaid(FakeAnswer answer) -> {
        objects.answer(head.withBody(in));
        answer.send(out, Integer.MAX_VALUE);
        yield true;
      }
      case FakeFault.CutAnswer(int bytes) -> {
        objects.answer(head.withBody(in)).send(out, bytes);
        yield false;
      }
      case FakeFault.None() -> {
        objects.answer(head.withBody(in)).send(out, Integer.MAX_VALUE);
        yield true;
      }
    };
  }

  private synchronized void awaitClose() throws IOException {
    try {
      while (!server.isClosed()) {
        wait();
      }
    } catch (InterruptedException e) {
      throw new IOException("the test is over", e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    synchronized (this) {
      notifyAll();
    }
    for (Socket connection : connections) {
      connection.close();
    }
  }
}
