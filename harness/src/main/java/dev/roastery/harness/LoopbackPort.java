package dev.roastery.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Ports for what a test starts, and may start again at the same one. They are below those that
 * systems give to outgoing connections, which could take ours meanwhile.
 *
 * <p>Tests run in several processes at once. No two of them get the same port, not even while
 * nothing listens there because a broker has been killed: a process takes ports in blocks, and
 * guards a block by listening at its first port until the process ends.
 */
public final class LoopbackPort {

  private static final int FIRST = 20_000;
  private static final int BLOCK = 50;
  private static final int BLOCKS = 200;

  /** Open until this process ends. */
  private static final List<ServerSocket> guards = new ArrayList<>();

  private static int block = (int) (ProcessHandle.current().pid() % BLOCKS);
  private static int next = BLOCK;

  private LoopbackPort() {}

  /** A port that is free now, and that no process has from here as long as this one runs. */
  public static synchronized int free() {
    while (true) {
      if (next == BLOCK) {
        takeBlock();
      }
      int port = FIRST + block * BLOCK + next++;
      try (ServerSocket _ = listen(port)) {
        return port;
      } catch (IOException _) {
        // The port is in use: try the next one.
      }
    }
  }

  private static void takeBlock() {
    for (int tries = 0; tries < BLOCKS; tries++) {
      block = (block + 1) % BLOCKS;
      try {
        guards.add(listen(FIRST + block * BLOCK));
        next = 1;
        return;
      } catch (IOException _) {
        // Another process has this block: try the next one.
      }
    }
    throw new IllegalStateException("no free ports on the loopback interface");
  }

  private static ServerSocket listen(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
  }
}
