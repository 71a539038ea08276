package dev.roastery.common.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.JobProgress;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionReport.JobUse;
import dev.roastery.common.partition.PartitionReport.Use;
import dev.roastery.common.pipeline.PartitionName;
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
    NodeName node, Instant at, boolean stopping, boolean last, List<PartitionReport> partitions) {

  /** The queue of all heartbeats. Heartbeats that are not read in time are dropped. */
  public static final String QUEUE = "roastery.monitor";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int WAITS_MAX = 20;

  /** No node sends more, and no more is read. */
  static final int BYTES_MAX = 4 << 20;

  private static final long COUNT_MAX = 1_000_000_000_000L;

  /** What a heartbeat says; each kind is for one that would be too long with the one before. */
  private enum Detail {
    ALL,
    WITHOUT_WAITS,
    WITHOUT_JOBS
  }

  public Heartbeat {
    partitions = List.copyOf(partitions);
  }

  /** At most {@link #BYTES_MAX}: progress is left out where there are too many jobs to report. */
  public byte[] bytes() {
    byte[] bytes = bytes(Detail.ALL);
    if (bytes.length > BYTES_MAX) {
      bytes = bytes(Detail.WITHOUT_WAITS);
    }
    return bytes.length > BYTES_MAX ? bytes(Detail.WITHOUT_JOBS) : bytes;
  }

  private byte[] bytes(Detail detail) {
    ObjectNode root = JSON.createObjectNode();
    root.put("stage", node.stage()).put("host", node.host()).put("pid", node.pid());
    root.put("started", node.started().toString()).put("at", at.toString());
    root.put("stopping", stopping).put("last", last);
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
    ArrayNode jobs = to.putArray("jobs");
    if (detail == Detail.WITHOUT_JOBS) {
      return;
    }
    new TreeMap<>(report.progress())
        .forEach((job, progress) -> {
          ObjectNode each = jobs.addObject();
          each.put("job", job.id().toString()).put("attempt", job.attempt());
          each.put("received", progress.received()).put("expected", progress.expected());
          JobUse use = report.use().of(job);
          each.put("stateBytes", use.stateBytes()).put("spilledBytes", use.spilledBytes());
          ArrayNode waits = each.putArray("waitsFor");
          report.waitsFor().getOrDefault(job, List.of()).stream()
              .limit(detail == Detail.ALL ? WAITS_MAX : 0)
              .forEach(waits::add);
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
          reports);
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      throw new IOException("not a heartbeat: " + e.getMessage(), e);
    }
  }

  private static PartitionReport report(JsonNode json) {
    Map<JobId, JobProgress> progress = new TreeMap<>();
    Map<JobId, List<String>> waitsFor = new TreeMap<>();
    Map<JobId, JobUse> use = new TreeMap<>();
    for (JsonNode each : json.required("jobs")) {
      JobId job =
          new JobId(
              UUID.fromString(each.required("job").asText()), each.required("attempt").asInt());
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
      use.put(job, new JobUse(bytes(each.path("stateBytes")), bytes(each.path("spilledBytes"))));
    }
    return new PartitionReport(
        new PartitionName(json.required("stage").asText(), json.required("number").asInt()),
        json.required("epoch").asLong(),
        progress,
        waitsFor,
        use(json, use),
        json.path("idle").asBoolean());
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
        json.path("stateBytes").asLong(),
        json.path("spilledBytes").asLong(),
        json.path("journalBytes").asLong(),
        json.path("snapshotAgeMillis").asLong(),
        jobs);
  }
}
