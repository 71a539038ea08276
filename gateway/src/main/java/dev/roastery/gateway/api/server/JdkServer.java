package dev.roastery.gateway.api.server;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.roastery.common.storage.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * The JDK's own server, as docs/adr/0005-http-server.md says. Its limits are properties of the
 * whole JVM, and read once: the first gateway of a JVM sets them for all.
 */
public final class JdkServer {

  private static final int BACKLOG = 1_024;

  /** Headers up to this many times our limit are still read, so that we can answer with a 431. */
  private static final int HEADERS_READ = 8;

  private JdkServer() {}

  /** Refuses files that {@link #create} and {@link Tokens} cannot use. */
  public static void requireFiles(HttpSettings settings) throws IOException {
    if (settings.tls() != null) {
      var _ = context(settings.tls());
    }
    if (settings.tokens() != null) {
      try {
        var _ = Tokens.of(settings.tokens(), settings.isForThisMachineOnly());
      } catch (IOException e) {
        throw new IOException(
            "cannot use the token file " + settings.tokens() + ": " + IoReason.of(e), e);
      }
    }
  }

  public static HttpServer create(HttpSettings settings) throws IOException {
    configure(settings.limits());
    InetSocketAddress address = new InetSocketAddress(settings.bind(), settings.port());
    if (address.isUnresolved()) {
      throw new IOException("unknown host " + settings.bind() + " to listen on");
    }
    try {
      if (settings.tls() == null) {
        return HttpServer.create(address, BACKLOG);
      }
      HttpsServer server = HttpsServer.create(address, BACKLOG);
      server.setHttpsConfigurator(new HttpsConfigurator(context(settings.tls())));
      return server;
    } catch (BindException e) {
      throw new IOException(
          "cannot listen on "
              + settings.bind()
              + ":"
              + settings.port()
              + " ("
              + e.getMessage()
              + "); stop the process that uses it, or choose another port",
          e);
    }
  }

  private static void configure(HttpLimits limits) {
    set("sun.net.httpserver.nodelay", "true");
    set("sun.net.httpserver.idleInterval", limits.idleSecondsMax());
    set("jdk.httpserver.maxConnections", limits.connectionsMax());
    set("sun.net.httpserver.maxIdleConnections", limits.connectionsMax());
    set("sun.net.httpserver.maxReqHeaderSize", (long) limits.headerBytesMax() * HEADERS_READ);
  }

  private static void set(String property, Object value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value.toString());
    }
  }

  private static SSLContext context(HttpSettings.Tls tls) throws IOException {
    char[] password = password(tls.passwordFile());
    try (InputStream in = Files.newInputStream(tls.keystore())) {
      KeyStore keys = KeyStore.getInstance(KeyStore.getDefaultType());
      keys.load(in, password);
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(keys, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(factory.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      String why = e instanceof IOException io ? IoReason.of(io) : e.getMessage();
      throw new IOException("cannot use the TLS key store " + tls.keystore() + ": " + why, e);
    } finally {
      Arrays.fill(password, '\0');
    }
  }

  private static char[] password(Path file) throws IOException {
    try {
      return Files.readString(file).strip().toCharArray();
    } catch (IOException e) {
      throw new IOException(
          "cannot read the password of the TLS key store from " + file + ": " + IoReason.of(e), e);
    }
  }
}
