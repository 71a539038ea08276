package dev.roastery.cli.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Map;

/** A gateway that gives the same answers always, at the same time always, one after the other. */
public final class CannedGateway implements AutoCloseable {

  private final ServerSocket server;
  private final String date;
  private final Map<String, String> answers;

  /** {@code answers} are by their path with its parameters, {@code date} is a header. */
  public CannedGateway(String date, Map<String, String> answers) throws IOException {
    this.date = date;
    this.answers = Map.copyOf(answers);
    this.server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().start(this::serve);
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket call = server.accept()) {
        answer(call);
      } catch (SocketException closed) {
        return;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void answer(Socket call) throws IOException {
    var request = new BufferedReader(new InputStreamReader(call.getInputStream(), UTF_8));
    String path = request.readLine().split(" ", -1)[1];
    for (String line = request.readLine(); !line.isEmpty(); line = request.readLine()) {
      // headers, of which none matters
    }
    String body = answers.getOrDefault(path, "");
    String status = body.isEmpty() ? "404 Not Found" : "200 OK";
    String answer =
        String.join(
            "\r\n",
            "HTTP/1.1 " + status,
            "Date: " + date,
            "Connection: close",
            "Content-Length: " + body.getBytes(UTF_8).length,
            "",
            body);
    call.getOutputStream().write(answer.getBytes(UTF_8));
  }

  public String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
