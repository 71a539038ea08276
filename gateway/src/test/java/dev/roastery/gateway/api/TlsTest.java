package dev.roastery.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.process.Metrics;
import dev.roastery.gateway.api.server.HttpSettings;
import dev.roastery.gateway.api.server.HttpSettings.Tls;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {

  @TempDir private Path folder;
  private Path keystore;
  private Path password;

  @BeforeEach
  void makeKeys() throws Exception {
    keystore = folder.resolve("keys.p12");
    password = Files.writeString(folder.resolve("password"), "secret\n");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "gateway",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                keystore.toString(),
                "-storepass",
                "secret")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    assertThat(keytool.waitFor()).isZero();
  }

  @Test
  void withAKeyStoreTheGatewaySpeaksTls() throws Exception {
    try (HttpGateway gateway = start();
        HttpClient client = HttpClient.newBuilder().sslContext(trusting()).build()) {
      assertThat(gateway.address()).hasScheme("https");
      HttpRequest create =
          HttpRequest.newBuilder(URI.create(gateway.address() + "/v1/jobs"))
              .POST(HttpRequest.BodyPublishers.ofString("{}"))
              .build();

      assertThat(client.send(create, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
    }
  }

  @Test
  void aHandshakeThatDoesNotComeIsNotWaitedForForEver() throws Exception {
    try (HttpGateway gateway = start();
        RawClient raw = new RawClient(gateway.address().getPort())) {
      raw.send("\u0016\u0003");

      assertThat(raw.isClosed()).isTrue();
    }
  }

  @Test
  void aWrongPasswordIsSaidAtTheStart() throws Exception {
    Files.writeString(password, "wrong");

    assertThatThrownBy(this::start)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot use the TLS key store");
  }

  private HttpGateway start() throws IOException {
    HttpSettings settings =
        new HttpSettings(0, "127.0.0.1", new Tls(keystore, password), null, Gate.impatient());
    return HttpGateway.start(
        settings,
        new MemoryJobs(folder),
        List::of,
        new Metrics(),
        fatal -> {
          throw fatal;
        });
  }

  private SSLContext trusting() throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keystore)) {
      keys.load(in, "secret".toCharArray());
    }
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("gateway", keys.getCertificate("gateway"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
