package dev.roastery.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Ports for what a test starts, and may start again at the same one. They are below those that
 * systems give to outgoing connections, which could take ours meanwhile.
 */
public final class LoopbackPort {

  private static final int FIRST = 20_000;
  private static final int COUNT = 10_000;
  private static int next = (int) (ProcessHandle.current().pid() * 37 % COUNT);

  private LoopbackPort() {}

  /** A port that is free now and that this process has not used before. */
  public static synchronized int free() {
    for (int tries = 0; tries < COUNT; tries++) {
      int port = FIRST + next++ % COUNT;
      try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return port;
      } catch (IOException _) {
        // The port is in use: try the next one.
      }
    }
    throw new IllegalStateException("no free port on the loopback interface");
  }
}
