package dev.roastery.gateway.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.gateway.jobs.service.SharedPlans;
import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The request of a job and what else is fixed at its creation.
 *
 * @param batchBytes the batch size of its parts, fixed so that a repeated part is cut the same way
 * @param maxBadRows how many rows may be skipped
 * @param key the client's idempotency key; {@code fingerprint} identifies the request
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
    String fingerprint) {

  static final String FILE = "job.json";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** All tables that the queries need. */
  public SortedSet<String> tables() {
    SortedSet<String> tables = new TreeSet<>(plan.facts());
    tables.addAll(plan.references());
    return tables;
  }

  byte[] toBytes() throws IOException {
    ObjectNode json = JSON.createObjectNode();
    json.put("version", 1).put("id", id.toString()).put("client", client).put("name", name);
    json.put("created", created.toString()).put("badRows", badRows.name());
    json.put("batchBytes", batchBytes).put("maxBadRows", maxBadRows.text());
    json.put("approval", approval).put("webhook", webhook == null ? null : webhook.toString());
    json.put("key", key).put("fingerprint", fingerprint).put("plan", plan.toJson());
    return JSON.writeValueAsBytes(json);
  }

  /**
   * @param where for error messages
   * @param pipeline of the plan
   */
  static JobRecord read(byte[] bytes, String where, SharedPlans plans, Pipeline pipeline)
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
        plans.of(plan, () -> JobPlan.read("the plan in " + where, plan, pipeline).orThrow()),
        json.required("batchBytes").asInt(),
        BadRows.valueOf(json.path("badRows").asText()),
        new MaxBadRows(json.path("maxBadRows").asText(MaxBadRows.UNLIMITED.text())),
        json.path("approval").asBoolean(),
        webhook == null ? null : URI.create(webhook),
        json.path("key").textValue(),
        json.path("fingerprint").asText());
  }
}
