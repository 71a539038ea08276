package dev.roastery.cli.client;

import static java.net.http.HttpRequest.BodyPublishers.fromPublisher;
import static java.net.http.HttpRequest.BodyPublishers.noBody;
import static java.net.http.HttpRequest.BodyPublishers.ofInputStream;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.time.Duration;

/**
 * Sends one part until it is complete. After every interruption it asks how much is safe and
 * resumes there; a compressed part cannot be resumed and starts over.
 */
final class PartSender {

  /** A slow broker slows the gateway, which slows this client: such a pause is not unusual. */
  private static final Duration SILENCE_MAX = Duration.ofMinutes(5);

  private final GatewayClient gateway;
  private final String job;
  private final PartFile part;
  private final SentBytes sent;
  private final RetryBudget.Attempts attempts;
  private long furthest;

  /** How much of the part is safe. */
  private record Safe(long offset, boolean complete) {
    static final Safe NOTHING = new Safe(0, false);
  }

  PartSender(GatewayClient gateway, String job, PartFile part, SentBytes sent) {
    this.gateway = gateway;
    this.job = job;
    this.part = part;
    this.sent = sent;
    this.attempts = gateway.retryBudget().attempts();
  }

  /** {@code fresh}: nothing of it can be there yet, so it need not be asked. */
  void send(boolean fresh) throws InterruptedException {
    boolean ask = !fresh;
    while (true) {
      try {
        Safe safe = ask ? ask() : Safe.NOTHING;
        if (safe.complete() || sendFrom(safe.offset())) {
          sent.at(part, part.bytes());
          return;
        }
        throw new Interruption("the gateway wants more of " + part.shown());
      } catch (Interruption why) {
        attempts.pause(why);
      }
      ask = true;
    }
  }

  private Safe ask() throws Interruption, InterruptedException {
    try {
      GatewayAnswer answer = gateway.once(gateway.request(path()).HEAD());
      long offset = part.isEncoded() ? 0 : answer.number("Upload-Offset");
      reached(offset);
      return new Safe(offset, answer.isTrue("Upload-Complete"));
    } catch (GatewayFailure failure) {
      if (failure.status() == 404) {
        return Safe.NOTHING;
      }
      throw failure;
    }
  }

  /** Whether the part is complete now. */
  private boolean sendFrom(long offset) throws Interruption, InterruptedException {
    part.checkUnchanged();
    if (offset > part.bytes()) {
      throw new GatewayFailure(
          GatewayFailure.Kind.FILE,
          "the gateway has more of " + part.shown() + " than the file: it was another one");
    }
    try (PartFileStream bytes = new PartFileStream(part, offset, sent)) {
      try {
        return gateway
            .once(request(offset, bytes), GatewayClient.text(), bytes::position, SILENCE_MAX)
            .isTrue("Upload-Complete");
      } catch (GatewayFailure failure) {
        throw declined(failure);
      } finally {
        bytes.checkReadable();
        reached(bytes.position());
      }
    } catch (IOException e) {
      throw part.unreadable(e);
    }
  }

  private HttpRequest.Builder request(long offset, PartFileStream bytes) {
    long length = part.bytes() - offset;
    BodyPublisher body = length == 0 ? noBody() : fromPublisher(ofInputStream(() -> bytes), length);
    HttpRequest.Builder request =
        gateway.request(path()).header("Content-Type", "text/csv").header("Upload-Complete", "?1");
    if (offset > 0) {
      return request.header("Upload-Offset", String.valueOf(offset)).method("PATCH", body);
    }
    return part.isEncoded()
        ? request.header("Content-Encoding", part.encoding()).PUT(body)
        : request.PUT(body);
  }

  /**
   * A conflict ends when the other sender of this part is done, unless the job accepts no parts.
   */
  private GatewayFailure declined(GatewayFailure failure)
      throws Interruption, InterruptedException {
    if (failure.status() == 409
        && RemoteJob.of(gateway.once(gateway.request(job).GET())).state().takesParts()) {
      throw new Interruption(String.valueOf(failure.getMessage()));
    }
    return failure;
  }

  /** Reaching a new offset is progress, even if the part started over. */
  private void reached(long position) {
    if (position > furthest) {
      furthest = position;
      attempts.progress();
    }
  }

  private String path() {
    return job + "/parts/" + part.table() + "/" + part.name();
  }
}
