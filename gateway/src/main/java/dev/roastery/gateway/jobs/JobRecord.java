package dev.roastery.gateway.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.gateway.jobs.service.JobRequest.Buckets;
import dev.roastery.gateway.jobs.service.JobRequest.Hints;
import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The request of a job and what else is fixed at its creation.
 *
 * @param batchBytes the batch size of its parts, fixed so that a repeated part is cut the same way
 * @param maxBadRows how many rows may be skipped
 * @param key the client's idempotency key; {@code fingerprint} identifies the request
 * @param hints what no result depends on; none in those of older releases
 * @param buckets where its parts and results are, if in buckets
 */
public record JobRecord(
    UUID id,
    String client,
    @Nullable String name,
    Instant created,
    JobPlan plan,
    int batchBytes,
    BadRows badRows,
    MaxBadRows maxBadRows,
    boolean approval,
    @Nullable URI webhook,
    @Nullable String key,
    String fingerprint,
    Hints hints,
    Buckets buckets) {

  static final String FILE = "job.json";

  private static final ObjectMapper JSON = new ObjectMapper();

  public List<String> queryNames() {
    return plan.queries().stream().map(BoundQuery::name).toList();
  }

  /** All tables that the queries need. */
  public SortedSet<String> tables() {
    SortedSet<String> tables = new TreeSet<>(plan.facts());
    tables.addAll(plan.references());
    return tables;
  }

  /**
   * As it is kept.
   *
   * @param request a body that asks for the same once more; it is read when somebody asks for it
   */
  byte[] toBytes(String request) throws IOException {
    ObjectNode json = JSON.createObjectNode();
    json.put("version", 1).put("id", id.toString()).put("client", client).put("name", name);
    json.put("created", created.toString()).put("badRows", badRows.name());
    json.put("batchBytes", batchBytes).put("maxBadRows", maxBadRows.text());
    json.put("approval", approval).put("webhook", webhook == null ? null : webhook.toString());
    json.put("key", key).put("fingerprint", fingerprint).put("plan", plan.toJson());
    json.put("expectedBytes", hints.expectedBytes()).put("traceparent", hints.traceparent());
    if (!buckets.equals(Buckets.NONE)) {
      json.put("from", buckets.from()).put("deliverTo", buckets.deliverTo());
      buckets.ignore().forEach(json.putArray("ignore")::add);
    }
    json.put("request", request);
    return JSON.writeValueAsBytes(json);
  }

  /** The kept request. That of an older release is put together from what is known. */
  String request(byte[] bytes) throws IOException {
    String kept = JSON.readTree(bytes).path("request").textValue();
    return kept == null ? EarlierRequest.of(this) : kept;
  }

  private static Hints hints(JsonNode json) {
    JsonNode bytes = json.path("expectedBytes");
    return new Hints(
        bytes.isNumber() ? bytes.longValue() : null, json.path("traceparent").textValue());
  }

  private static Buckets buckets(JsonNode json) {
    List<String> ignore = new ArrayList<>();
    json.path("ignore").forEach(glob -> ignore.add(glob.asText()));
    return new Buckets(json.path("from").textValue(), ignore, json.path("deliverTo").textValue());
  }

  /**
   * @param where for error messages
   * @param plans gives the plan with that JSON, and may read it
   * @param pipeline of the plan
   */
  static JobRecord read(
      byte[] bytes,
      String where,
      BiFunction<String, Supplier<JobPlan>, JobPlan> plans,
      Pipeline pipeline)
      throws IOException {
    JsonNode json = JSON.readTree(bytes);
    if (json.path("version").asInt() != 1) {
      throw new IOException(where + " was written by a newer version");
    }
    String webhook = json.path("webhook").textValue();
    String plan = json.path("plan").asText();
    return new JobRecord(
        UUID.fromString(json.path("id").asText()),
        json.path("client").asText(),
        json.path("name").textValue(),
        Instant.parse(json.path("created").asText()),
        plans.apply(plan, () -> JobPlan.read("the plan in " + where, plan, pipeline).orThrow()),
        json.required("batchBytes").asInt(),
        BadRows.valueOf(json.path("badRows").asText()),
        new MaxBadRows(json.path("maxBadRows").asText(MaxBadRows.UNLIMITED.text())),
        json.path("approval").asBoolean(),
        webhook == null ? null : URI.create(webhook),
        json.path("key").textValue(),
        json.path("fingerprint").asText(),
        hints(json),
        buckets(json));
  }
}
