package dev.roastery.cli.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.gateway.jobs.service.JobState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.GZIPInputStream;

/** The jobs that a {@link TestGateway} keeps. A sealed one comes to {@link #end} at once. */
public final class TestJobs {

  /** What becomes of a sealed job. */
  public volatile JobState end = JobState.COMPLETED;

  /** The results of every job. */
  public final Map<String, String> results = new TreeMap<>();

  /** The tables that every job needs. */
  public volatile List<String> tables = List.of("stores");

  /** The ids of the next jobs, if they matter. */
  public final Deque<String> ids = new ArrayDeque<>();

  /** Whether there are events of parts. */
  public volatile boolean tellParts;

  private final Map<String, Job> byKey = new LinkedHashMap<>();

  public synchronized Job create(String key, String request) {
    return byKey.computeIfAbsent(key, _ -> new Job(request));
  }

  synchronized Set<String> keys() {
    return Set.copyOf(byKey.keySet());
  }

  synchronized Optional<Job> find(String id) {
    return byKey.values().stream().filter(job -> job.id.equals(id)).findFirst();
  }

  public synchronized void delete(Job job) {
    byKey.values().remove(job);
  }

  public synchronized List<Job> all() {
    return List.copyOf(byKey.values());
  }

  List<String> texts() {
    return all().stream().map(Job::text).toList();
  }

  /** What came of a part. */
  public static final class Part {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean begun;
    boolean complete;
    private String encoding = "identity";

    void begin(String contentEncoding, boolean anew) {
      begun = true;
      encoding = contentEncoding == null ? "identity" : contentEncoding;
      if (anew) {
        bytes.reset();
      }
    }

    /** A packed one cannot be continued. */
    long offset() {
      return complete || encoding.equals("identity") ? bytes.size() : 0;
    }

    public String text() throws IOException {
      return encoding.equals("gzip")
          ? new String(
              new GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray())).readAllBytes(),
              UTF_8)
          : bytes.toString(UTF_8);
    }
  }

  /** One job. */
  public final class Job {
    public final String id;
    public final String request;
    public final Map<String, Part> parts = new TreeMap<>();
    private final List<String> events = new ArrayList<>();
    private JobState state = JobState.CREATED;
    private int attempt = 1;
    private final boolean approval;

    Job(String request) {
      this.id = ids.isEmpty() ? UUID.randomUUID().toString() : ids.remove();
      this.request = request;
      this.approval = request.contains("\"approval\":true");
      tell("created", "made");
    }

    synchronized Part part(String name) {
      return parts.computeIfAbsent(name, _ -> new Part());
    }

    /** Seal, approve, reject, retry or cancel; false when it is too late for that. */
    synchronized boolean apply(String what) {
      if (what.equals("retry")) {
        return retry();
      }
      if (what.equals("reject")) {
        if (state != JobState.WAITING_FOR_APPROVAL) {
          return false;
        }
        over(JobState.CANCELLED);
      } else if (what.equals("cancel")) {
        if (state.isTerminal()) {
          return false;
        }
        over(JobState.CANCELLED);
      } else if (what.equals("seal") && approval) {
        state = JobState.WAITING_FOR_APPROVAL;
        tell("sealed", "waits for approval");
      } else if (what.equals("seal") && tellParts && state.takesParts()) {
        tell("part_completed", "a part is there");
        state = JobState.RUNNING;
        tell("running", "it runs");
        over(end);
      } else if (state.takesParts() || state == JobState.WAITING_FOR_APPROVAL) {
        state = JobState.RUNNING;
        tell("running", "it runs");
        if (end.isTerminal()) {
          over(end);
        }
      }
      return true;
    }

    private boolean retry() {
      if (attempt > 1 && state.takesParts()) {
        return true;
      }
      if (!state.isTerminal() || state == JobState.COMPLETED) {
        return false;
      }
      attempt++;
      parts.clear();
      state = JobState.CREATED;
      tell("retried", "once more");
      return true;
    }

    public synchronized void over(JobState last) {
      state = last;
      tell(last.name().toLowerCase(java.util.Locale.ROOT), "the end");
    }

    private synchronized void tell(String kind, String text) {
      int seq = events.size() + 1;
      events.add(
          "{\"seq\":%d,\"at\":\"T%d\",\"kind\":\"%s\",\"text\":\"%s\"}"
              .formatted(seq, seq, kind, text));
      notifyAll();
    }

    /** Waits for more events than that, or the end. */
    synchronized void awaitNews(int known) {
      try {
        while (events.size() <= known && !state.isTerminal()) {
          wait();
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException("the gateway is closed", e);
      }
    }

    synchronized List<String> events() {
      return List.copyOf(events);
    }

    synchronized boolean isOver() {
      return state.isTerminal();
    }

    Map<String, String> results() {
      return results;
    }

    String resultsText() {
      List<Map<String, Object>> listed = new ArrayList<>();
      results.forEach((query, csv) ->
          listed.add(
              Map.of(
                  "query",
                  query,
                  "columns",
                  columns(query),
                  "sha256",
                  sha256(csv),
                  "rows",
                  csv.lines().count() - 1,
                  "bytes",
                  csv.length())));
      return json(listed);
    }

    /** Of one query nothing is told, as an older gateway does. */
    private static List<Map<String, Object>> columns(String query) {
      return query.equals("tpv-by-store")
          ? List.of(
              Map.of("name", "half", "type", "half-year"),
              Map.of("name", "store_name", "type", "text"),
              Map.of("name", "tpv", "type", "decimal", "scale", 2))
          : List.of();
    }

    private List<Map<String, Object>> partsShown() {
      List<Map<String, Object>> shown = new ArrayList<>();
      parts.forEach((name, part) -> {
        String[] place = name.split("/", 2);
        shown.add(
            Map.of(
                "table",
                place[0],
                "name",
                place[1],
                "offset",
                part.offset(),
                "complete",
                part.complete));
      });
      return shown;
    }

    public synchronized String text() {
      String reason = isOver() && state != JobState.COMPLETED ? ",\"reason\":\"because\"" : "";
      return "{\"id\":\"%s\",\"attempt\":%d,\"state\":\"%s\"%s,\"tables\":%s,\"rejected\":0,\"parts\":%s,\"progress\":%s,\"results\":%s}"
          .formatted(
              id,
              attempt,
              state,
              reason,
              json(tables),
              json(partsShown()),
              "{\"percent\":100,\"stages\":[{\"stage\":\"aggregator\",\"received\":2,\"expected\":2}]}",
              state == JobState.COMPLETED ? resultsText() : "[]");
    }
  }

  private static String json(Object value) {
    try {
      return TestGateway.JSON.writeValueAsString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha256(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
