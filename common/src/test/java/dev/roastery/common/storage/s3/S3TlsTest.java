package dev.roastery.common.storage.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.Backoff;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.StoreRefusedException;
import dev.roastery.common.storage.s3.signature.SigningTime;
import dev.roastery.harness.store.FakeFault;
import dev.roastery.harness.store.FakeRequest;
import dev.roastery.testkit.store.FakeS3;
import dev.roastery.testkit.store.MemoryStore;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same over TLS, whose certificate must be trusted and that of the host. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class S3TlsTest {

  private static final char[] PASSWORD = "secret-of-test".toCharArray();
  private static final ObjectName NAME = new ObjectName("claim");
  private static final Content BODY = Content.of("mine".getBytes(UTF_8));
  private static SSLContext context;

  @BeforeAll
  static void makeCertificate(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("key.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    String words =
        keytool
            + " -genkeypair -keyalg EC -dname CN=localhost -ext SAN=DNS:localhost -alias key"
            + " -storepass "
            + new String(PASSWORD)
            + " -keystore "
            + file;
    new ProcessBuilder(words.split(" ", -1)).inheritIO().start().onExit().join();
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

  private static S3Store client(URI endpoint, S3Limits limits, Exchange.Opener opener) {
    return new S3Store(
        new S3Bucket("bucket", "", endpoint, "r", S3Bucket.Style.PATH),
        limits,
        () -> TestStores.CREDENTIALS,
        SigningTime.ofThisMachine(),
        opener);
  }

  private static Exchange.Opener trusting() {
    return new StoreConnections(context.getSocketFactory());
  }

  private static long creates(FakeS3 fake) {
    return fake.requests().stream().filter(FakeRequest::isConditional).count();
  }

  @Test
  void aCreateWhoseReplyIsLostIsUnknownAndWasSentOnce() throws IOException {
    try (FakeS3 fake = FakeS3.overTls(new MemoryStore(), context);
        S3Store store = client(fake.endpoint(), TestStores.LIMITS, trusting())) {
      store.put(new ObjectName("before"), Content.of(new byte[TestStores.PART_BYTES * 2]));
      assertThat(store.get(new ObjectName("before")).orElseThrow())
          .hasSize(TestStores.PART_BYTES * 2);
      fake.once("PUT", new FakeFault.LostReply());
      assertThat(store.create(NAME, BODY)).isInstanceOf(Creation.Unknown.class);
      assertThat(creates(fake)).isEqualTo(1);
      assertThat(store.create(NAME, BODY)).isEqualTo(new Creation.ExistsAlready());
    }
  }

  @Test
  void aConnectionIsUsedAgain() throws IOException {
    try (FakeS3 fake = FakeS3.overTls(new MemoryStore(), context);
        S3Store store = client(fake.endpoint(), TestStores.LIMITS, trusting())) {
      for (int i = 0; i < 5; i++) {
        assertThat(store.create(NAME.child("" + i), BODY)).isEqualTo(new Creation.Created());
        assertThat(store.get(NAME.child("" + i))).isPresent();
        assertThat(store.get(NAME.child("none"))).isEmpty();
      }
      assertThat(fake.accepted()).isLessThan(3);
    }
  }

  @Test
  void aCertificateThatIsNotTrustedIsRefused() throws IOException {
    try (FakeS3 fake = FakeS3.overTls(new MemoryStore(), context);
        S3Store store =
            client(
                fake.endpoint(),
                TestStores.LIMITS,
                new StoreConnections(HttpsURLConnection.getDefaultSSLSocketFactory()))) {
      assertThatThrownBy(() -> store.create(NAME, BODY))
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("the certificate of " + fake.endpoint() + " is not trusted");
      assertThat(fake.requests()).isEmpty();
    }
  }

  @Test
  void aCertificateOfAnotherHostIsRefused() throws IOException {
    try (FakeS3 fake = FakeS3.overTls(new MemoryStore(), context);
        S3Store store =
            client(
                URI.create("https://127.0.0.1:" + fake.endpoint().getPort()),
                TestStores.LIMITS,
                trusting())) {
      assertThatThrownBy(() -> store.get(NAME)).isInstanceOf(StoreRefusedException.class);
      assertThat(fake.requests()).isEmpty();
    }
  }

  @Test
  void aStoreThatDoesNotReadEndsTheSending() throws IOException {
    S3Limits impatient = new S3Limits(40_000_000, 20_000, 60_000, 4_000, 3, Backoff.doubling(1, 4));
    try (FakeS3 fake = FakeS3.overTls(new MemoryStore(), context);
        S3Store store = client(fake.endpoint(), impatient, trusting())) {
      fake.once("PUT", new FakeFault.Silence());
      assertThat(store.create(NAME, Content.of(new byte[30_000_000])))
          .isInstanceOf(Creation.Unknown.class);
      assertThat(creates(fake)).isEqualTo(1);
    }
  }
}
