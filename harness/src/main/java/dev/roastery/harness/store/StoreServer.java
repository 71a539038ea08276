package dev.roastery.harness.store;

import dev.roastery.common.storage.object.ObjectStore;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A server of the S3 API, in path style, over another store. It keeps connections as HTTP/1.1 does,
 * and does to each request what it is told. Signatures it does not look at: a real server does, in
 * the tests of subproject {@code bucket}.
 */
public final class StoreServer implements AutoCloseable {

  private final ServerSocket server;
  private final FakeObjects objects;
  private final Function<FakeRequest, FakeFault> faults;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();

  private StoreServer(
      ServerSocket server, FakeObjects objects, Function<FakeRequest, FakeFault> faults) {
    this.server = server;
    this.objects = objects;
    this.faults = faults;
  }

  /**
   * Serves from now on.
   *
   * @param server closed at the end
   * @param namesInPage of a list
   * @param faults is asked what goes wrong with a request, before its body is read
   */
  public static StoreServer start(
      ServerSocket server,
      ObjectStore store,
      int namesInPage,
      Function<FakeRequest, FakeFault> faults) {
    StoreServer started = new StoreServer(server, new FakeObjects(store, namesInPage), faults);
    Thread.ofPlatform().daemon().start(started::accept);
    return started;
  }

  public int port() {
    return server.getLocalPort();
  }

  /** How many connections it has had. */
  public int accepted() {
    return accepted.get();
  }

  /** How many uploads in parts are neither completed nor aborted. */
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
      // The client has gone, or this server is closed.
    } finally {
      connections.remove(connection);
    }
  }

  /** Whether the connection goes on. */
  private boolean serveOne(FakeRequest head, InputStream in, OutputStream out) throws IOException {
    return switch (faults.apply(head)) {
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
      throw new IOException("this server is closed", e);
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
