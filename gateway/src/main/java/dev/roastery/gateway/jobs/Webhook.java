package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.roastery.gateway.jobs.JobView.ResultView;
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
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Tells a client that its job is over, in the manner of Standard Webhooks: at least once, always
 * with the same id, signed when there is a key.
 */
final class Webhook {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(PATIENCE)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();
  private final Clock clock;
  private final @Nullable Path key;
  private final boolean privateAllowed;

  Webhook(Clock clock, @Nullable Path key, boolean privateAllowed) {
    this.clock = clock;
    this.key = key;
    this.privateAllowed = privateAllowed;
  }

  /** What a client may ask for; an address that only we can reach is not among it. */
  static void check(URI uri, boolean privateAllowed) {
    boolean http = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
    if (!http || uri.getHost() == null || uri.getUserInfo() != null) {
      throw new Refusal(
          Refusal.Kind.INVALID, "a webhook is an http or https address, without a password in it");
    }
    if (!privateAllowed && literal(uri.getHost()) && isPrivate(uri.getHost())) {
      throw new Refusal(
          Refusal.Kind.INVALID, "a webhook may not be at the private address " + uri.getHost());
    }
  }

  private static boolean literal(String host) {
    return host.startsWith("[") || host.matches("[0-9.]+") || host.equals("localhost");
  }

  private static boolean isPrivate(String host) {
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        byte[] bytes = address.getAddress();
        boolean uniqueLocal = bytes.length == 16 && (bytes[0] & 0xfe) == 0xfc;
        boolean shared = bytes.length == 4 && bytes[0] == 100 && (bytes[1] & 0xc0) == 64;
        if (address.isAnyLocalAddress()
            || address.isLoopbackAddress()
            || address.isLinkLocalAddress()
            || address.isSiteLocalAddress()
            || address.isMulticastAddress()
            || uniqueLocal
            || shared) {
          return true;
        }
      }
      return false;
    } catch (UnknownHostException _) {
      return false; // the request will say so
    }
  }

  /** One attempt; a failed one throws, unless it is the last, which is put on record. */
  void tell(Job job, String type, boolean last) throws InterruptedException {
    URI uri = job.record().webhook();
    if (uri == null) {
      return;
    }
    try {
      post(job, uri, type);
      job.told(true, uri.getHost() + " was told.");
    } catch (IOException e) {
      String sentence = uri.getHost() + " could not be told: " + e.getMessage();
      if (!last) {
        throw new IllegalStateException(sentence, e);
      }
      job.told(false, sentence);
    }
  }

  /** For jobs that end otherwise. */
  void tellOnce(Job job, String type) throws InterruptedException {
    if (!job.wasTold()) {
      tell(job, type, true);
    }
  }

  private void post(Job job, URI uri, String type) throws IOException, InterruptedException {
    if (!privateAllowed && isPrivate(uri.getHost())) {
      throw new IOException("it is at a private address");
    }
    byte[] body = body(job, type);
    String id = "job_" + job.id();
    String timestamp = Long.toString(clock.instant().getEpochSecond());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", timestamp)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    if (key != null) {
      request.header("webhook-signature", "v1," + signature(id + "." + timestamp + ".", body));
    }
    HttpResponse<Void> answer =
        client.send(request.build(), HttpResponse.BodyHandlers.discarding());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException("it answered " + answer.statusCode());
    }
  }

  private static byte[] body(Job job, String type) throws IOException {
    ObjectNode json = JSON.createObjectNode();
    json.put("type", type).put("timestamp", job.updated().toString());
    ObjectNode data = json.putObject("data");
    data.put("job", job.id().toString()).put("state", finalState(job)).put("reason", job.reason());
    ArrayNode results = data.putArray("results");
    for (ResultView result : job.view(new JobView.Progress(0, List.of()), null).results()) {
      results
          .addObject()
          .put("query", result.query())
          .put("sha256", result.sha256())
          .put("rows", result.rows());
    }
    return JSON.writeValueAsBytes(json);
  }

  /** The state that the job is in as soon as its client knows. */
  private static String finalState(Job job) {
    return switch (job.state()) {
      case FAILING -> "FAILED";
      case CANCELLING -> "CANCELLED";
      case EXPIRING -> "EXPIRED";
      default -> "COMPLETED";
    };
  }

  private String signature(String head, byte[] body) throws IOException {
    try {
      String secret = Files.readString(java.util.Objects.requireNonNull(key)).strip();
      byte[] bytes =
          secret.startsWith("whsec_")
              ? Base64.getDecoder().decode(secret.substring("whsec_".length()))
              : secret.getBytes(UTF_8);
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(bytes, "HmacSHA256"));
      mac.update(head.getBytes(UTF_8));
      return Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JVM has HMAC-SHA256", e);
    }
  }
}
