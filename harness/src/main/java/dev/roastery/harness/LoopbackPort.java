package dev.roastery.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Ports for servers that are started, and perhaps started again at the same port. They are below
 * the range that systems give to outgoing connections, one of which could take a server's port
 * while the server is dead.
 */
public final class LoopbackPort {

  private static final int FIRST = 20_000;
  private static final int COUNT = 10_000;
  private static int next = (int) (ProcessHandle.current().pid() * 37 % COUNT);

  private LoopbackPort() {}

  /** A port that is free now, and that this process has not been given before. */
  public static synchronized int free() {
    for (int tries = 0; tries < COUNT; tries++) {
      int port = FIRST + next++ % COUNT;
      try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return port;
      } catch (IOException _) {
        // In use: try the next one.
      }
    }
    throw new IllegalStateException("no free port on the loopback interface");
  }
}
