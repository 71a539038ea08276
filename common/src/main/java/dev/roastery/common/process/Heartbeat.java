package dev.roastery.common.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.JobProgress;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionReport.JobCost;
import dev.roastery.common.partition.PartitionReport.JobUse;
import dev.roastery.common.partition.PartitionReport.Use;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.watch.Figures;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The periodic report of a node: that it is alive, which partitions it owns, and the progress of
 * each job. It is JSON, because people read it too and fields may be added.
 *
 * @param stopping the node has been asked to stop; if {@code last}, no further heartbeat follows
 */
public record Heartbeat(
    NodeName node,
    Instant at,
    boolean stopping,
    boolean last,
    List<PartitionReport> partitions,
    Figures figures) {

  /** The queue of all heartbeats. Heartbeats that are not read in time are dropped. */
  public static final String QUEUE = "roastery.monitor";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int WAITS_MAX = 20;

  /** No node sends more, and no more is read. */
  static final int BYTES_MAX = 4 << 20;

  private static final long COUNT_MAX = 1_000_000_000_000L;

  /** Of each partition; no node tells of more. */
  private static final int COSTS_MAX = 1_000;

  /** The year 9999. */
  private static final long MILLIS_MAX = 253_402_300_799_999L;

  /** What a heartbeat says; each kind is for one that would be too long with the one before. */
  private enum Detail {
    ALL,
    WITHOUT_COSTS,
    WITHOUT_WAITS,
    WITHOUT_JOBS
  }

  public Heartbeat {
    partitions = List.copyOf(partitions);
  }

  /** Of a node that does not say what it takes. */
  public Heartbeat(
      NodeName node, Instant at, boolean stopping, boolean last, List<PartitionReport> partitions) {
    this(node, at, stopping, last, partitions, Figures.NONE);
  }

  /** At most {@link #BYTES_MAX}: progress is left out where there are too many jobs to report. */
  public byte[] bytes() {
    for (Detail detail : Detail.values()) {
      byte[] bytes = bytes(detail);
      if (bytes.length <= BYTES_MAX) {
        return bytes;
      }
    }
    return bytes(Detail.WITHOUT_JOBS);
  }

  private byte[] bytes(Detail detail) {
    ObjectNode root = JSON.createObjectNode();
    root.put("stage", node.stage()).put("host", node.host()).put("pid", node.pid());
    root.put("started", node.started().toString()).put("at", at.toString());
    root.put("stopping", stopping).put("last", last);
    root.put("cpu", figures.cpu());
    root.put("heapBytes", figures.heapBytes()).put("heapMaxBytes", figures.heapMaxBytes());
    root.put("budgetBytes", figures.budgetBytes());
    root.put("budgetUsedBytes", figures.budgetUsedBytes());
    root.put("rowsPerSecond", figures.rowsPerSecond());
    root.put("bytesPerSecond", figures.bytesPerSecond());
    ArrayNode all = root.putArray("partitions");
    partitions.forEach(report -> write(report, detail, all.addObject()));
    try {
      return JSON.writeValueAsBytes(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("numbers and texts are always JSON", e);
    }
  }

  private static void write(PartitionReport report, Detail detail, ObjectNode to) {
    to.put("stage", report.partition().stage()).put("number", report.partition().number());
    to.put("epoch", report.epoch()).put("idle", report.idle());
    to.put("stateBytes", report.use().stateBytes());
    to.put("spilledBytes", report.use().spilledBytes());
    to.put("journalBytes", report.use().journalBytes());
    to.put("snapshotAgeMillis", report.use().snapshotAgeMillis());
    if (detail == Detail.ALL) {
      writeCosts(report, to.putArray("costs"));
    }
    ArrayNode jobs = to.putArray("jobs");
    if (detail == Detail.WITHOUT_JOBS) {
      return;
    }
    new TreeMap<>(report.progress())
        .forEach((job, progress) -> {
          ObjectNode each = jobs.addObject();
          each.put("job", job.id().toString()).put("attempt", job.attempt());
          each.put("received", progress.received()).put("expected", progress.expected());
          JobUse use = report.use().jobs().get(job);
          if (use != null) {
            each.put("stateBytes", use.stateBytes()).put("spilledBytes", use.spilledBytes());
          }
          ArrayNode waits = each.putArray("waitsFor");
          report.waitsFor().getOrDefault(job, List.of()).stream()
              .limit(detail == Detail.WITHOUT_WAITS ? 0 : WAITS_MAX)
              .forEach(waits::add);
        });
  }

  private static void writeCosts(PartitionReport report, ArrayNode to) {
    new TreeMap<>(report.costs())
        .forEach((job, cost) -> {
          ObjectNode each = to.addObject();
          each.put("job", job.id().toString()).put("attempt", job.attempt());
          each.put("batches", cost.batches()).put("rows", cost.rows()).put("bytes", cost.bytes());
          each.put("cpuNanos", cost.cpuNanos());
          each.put("firstMillis", cost.firstMillis()).put("lastMillis", cost.lastMillis());
        });
  }

  /** Reads {@link #bytes}; an exception says why the bytes are not a heartbeat. */
  public static Heartbeat parse(byte[] bytes) throws IOException {
    if (bytes.length > BYTES_MAX) {
      throw new IOException(bytes.length + " bytes; a heartbeat has at most " + BYTES_MAX);
    }
    JsonNode root = JSON.readTree(bytes);
    try {
      NodeName node =
          new NodeName(
              root.required("stage").asText(),
              root.required("host").asText(),
              root.required("pid").asLong(),
              Instant.parse(root.required("started").asText()));
      List<PartitionReport> reports = new ArrayList<>();
      root.required("partitions").forEach(each -> reports.add(report(each)));
      return new Heartbeat(
          node,
          Instant.parse(root.required("at").asText()),
          root.required("stopping").asBoolean(),
          root.required("last").asBoolean(),
          reports,
          figures(root));
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      throw new IOException("not a heartbeat: " + e.getMessage(), e);
    }
  }

  /** A node of an earlier version does not say. */
  private static Figures figures(JsonNode json) {
    return new Figures(
        json.path("cpu").asDouble(Figures.UNKNOWN),
        json.path("heapBytes").asLong(Figures.UNKNOWN),
        json.path("heapMaxBytes").asLong(Figures.UNKNOWN),
        json.path("budgetBytes").asLong(Figures.UNKNOWN),
        json.path("budgetUsedBytes").asLong(Figures.UNKNOWN),
        json.path("rowsPerSecond").asLong(Figures.UNKNOWN),
        json.path("bytesPerSecond").asLong(Figures.UNKNOWN));
  }

  private static PartitionReport report(JsonNode json) {
    Map<JobId, JobProgress> progress = new TreeMap<>();
    Map<JobId, List<String>> waitsFor = new TreeMap<>();
    Map<JobId, JobUse> use = new TreeMap<>();
    for (JsonNode each : json.required("jobs")) {
      JobId job = job(each);
      progress.put(
          job,
          new JobProgress(
              count(each.required("received").asLong(), 0),
              count(each.required("expected").asLong(), JobProgress.UNKNOWN)));
      List<String> waits = new ArrayList<>();
      for (JsonNode wait : each.required("waitsFor")) {
        if (waits.size() < WAITS_MAX) {
          waits.add(wait.asText());
        }
      }
      waitsFor.put(job, waits);
      if (each.has("stateBytes")) {
        use.put(job, new JobUse(bytes(each.path("stateBytes")), bytes(each.path("spilledBytes"))));
      }
    }
    return new PartitionReport(
        new PartitionName(json.required("stage").asText(), json.required("number").asInt()),
        json.required("epoch").asLong(),
        progress,
        waitsFor,
        use(json, use),
        json.path("idle").asBoolean(),
        costs(json.path("costs")));
  }

  private static JobId job(JsonNode json) {
    return new JobId(
        UUID.fromString(json.required("job").asText()), json.required("attempt").asInt());
  }

  private static Map<JobId, JobCost> costs(JsonNode json) {
    Map<JobId, JobCost> costs = new TreeMap<>();
    for (JsonNode each : json) {
      if (costs.size() < COSTS_MAX) {
        costs.put(
            job(each),
            new JobCost(
                Math.clamp(each.path("batches").asLong(), 0, COUNT_MAX),
                bytes(each.path("rows")),
                bytes(each.path("bytes")),
                bytes(each.path("cpuNanos")),
                Math.clamp(each.path("firstMillis").asLong(), 0, MILLIS_MAX),
                Math.clamp(each.path("lastMillis").asLong(), 0, MILLIS_MAX)));
      }
    }
    return costs;
  }

  private static long count(long count, long least) {
    if (count < least || count > COUNT_MAX) {
      throw new IllegalArgumentException(count + " batches");
    }
    return count;
  }

  /** Sums of what is believed are no overflow. */
  private static long bytes(JsonNode json) {
    return Math.clamp(json.asLong(), 0, 1L << 50);
  }

  /** A node of an earlier version does not say. */
  private static Use use(JsonNode json, Map<JobId, JobUse> jobs) {
    return new Use(
        bytes(json.path("stateBytes")),
        bytes(json.path("spilledBytes")),
        bytes(json.path("journalBytes")),
        Math.clamp(json.path("snapshotAgeMillis").asLong(), 0, MILLIS_MAX),
        jobs);
  }
}
