package dev.roastery.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.gateway.api.response.ApiJson;
import dev.roastery.gateway.api.response.ApiResponse;
import dev.roastery.gateway.api.response.HttpProblem;
import dev.roastery.gateway.api.server.ApiRequest;
import dev.roastery.gateway.api.server.ConcurrencyLimit;
import dev.roastery.gateway.api.server.HttpLimits;
import dev.roastery.gateway.jobs.service.JobEvent;
import dev.roastery.gateway.jobs.service.JobService;
import dev.roastery.gateway.jobs.service.JobService.Watch;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A job's events: those so far, or those and all that are to come. */
final class EventCalls {

  private static final String STREAM = "text/event-stream";
  private static final Pattern SEQ = Pattern.compile("[0-9]{1,18}");

  private final JobService service;
  private final ConcurrencyLimit watchers;
  private final HttpLimits limits;
  private final Set<Semaphore> awake = ConcurrentHashMap.newKeySet();
  private volatile boolean closing;

  EventCalls(JobService service, ConcurrencyLimit watchers, HttpLimits limits) {
    this.service = service;
    this.watchers = watchers;
    this.limits = limits;
  }

  /** Ends the streams; their clients come again with the id of the last event that they saw. */
  void close() {
    closing = true;
    awake.forEach(Semaphore::release);
  }

  ApiResponse events(ApiRequest call) {
    UUID id = call.id();
    long after = after(call.header("Last-Event-ID"));
    List<JobEvent> known = service.events(call.client(), id, after);
    if (!call.accepts(STREAM)) {
      return ApiResponse.json(200, Map.of("events", known));
    }
    ConcurrencyLimit.Slot slot = watchers.take("");
    return ApiResponse.stream(STREAM, out -> stream(call.client(), id, after, out), slot::close);
  }

  private void stream(String client, UUID id, long after, OutputStream out) throws IOException {
    Semaphore news = new Semaphore(0);
    awake.add(news);
    try (Watch _ = service.watch(client, id, news::release)) {
      long last = after;
      boolean over = false;
      while (!over && !closing) {
        news.drainPermits();
        // Asked before the events: whatever ended the job is then among them.
        over = service.job(client, id).state().isTerminal();
        for (JobEvent event : service.events(client, id, last)) {
          out.write(message(event));
          last = event.seq();
        }
        out.flush();
        if (!over && !closing && !await(news)) {
          out.write(": ping\n\n".getBytes(UTF_8));
        }
      }
    } finally {
      awake.remove(news);
    }
  }

  private boolean await(Semaphore news) throws InterruptedIOException {
    try {
      return news.tryAcquire(limits.pingMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new InterruptedIOException("a request must not be interrupted here");
    }
  }

  private static byte[] message(JobEvent event) {
    String data = ApiJson.text(event);
    return ("id: " + event.seq() + "\nevent: " + event.kind() + "\ndata: " + data + "\n\n")
        .getBytes(UTF_8);
  }

  private static long after(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return -1;
    }
    if (!SEQ.matcher(text).matches()) {
      throw HttpProblem.invalid("Last-Event-ID must be the number of an event");
    }
    return Long.parseLong(text);
  }
}
