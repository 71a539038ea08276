package dev.roastery.common.storage.s3;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLConnection;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/**
 * The connections of one store. Its TLS sockets linger for a second: without that, closing one
 * waits for whoever is writing to it, and {@link StallGuard} could not cut what stands still.
 */
final class StoreConnections implements Exchange.Opener {

  private static final int LINGER_SECONDS = 1;

  /** One for all: the JDK uses a connection again only for the same factory. */
  private final Lingering sockets;

  StoreConnections(SSLSocketFactory sockets) {
    this.sockets = new Lingering(sockets);
  }

  /** What the JVM trusts is only read where it is needed. */
  static Exchange.Opener to(URI endpoint) {
    return endpoint.getScheme().equals("https")
        ? new StoreConnections(HttpsURLConnection.getDefaultSSLSocketFactory())
        : address -> address.toURL().openConnection();
  }

  @Override
  public URLConnection open(URI address) throws IOException {
    URLConnection connection = address.toURL().openConnection();
    if (connection instanceof HttpsURLConnection https) {
      https.setSSLSocketFactory(sockets);
    }
    return connection;
  }

  /** Sockets of another factory, with that one option. */
  private static final class Lingering extends SSLSocketFactory {

    private final SSLSocketFactory sockets;

    Lingering(SSLSocketFactory sockets) {
      this.sockets = sockets;
    }

    private static Socket lingering(Socket socket) throws IOException {
      socket.setSoLinger(true, LINGER_SECONDS);
      return socket;
    }

    @Override
    public String[] getDefaultCipherSuites() {
      return sockets.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
      return sockets.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket() throws IOException {
      return lingering(sockets.createSocket());
    }

    @Override
    public Socket createSocket(Socket below, String host, int port, boolean autoClose)
        throws IOException {
      return lingering(sockets.createSocket(below, host, port, autoClose));
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      return lingering(sockets.createSocket(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort)
        throws IOException {
      return lingering(sockets.createSocket(host, port, local, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
      return lingering(sockets.createSocket(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
        throws IOException {
      return lingering(sockets.createSocket(host, port, local, localPort));
    }
  }
}
