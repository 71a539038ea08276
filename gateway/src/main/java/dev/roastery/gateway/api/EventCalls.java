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
  private static final int LIMIT_MAX = 99_999;
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
    if (!call.accepts(STREAM)) {
      return ApiResponse.json(200, Map.of("events", listed(call, id, after)));
    }
    var _ = service.jobWithoutParts(call.client(), id); // refused before the stream begins
    ConcurrencyLimit.Slot slot = watchers.take("");
    return ApiResponse.stream(STREAM, out -> stream(call.client(), id, after, out), slot::close);
  }

  private List<JobEvent> listed(ApiRequest call, UUID id, long after) {
    String limit = call.query().get("limit");
    String before = call.query().get("before");
    return limit == null && before == null
        ? service.events(call.client(), id, after)
        : service.eventsBefore(call.client(), id, before(before), limit(limit));
  }

  private static int limit(@Nullable String text) {
    if (text != null && !text.matches("[1-9][0-9]{0,4}")) {
      throw HttpProblem.invalid("limit must be a whole number from 1 to " + LIMIT_MAX);
    }
    return text == null ? LIMIT_MAX : Integer.parseInt(text);
  }

  private static long before(@Nullable String text) {
    if (text != null && !SEQ.matcher(text).matches()) {
      throw HttpProblem.invalid("before must be the number of an event");
    }
    return text == null ? Long.MAX_VALUE : Long.parseLong(text);
  }

  ApiResponse profile(ApiRequest call) {
    return ApiResponse.json(200, service.profile(call.client(), call.id()));
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
        over = service.jobWithoutParts(client, id).state().isTerminal();
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
