package dev.roastery.gateway.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Locale;

/** A socket, and no manners. */
public final class RawClient implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 20_000;

  private final Socket socket;

  public RawClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  public RawClient send(String text) throws IOException {
    return send(text.getBytes(ISO_8859_1));
  }

  public RawClient send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
    return this;
  }

  /** Headers, and as much of a body as they announce; empty when there is none. */
  public String answer() throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder text = new StringBuilder();
    while (text.indexOf("\r\n\r\n") < 0) {
      int read = in.read();
      if (read < 0) {
        return text.toString();
      }
      text.append((char) read);
    }
    String head = text.toString();
    int at = head.toLowerCase(Locale.ROOT).indexOf("content-length: ");
    int length = at < 0 ? 0 : Integer.parseInt(head.substring(at + 16, head.indexOf('\r', at)));
    return head + new String(in.readNBytes(length), ISO_8859_1);
  }

  /** Whether the other side closes: the end, or a reset. */
  boolean isClosed() {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
