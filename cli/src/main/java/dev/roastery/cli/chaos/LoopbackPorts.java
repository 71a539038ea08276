package dev.roastery.cli.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Ports for servers that are started again. They are below those that systems give to outgoing
 * connections, one of which could take ours while its server is dead.
 */
final class LoopbackPorts {

  private static final int FIRST = 20_000;
  private static final int COUNT = 10_000;

  private int next = (int) (ProcessHandle.current().pid() * 61 % COUNT);

  int free() throws IOException {
    for (int tries = 0; tries < COUNT; tries++) {
      int port = FIRST + next++ % COUNT;
      try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return port;
      } catch (IOException _) {
        // Somebody has it: the next one.
      }
    }
    throw new IOException("no free port on the loopback interface");
  }
}
