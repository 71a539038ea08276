package dev.roastery.cli.chaos;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** The network between one node and the broker, on loopback, which can fall silent or break. */
final class Relay implements AutoCloseable {

  private final int serverPort;
  private final ServerSocket listener;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile CountDownLatch silence = new CountDownLatch(0);

  Relay(int serverPort) throws IOException {
    this.serverPort = serverPort;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** From now on all bytes wait, those of new connections too, and no side is told. */
  void stall() {
    silence.countDown();
    silence = new CountDownLatch(1);
  }

  void mend() {
    silence.countDown();
  }

  /** Ends all connections with a reset; new ones are let through. */
  void reset() {
    sockets.forEach(Relay::reset);
    sockets.clear();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        sockets.add(client);
        Thread.ofVirtual().start(() -> connect(client));
      } catch (IOException e) {
        if (!listener.isClosed()) {
          throw new java.io.UncheckedIOException(e);
        }
      }
    }
  }

  private void connect(Socket client) {
    try {
      silence.await();
      Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
      sockets.add(server);
      Thread.ofVirtual().start(() -> forward(server, client));
      forward(client, server);
    } catch (IOException _) {
      reset(client); // No broker: the node is refused too.
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the relay", e);
    }
  }

  private void forward(Socket from, Socket to) {
    byte[] buffer = new byte[64 << 10];
    try (Closeable _ = () -> end(from);
        Closeable _ = () -> end(to)) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        silence.await();
        out.write(buffer, 0, length);
      }
    } catch (IOException _) {
      // One side is gone, which the other is now told.
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the relay", e);
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

  @Override
  public void close() throws IOException {
    listener.close();
    mend();
    reset();
  }
}
