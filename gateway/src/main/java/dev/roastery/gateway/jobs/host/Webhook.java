package dev.roastery.gateway.jobs.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.roastery.gateway.jobs.Notification;
import dev.roastery.gateway.jobs.Notifier;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.gateway.jobs.service.Refusal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies a client's receiver over HTTP that a job has ended, as Standard Webhooks describes it:
 * always with the same id, and signed if there is a key. Each attempt has a virtual thread.
 */
final class Webhook implements Notifier {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Logger log = LoggerFactory.getLogger(Webhook.class);
  private static final String SECRET = "whsec_";

  private final HttpClient client =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();
  private final Clock clock;
  private final @Nullable Path key;
  private final boolean privateAllowed;
  private final String publicUrl;
  private final Duration timeout;
  private final AtomicLong failures = new AtomicLong();

  /**
   * @param publicUrl what the addresses of results begin with; empty for paths
   */
  Webhook(
      Clock clock, @Nullable Path key, boolean privateAllowed, String publicUrl, Duration timeout) {
    this.clock = clock;
    this.key = key;
    this.privateAllowed = privateAllowed;
    this.publicUrl = publicUrl;
    this.timeout = timeout;
  }

  /** Uses this machine's clock: receivers compare the time with their own clocks. */
  static Webhook ofThisMachine(GatewaySettings settings, Duration timeout) {
    return new Webhook(
        Clock.systemUTC(),
        settings.webhookKey(),
        settings.privateWebhooks(),
        settings.publicUrl(),
        timeout);
  }

  /** Refuses addresses that are malformed, or private, where only the gateway could reach them. */
  static void check(URI uri, boolean privateAllowed) {
    boolean http = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
    if (!http || uri.getHost() == null || uri.getUserInfo() != null) {
      throw new Refusal(
          Refusal.Kind.INVALID, "a webhook is an http or https address, without a password in it");
    }
    if (!privateAllowed && isLiteral(uri.getHost()) && isPrivate(uri.getHost())) {
      throw new Refusal(
          Refusal.Kind.INVALID, "a webhook may not be at the private address " + uri.getHost());
    }
  }

  private static boolean isLiteral(String host) {
    return host.startsWith("[") || host.matches("[0-9.]+") || host.equals("localhost");
  }

  private static boolean isPrivate(String host) {
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (isPrivate(address)) {
          return true;
        }
      }
      return false;
    } catch (UnknownHostException _) {
      return false; // the request itself will fail
    }
  }

  private static boolean isPrivate(InetAddress address) throws UnknownHostException {
    byte[] bytes = address.getAddress();
    return address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()
        || (bytes.length == 4 ? isReserved(bytes) : isReservedOrHolds(bytes));
  }

  /** "This network", carrier-grade NAT, protocol assignments, benchmarks, reserved. */
  private static boolean isReserved(byte[] ipv4) {
    int first = ipv4[0] & 0xff;
    int second = ipv4[1] & 0xff;
    return first == 0
        || (first == 100 && (second & 0xc0) == 64)
        || (first == 192 && second == 0 && ipv4[2] == 0)
        || (first == 198 && (second & 0xfe) == 18)
        || first >= 240;
  }

  /** Unique local addresses, and those that contain an IPv4 address that is private. */
  private static boolean isReservedOrHolds(byte[] ipv6) throws UnknownHostException {
    String start = HexFormat.of().formatHex(ipv6, 0, 12);
    boolean sixToFour = start.startsWith("2002");
    if (sixToFour || start.equals("0".repeat(24)) || start.equals("0064ff9b" + "0".repeat(16))) {
      int at = sixToFour ? 2 : 12;
      return isPrivate(InetAddress.getByAddress(Arrays.copyOfRange(ipv6, at, at + 4)));
    }
    return (ipv6[0] & 0xfe) == 0xfc;
  }

  /** The number of failed attempts. */
  long failures() {
    return failures.get();
  }

  @Override
  public CompletableFuture<Optional<String>> send(Notification notification) {
    CompletableFuture<Optional<String>> trouble = new CompletableFuture<>();
    Thread.ofVirtual().name("webhook").start(() -> trouble.complete(attempt(notification)));
    return trouble;
  }

  private Optional<String> attempt(Notification notification) {
    try {
      post(notification);
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      return failed(notification, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      return failed(notification, "interrupted");
    }
  }

  private Optional<String> failed(Notification notification, String why) {
    failures.incrementAndGet();
    log.warn(
        "job {}: notification to {} failed: {}", notification.job(), notification.receiver(), why);
    return Optional.of("The notification failed: " + why + ".");
  }

  private void post(Notification notification) throws IOException, InterruptedException {
    URI uri = notification.receiver();
    if (!privateAllowed && isPrivate(uri.getHost())) {
      throw new IOException("it is at a private address");
    }
    byte[] body = body(notification);
    String id = notification.id();
    String timestamp = Long.toString(clock.instant().getEpochSecond());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", timestamp)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    if (key != null) {
      request.header("webhook-signature", "v1," + signature(id + "." + timestamp + ".", body));
    }
    int status = send(request.build());
    if (status / 100 != 2) {
      throw new IOException("it answered " + status);
    }
  }

  /** The request's own timeout would not cover a body that never ends. */
  private int send(HttpRequest request) throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<Void>> answer =
        client.sendAsync(request, HttpResponse.BodyHandlers.discarding());
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS).statusCode();
    } catch (TimeoutException _) {
      throw new IOException("it did not answer within " + timeout.toSeconds() + " seconds");
    } catch (ExecutionException e) {
      throw new IOException(String.valueOf(e.getCause()), e);
    } finally {
      answer.cancel(true);
    }
  }

  private byte[] body(Notification notification) throws IOException {
    ObjectNode json = JSON.createObjectNode();
    json.put("type", notification.type()).put("timestamp", notification.at().toString());
    ObjectNode data = json.putObject("data");
    data.put("job", notification.job().id().toString())
        .put("attempt", notification.job().attempt())
        .put("state", notification.state().name())
        .put("reason", notification.reason());
    ArrayNode results = data.putArray("results");
    notification
        .results()
        .forEach((query, digest) ->
            results
                .addObject()
                .put("query", query)
                .put("sha256", digest.sha256())
                .put("rows", digest.rows())
                .put(
                    "url",
                    publicUrl + "/v1/jobs/" + notification.job().id() + "/results/" + query));
    return JSON.writeValueAsBytes(json);
  }

  private String signature(String head, byte[] body) throws IOException {
    byte[] secret = secret();
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      mac.update(head.getBytes(UTF_8));
      return Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JVM has HMAC-SHA256", e);
    }
  }

  /** Only the operator sees what is wrong with the file. */
  private byte[] secret() throws IOException {
    try {
      String text = Files.readString(Objects.requireNonNull(key)).strip();
      return text.startsWith(SECRET)
          ? Base64.getDecoder().decode(text.substring(SECRET.length()))
          : text.getBytes(UTF_8);
    } catch (IOException | IllegalArgumentException e) {
      log.error("cannot read the webhook key in {}: {}", key, e.toString());
      throw new IOException("the gateway cannot read its key", e);
    }
  }
}
