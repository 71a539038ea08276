package dev.roastery.cli.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One connection that brings a job's events (Server-Sent Events). */
final class EventStream implements AutoCloseable {

  private static final Duration ANSWER_MAX = Duration.ofSeconds(60);
  private static final int WAITING_MAX = 1000;

  /** What came. */
  sealed interface Signal {
    /** {@code data} is the event's JSON. */
    record Event(String id, String kind, String data) implements Signal {}

    /** The gateway is reachable, and has no event. */
    record Ping() implements Signal {}

    /** {@code failure} is null when the gateway ended it. */
    record End(@Nullable IOException failure) implements Signal {}
  }

  private final BlockingQueue<Signal> signals = new ArrayBlockingQueue<>(WAITING_MAX);
  private final InputStream body;
  private final Thread reader;

  private EventStream(InputStream body) {
    this.body = body;
    this.reader = Thread.ofVirtual().name("events").unstarted(this::read);
  }

  /** The id of the last event received; empty to get all events. */
  static EventStream open(GatewayClient gateway, String job, String lastId)
      throws Interruption, InterruptedException {
    HttpRequest.Builder request =
        gateway
            .request(job + "/events")
            .header("Accept", "text/event-stream")
            .timeout(ANSWER_MAX)
            .GET();
    if (!lastId.isEmpty()) {
      request.header("Last-Event-ID", lastId);
    }
    try {
      HttpResponse<InputStream> response =
          gateway.http().send(request.build(), BodyHandlers.ofInputStream());
      if (response.statusCode() != 200) {
        try (InputStream problem = response.body()) {
          String text = new String(problem.readAllBytes(), StandardCharsets.UTF_8);
          gateway.judged(response, text);
          throw new Interruption("the gateway answers " + response.statusCode() + " to events");
        }
      }
      gateway.retryBudget().answered();
      EventStream stream = new EventStream(response.body());
      stream.reader.start();
      return stream;
    } catch (IOException e) {
      throw gateway.interruption(e);
    }
  }

  /** The next signal, or null when there is none for so long. */
  @Nullable Signal next(Duration wait) throws InterruptedException {
    return signals.poll(wait.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void read() {
    try {
      try (var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
        readLines(lines);
        signals.put(new Signal.End(null));
      } catch (IOException e) {
        signals.put(new Signal.End(e));
      }
    } catch (InterruptedException _) {
      // The stream is closed: close() has interrupted us.
      Thread.currentThread().interrupt();
    }
  }

  private void readLines(BufferedReader lines) throws IOException, InterruptedException {
    String id = "";
    String kind = "";
    StringBuilder data = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.isEmpty()) {
        if (!data.isEmpty()) {
          signals.put(new Signal.Event(id, kind, data.toString()));
          data.setLength(0);
        }
      } else if (line.startsWith(":")) {
        signals.put(new Signal.Ping());
      } else if (line.startsWith("data:")) {
        data.append(data.isEmpty() ? "" : "\n").append(value(line));
      } else if (line.startsWith("id:")) {
        id = value(line);
      } else if (line.startsWith("event:")) {
        kind = value(line);
      }
    }
  }

  private static String value(String line) {
    String value = line.substring(line.indexOf(':') + 1);
    return value.startsWith(" ") ? value.substring(1) : value;
  }

  @Override
  public void close() {
    reader.interrupt();
    try {
      body.close();
    } catch (IOException _) {
      // The connection is given up either way.
      reader.interrupt();
    }
  }
}
