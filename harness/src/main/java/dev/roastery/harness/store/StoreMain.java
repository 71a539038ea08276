package dev.roastery.harness.store;

import dev.roastery.common.storage.object.FileStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;

/**
 * Serves a folder as objects: {@code StoreMain FOLDER HOST PORT}. Whatever the bucket is called.
 */
public final class StoreMain {

  private static final int NAMES_IN_PAGE = 1_000;
  private static final int WAITING_CONNECTIONS = 50;

  private StoreMain() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    InetAddress host = InetAddress.getByName(arguments[1]);
    ServerSocket socket =
        new ServerSocket(Integer.parseInt(arguments[2]), WAITING_CONNECTIONS, host);
    try (StoreServer server =
        StoreServer.start(
            socket,
            new FileStore(Path.of(arguments[0])),
            NAMES_IN_PAGE,
            _ -> new FakeFault.None())) {
      System.out.println("serves " + arguments[0] + " at " + host + ", port " + server.port());
      Thread.currentThread().join();
    }
  }
}
