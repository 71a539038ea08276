package dev.roastery.gateway.api.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the gateway listens, and which clients it accepts.
 *
 * @param port 0 for any free port
 * @param tls plain HTTP if absent
 * @param tokens the file of {@link Tokens}; without it, every client is {@link Tokens#ANONYMOUS}
 */
public record HttpSettings(
    int port, String bind, @Nullable Tls tls, @Nullable Path tokens, HttpLimits limits) {

  /** A PKCS #12 or JKS file with key and certificates, and the file that has its password. */
  public record Tls(Path keystore, Path passwordFile) {}

  public HttpSettings {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port " + port + ": it must be from 0 to 65535");
    }
  }

  /** Whether no other machine can reach it. */
  public boolean isForThisMachineOnly() {
    InetAddress address = new InetSocketAddress(bind, 0).getAddress();
    return address != null && address.isLoopbackAddress();
  }
}
