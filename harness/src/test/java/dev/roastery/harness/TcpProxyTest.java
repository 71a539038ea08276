package dev.roastery.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a network that fails does to bytes. */
class TcpProxyTest {

  private static final int LIMIT_MILLIS = 60_000;
  private static final int NOTHING_COMES_MILLIS = 300;

  private ServerSocket listener;
  private TcpProxy proxy;
  private Socket client;
  private Socket server;

  @BeforeEach
  void connect() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    proxy = new TcpProxy(listener.getLocalPort());
    client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    server = listener.accept();
    client.setSoTimeout(LIMIT_MILLIS);
    server.setSoTimeout(LIMIT_MILLIS);
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
    proxy.close();
    listener.close();
  }

  @Test
  void whatIsStalledInBothDirectionsComesWhenItIsResumed() throws IOException {
    proxy.stall();
    client.getOutputStream().write(1);
    server.getOutputStream().write(2);
    nothingComes(server);
    nothingComes(client);
    proxy.resume();
    assertThat(server.getInputStream().read()).isEqualTo(1);
    assertThat(client.getInputStream().read()).isEqualTo(2);
  }

  @Test
  void oneDirectionIsStalledAndTheOtherIsNot() throws IOException {
    proxy.stall(TcpProxy.Direction.TO_CLIENT);
    client.getOutputStream().write(1);
    server.getOutputStream().write(2);
    assertThat(server.getInputStream().read()).isEqualTo(1);
    nothingComes(client);
  }

  @Test
  void whatIsSlowTakesThatLongAndResumedItDoesNot() throws IOException {
    proxy.slow(Duration.ofMillis(200));
    long begin = System.nanoTime();
    client.getOutputStream().write(1);
    assertThat(server.getInputStream().read()).isEqualTo(1);
    assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(200_000_000);

    proxy.slow(Duration.ofHours(1));
    client.getOutputStream().write(2);
    nothingComes(server);
    proxy.resume();
    assertThat(server.getInputStream().read()).isEqualTo(2);
  }

  private static void nothingComes(Socket socket) throws IOException {
    socket.setSoTimeout(NOTHING_COMES_MILLIS);
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
    socket.setSoTimeout(LIMIT_MILLIS);
  }
}
