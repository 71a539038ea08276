package dev.roastery.gateway.jobs.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.roastery.common.message.JobId;
import dev.roastery.gateway.collect.ResultDigest;
import dev.roastery.gateway.jobs.MovedClock;
import dev.roastery.gateway.jobs.Notification;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.Refusal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a receiver gets, and which receivers get nothing. */
class WebhookTest {

  private record Call(String id, String timestamp, String signature, byte[] body) {}

  @TempDir private Path folder;
  private final MovedClock clock =
      new MovedClock(Clock.fixed(Instant.parse("2026-05-01T10:00:00Z"), ZoneOffset.UTC));
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final AtomicInteger status = new AtomicInteger(204);
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    var headers = exchange.getRequestHeaders();
    calls.add(
        new Call(
            String.valueOf(headers.getFirst("webhook-id")),
            String.valueOf(headers.getFirst("webhook-timestamp")),
            String.valueOf(headers.getFirst("webhook-signature")),
            exchange.getRequestBody().readAllBytes()));
    if (status.get() == 302) {
      exchange.getResponseHeaders().set("Location", "/elsewhere");
    }
    if (status.get() > 0) {
      exchange.sendResponseHeaders(status.get(), -1);
      exchange.close();
    }
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private Notification completed(String uri) {
    return notification(uri, JobState.COMPLETED);
  }

  private Notification notification(String uri, JobState state) {
    return new Notification(
        new JobId(new UUID(1, 0), 1),
        URI.create(uri),
        state == JobState.COMPLETED ? "job.completed" : "job.ended",
        clock.instant(),
        state,
        null,
        new TreeMap<>(Map.of("q", new ResultDigest("abc", 3, 40))));
  }

  private String here() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/done";
  }

  private Webhook webhook(Path key) {
    return new Webhook(clock, key, true, "", Duration.ofSeconds(20));
  }

  private static String hmac(byte[] key, String signed) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(UTF_8)));
  }

  private static String trouble(Webhook webhook, Notification notification) {
    return webhook.send(notification).join().orElse("");
  }

  @Test
  void itIsSignedOverIdTimeAndBody() throws Exception {
    byte[] secret = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    Path key =
        Files.writeString(
            folder.resolve("key"), "whsec_" + Base64.getEncoder().encodeToString(secret) + "\n");
    assertThat(trouble(webhook(key), completed(here()))).isEmpty();
    Call call = calls.getFirst();
    assertThat(call.timestamp()).isEqualTo("" + clock.instant().getEpochSecond());
    String signed = call.id() + "." + call.timestamp() + "." + new String(call.body(), UTF_8);
    assertThat(call.signature()).isEqualTo(hmac(secret, signed));
    assertThat(new String(call.body(), UTF_8)).contains("\"type\":\"job.completed\"");
  }

  @Test
  void theBodyHasTheAddressOfEachResult() {
    String path = "/v1/jobs/" + new UUID(1, 0) + "/results/q";
    assertThat(trouble(webhook(null), completed(here()))).isEmpty();
    Webhook known =
        new Webhook(clock, null, true, "https://example.org/roastery", Duration.ofSeconds(20));
    assertThat(trouble(known, completed(here()))).isEmpty();
    assertThat(new String(calls.get(0).body(), UTF_8)).contains("\"url\":\"" + path + "\"");
    assertThat(new String(calls.get(1).body(), UTF_8))
        .contains("\"url\":\"https://example.org/roastery" + path + "\"");
  }

  /** Otherwise its receiver would drop the second notification as a repeat of the first. */
  @Test
  void theNextAttemptOfAJobHasAnIdOfItsOwn() {
    Notification first = completed(here());
    Notification second =
        new Notification(
            new JobId(first.job().id(), 2),
            first.receiver(),
            first.type(),
            first.at(),
            first.state(),
            null,
            first.results());
    assertThat(trouble(webhook(null), first)).isEmpty();
    assertThat(trouble(webhook(null), second)).isEmpty();
    assertThat(calls).extracting(Call::id).doesNotHaveDuplicates();
    assertThat(new String(calls.get(1).body(), UTF_8)).contains("\"attempt\":2");
  }

  @Test
  void everyAttemptHasTheSameIdAndBody() throws Exception {
    Notification notification = completed(here());
    status.set(500);
    assertThat(trouble(webhook(null), notification)).contains("it answered 500");
    clock.pass(Duration.ofMinutes(3));
    status.set(200);
    assertThat(trouble(webhook(null), notification)).isEmpty();
    assertThat(calls).hasSize(2);
    assertThat(calls.get(1).id()).isEqualTo(calls.get(0).id());
    assertThat(calls.get(1).body()).isEqualTo(calls.get(0).body());
    assertThat(calls.get(1).signature()).isEqualTo("null");
  }

  @Test
  void aRedirectIsNotFollowed() throws Exception {
    status.set(302);
    assertThat(trouble(webhook(null), completed(here()))).contains("it answered 302");
    assertThat(calls).hasSize(1);
  }

  @Test
  void aReceiverThatNeverAnswersTimesOut() throws Exception {
    status.set(-1);
    Webhook hasty = new Webhook(clock, null, true, "", Duration.ofMillis(200));
    assertThat(trouble(hasty, completed(here()))).contains("it did not answer");
  }

  @Test
  void aKeyThatCannotBeReadIsNotShownToTheClient() throws Exception {
    assertThat(trouble(webhook(folder.resolve("secret-place")), completed(here())))
        .contains("cannot read its key")
        .doesNotContain("secret-place");
    assertThat(calls).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1/",
        "http://localhost:9/",
        "http://10.1.2.3/",
        "https://192.168.1.1/",
        "http://172.16.0.9/",
        "http://169.254.169.254/",
        "http://100.64.0.1/",
        "http://0.0.0.0/",
        "http://2130706433/",
        "http://[::1]/",
        "http://[::]/",
        "http://[fe80::1]/",
        "http://[fd00::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::127.0.0.1]/",
        "http://[64:ff9b::10.0.0.1]/",
        "http://[2002:7f00:1::]/",
        "http://[ff02::1]/",
        "http://240.0.0.1/",
        "http://198.18.0.1/",
        "http://224.0.0.1/"
      })
  void aPrivateAddressIsRefusedAtOnceAndAlsoWhenItIsCalled(String uri) throws Exception {
    assertThatThrownBy(() -> Webhook.check(URI.create(uri), false)).isInstanceOf(Refusal.class);
    Webhook.check(URI.create(uri), true);
    assertThat(
            trouble(
                new Webhook(clock, null, false, "", Duration.ofSeconds(2)),
                notification(uri, JobState.FAILED)))
        .contains("private address");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://example.org/",
        "http:///x",
        "https://me:secret@example.org/",
        "/x",
        "http://127.1/",
        "mailto:a@b"
      })
  void onlyPlainHttpAddressesAreAccepted(String uri) {
    assertThatThrownBy(() -> Webhook.check(URI.create(uri), true)).isInstanceOf(Refusal.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"https://203.0.113.9/x", "http://[2606:4700::1111]/", "https://example.org/done"})
  void publicAddressesAreAccepted(String uri) {
    Webhook.check(URI.create(uri), false);
  }
}
