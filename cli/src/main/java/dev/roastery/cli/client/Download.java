package dev.roastery.cli.client;

import dev.roastery.cli.client.RemoteJob.Result;
import dev.roastery.common.storage.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;

/** Downloads files; a result counts only if its bytes have the digest that the gateway reports. */
public final class Download {

  private static final int WRONG_MAX = 3;
  private static final Duration SILENCE_MAX = Duration.ofMinutes(1);

  private final GatewayClient gateway;
  private final String job;

  /** {@code job} is the job's path. */
  public Download(GatewayClient gateway, String job) {
    this.gateway = gateway;
    this.job = job;
  }

  /** Fetches a result into that file. */
  public void result(Result result, Path file) throws IOException, InterruptedException {
    String got = "";
    for (int attempt = 0; attempt < WRONG_MAX; attempt++) {
      fetch("/results/" + result.query(), file);
      got = sha256(file);
      if (got.equals(result.sha256())) {
        return;
      }
    }
    Files.delete(file);
    throw new GatewayFailure(
        GatewayFailure.Kind.GARBLED,
        ("the result of %s arrived with sha256 %s, %d times, but the gateway reports %s: the result"
                + " is discarded")
            .formatted(result.query(), got, WRONG_MAX, result.sha256()));
  }

  /** Fetches what is at this path of the job. */
  public void fetch(String path, Path file) throws InterruptedException {
    HttpRequest.Builder request = gateway.request(job + path).header("Accept", "text/csv").GET();
    BodyHandler<String> toFile =
        response ->
            response.statusCode() == 200
                ? BodySubscribers.mapping(BodySubscribers.ofFile(file), _ -> "")
                : BodySubscribers.ofString(StandardCharsets.UTF_8);
    RetryBudget.Attempts attempts = gateway.retryBudget().attempts();
    while (true) {
      try {
        gateway.once(request, toFile, () -> size(file), SILENCE_MAX);
        return;
      } catch (Interruption why) {
        attempts.pause(why);
      }
    }
  }

  private static long size(Path file) {
    try {
      return Files.exists(file) ? Files.size(file) : 0;
    } catch (IOException _) {
      return -1;
    }
  }

  private static String sha256(Path file) throws IOException {
    MessageDigest digest = Sha256.start();
    try (InputStream bytes = new DigestInputStream(Files.newInputStream(file), digest)) {
      bytes.transferTo(OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
