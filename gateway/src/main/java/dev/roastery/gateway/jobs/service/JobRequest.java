package dev.roastery.gateway.jobs.service;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a client wants computed.
 *
 * @param name a label for people
 * @param queries all built-in ones when empty
 * @param tablesJson a tables document in place of the built-in tables
 * @param maxBadRows how many rows may be skipped
 * @param approval whether a client must approve the job before it runs
 * @param webhook the receiver of a notification when the job has ended
 * @param hints what no result depends on
 * @param buckets where its parts and results are, if in buckets
 */
public record JobRequest(
    @Nullable String name,
    List<QueryChoice> queries,
    @Nullable String tablesJson,
    BadRows badRows,
    MaxBadRows maxBadRows,
    boolean approval,
    @Nullable URI webhook,
    Hints hints,
    Buckets buckets) {

  /** The most that a client may announce: a thousand terabytes. */
  public static final long EXPECTED_BYTES_MAX = 1_000_000_000_000_000L;

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * What a client says about its job, for people who watch it.
   *
   * @param expectedBytes the size of all files that it means to send
   * @param traceparent the trace that the job belongs to (W3C Trace Context)
   */
  public record Hints(@Nullable Long expectedBytes, @Nullable String traceparent) {
    public static final Hints NONE = new Hints(null, null);
  }

  /**
   * What of a job is in buckets of the gateway's.
   *
   * @param from what the addresses of its parts begin with: the gateway reads them itself; null if
   *     a client sends them
   * @param ignore patterns of files there that are not read
   * @param deliverTo what the addresses of its results begin with; null if they only stay here
   */
  public record Buckets(@Nullable String from, List<String> ignore, @Nullable String deliverTo) {

    public static final Buckets NONE = new Buckets(null, List.of(), null);

    public Buckets {
      ignore = List.copyOf(ignore);
    }
  }

  public JobRequest {
    queries = List.copyOf(queries);
  }

  /** Without buckets. */
  public JobRequest(
      @Nullable String name,
      List<QueryChoice> queries,
      @Nullable String tablesJson,
      BadRows badRows,
      MaxBadRows maxBadRows,
      boolean approval,
      @Nullable URI webhook,
      Hints hints) {
    this(name, queries, tablesJson, badRows, maxBadRows, approval, webhook, hints, Buckets.NONE);
  }

  /** Without hints. */
  public JobRequest(
      @Nullable String name,
      List<QueryChoice> queries,
      @Nullable String tablesJson,
      BadRows badRows,
      MaxBadRows maxBadRows,
      boolean approval,
      @Nullable URI webhook) {
    this(name, queries, tablesJson, badRows, maxBadRows, approval, webhook, Hints.NONE);
  }

  /** With the standard limit of bad rows. */
  public JobRequest(
      @Nullable String name,
      List<QueryChoice> queries,
      @Nullable String tablesJson,
      BadRows badRows,
      boolean approval,
      @Nullable URI webhook) {
    this(name, queries, tablesJson, badRows, MaxBadRows.STANDARD, approval, webhook);
  }

  /** All built-in queries with default settings. */
  public static JobRequest standard() {
    return new JobRequest(null, List.of(), null, BadRows.REFUSE, false, null);
  }

  public JobRequest tracedBy(String traceparent) {
    Hints more = new Hints(hints.expectedBytes(), traceparent);
    return new JobRequest(
        name, queries, tablesJson, badRows, maxBadRows, approval, webhook, more, buckets);
  }

  public JobRequest with(Buckets other) {
    return new JobRequest(
        name, queries, tablesJson, badRows, maxBadRows, approval, webhook, hints, other);
  }

  /** A body that asks for the same once more. */
  public String toJson() {
    ObjectNode body = JSON.createObjectNode();
    if (name != null) {
      body.put("name", name);
    }
    if (!queries.isEmpty()) {
      ArrayNode all = body.putArray("queries");
      queries.forEach(query -> addTo(all, query));
    }
    if (tablesJson != null) {
      body.putRawValue("tables", new RawValue(tablesJson));
    }
    body.put("badRows", badRows.name().toLowerCase(Locale.ROOT));
    body.put("maxBadRows", maxBadRows.text()).put("approval", approval);
    if (webhook != null) {
      body.put("webhook", webhook.toString());
    }
    if (hints.expectedBytes() != null) {
      body.put("expectedBytes", hints.expectedBytes());
    }
    if (buckets.from() != null) {
      body.put("from", buckets.from());
    }
    if (!buckets.ignore().isEmpty()) {
      buckets.ignore().forEach(body.putArray("ignore")::add);
    }
    if (buckets.deliverTo() != null) {
      body.put("deliverTo", buckets.deliverTo());
    }
    return body.toString();
  }

  private static void addTo(ArrayNode all, QueryChoice query) {
    ArrayNode _ =
        switch (query) {
          case QueryChoice.BuiltIn(String called) -> all.add(called);
          case QueryChoice.Inline(String json) -> all.addRawValue(new RawValue(json));
        };
  }

  /** A query by name, or the document of one. */
  public sealed interface QueryChoice {
    record BuiltIn(String name) implements QueryChoice {}

    record Inline(String json) implements QueryChoice {}
  }
}
