package dev.roastery.common.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.broker.rabbit.RabbitSettings;
import dev.roastery.common.broker.rabbit.RabbitTransport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * B13: who speaks with us over TLS, against a server whose certificate is for {@code localhost}.
 */
class RabbitTlsTest {

  private static final char[] PASSWORD = "password".toCharArray();
  private static SSLContext context;

  private final SSLContext usual = usual();
  private final List<String> greetings = new CopyOnWriteArrayList<>();
  private final List<Fatal> fatals = new CopyOnWriteArrayList<>();
  private SSLServerSocket server;

  @BeforeAll
  static void makeCertificate(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("key.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    new ProcessBuilder(
            keytool,
            "-genkeypair",
            "-keyalg",
            "EC",
            "-dname",
            "CN=localhost",
            "-ext",
            "SAN=DNS:localhost",
            "-alias",
            "key",
            "-storepass",
            new String(PASSWORD),
            "-keystore",
            file.toString())
        .inheritIO()
        .start()
        .onExit()
        .join();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    KeyManagerFactory mine = KeyManagerFactory.getInstance("PKIX");
    mine.init(keys, PASSWORD);
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", keys.getCertificate("key"));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    context = SSLContext.getInstance("TLS");
    context.init(mine.getKeyManagers(), trust.getTrustManagers(), null);
  }

  private static SSLContext usual() {
    try {
      return SSLContext.getDefault();
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void serve() throws IOException {
    server = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0);
    Thread.ofPlatform().daemon().start(this::greetAll);
  }

  private void greetAll() {
    while (!server.isClosed()) {
      try (SSLSocket client = (SSLSocket) server.accept()) {
        greetings.add(new String(client.getInputStream().readNBytes(4), StandardCharsets.US_ASCII));
      } catch (IOException e) {
        // The client has refused us, or the test is over.
      }
    }
  }

  @AfterEach
  void close() throws IOException {
    server.close();
    SSLContext.setDefault(usual);
  }

  @Test
  void aCertificateThatNobodyTrustsIsFatal() {
    try (RabbitTransport _ = connect("localhost")) {
      eventuallyRefused();
    }
    assertThat(greetings).isEmpty();
  }

  @Test
  void aCertificateForAnotherHostIsFatal() {
    SSLContext.setDefault(context);
    try (RabbitTransport _ = connect("127.0.0.1")) {
      eventuallyRefused();
    }
    assertThat(fatals.getFirst()).hasMessageContaining("IP address 127.0.0.1");
    assertThat(greetings).isEmpty();
  }

  @Test
  void aTrustedCertificateForTheHostIsGreeted() {
    SSLContext.setDefault(context);
    try (RabbitTransport _ = connect("localhost")) {
      await().atMost(Duration.ofSeconds(60)).until(() -> greetings.contains("AMQP"));
    }
    assertThat(fatals).isEmpty();
  }

  /** Closing a socket within its handshake lets that fail with anything, also with what follows. */
  @Test
  void aHandshakeThatEndsAfterWeHaveClosedIsNotARefusal() throws Exception {
    Judge judge = new Judge();
    SSLContext judged = SSLContext.getInstance("TLS");
    judged.init(null, new TrustManager[] {judge}, null);
    SSLContext.setDefault(judged);
    RabbitTransport transport = connect("localhost");
    judge.asked.await();

    transport.close();

    assertThat(judge.refused).isTrue();
    assertThat(fatals).isEmpty();
  }

  /** Trusts nobody, and says so only when the socket has been closed. */
  private static final class Judge extends X509ExtendedTrustManager {
    private final CountDownLatch asked = new CountDownLatch(1);
    private volatile boolean refused;

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      asked.countDown();
      await().atMost(Duration.ofSeconds(60)).until(socket::isClosed);
      refused = true;
      throw new CertificateException("nobody is trusted");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
      throw new UnsupportedOperationException();
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  private RabbitTransport connect(String host) {
    String uri = "amqps://user:secret@" + host + ":" + server.getLocalPort();
    return RabbitTransport.connect(RabbitSettings.of(uri, "test"), fatals::add);
  }

  private void eventuallyRefused() {
    await().atMost(Duration.ofSeconds(60)).until(() -> !fatals.isEmpty());
    assertThat(fatals.getFirst().reason()).isEqualTo(FatalReason.BROKER_REFUSED);
    assertThat(fatals.getFirst()).message().doesNotContain("secret");
  }
}
