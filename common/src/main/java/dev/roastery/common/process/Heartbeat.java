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

  public Heartbeat {
    partitions = List.copyOf(partitions);
  }

  public byte[] bytes() {
    ObjectNode root = JSON.createObjectNode();
    root.put("stage", node.stage()).put("host", node.host()).put("pid", node.pid());
    root.put("started", node.started().toString()).put("at", at.toString());
    root.put("stopping", stopping).put("last", last);
    ArrayNode all = root.putArray("partitions");
    partitions.forEach(report -> write(report, all.addObject()));
    try {
      return JSON.writeValueAsBytes(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("numbers and texts are always JSON", e);
    }
  }

  private static void write(PartitionReport report, ObjectNode to) {
    to.put("stage", report.partition().stage()).put("number", report.partition().number());
    to.put("epoch", report.epoch());
    to.put("stateBytes", report.use().stateBytes());
    to.put("spilledBytes", report.use().spilledBytes());
    to.put("journalBytes", report.use().journalBytes());
    to.put("snapshotAgeMillis", report.use().snapshotAgeMillis());
    ArrayNode jobs = to.putArray("jobs");
    new TreeMap<>(report.progress())
        .forEach((job, progress) -> {
          ObjectNode each = jobs.addObject();
          each.put("job", job.id().toString()).put("attempt", job.attempt());
          each.put("received", progress.received()).put("expected", progress.expected());
          JobUse use = report.use().of(job);
          each.put("stateBytes", use.stateBytes()).put("spilledBytes", use.spilledBytes());
          ArrayNode waits = each.putArray("waitsFor");
          report.waitsFor().getOrDefault(job, List.of()).stream()
              .limit(WAITS_MAX)
              .forEach(waits::add);
        });
  }

  /** Reads {@link #bytes}; an exception says why the bytes are not a heartbeat. */
  public static Heartbeat parse(byte[] bytes) throws IOException {
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
    } catch (IllegalArgumentException | java.time.DateTimeException e) {
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
          new JobProgress(each.required("received").asLong(), each.required("expected").asLong()));
      List<String> waits = new ArrayList<>();
      each.required("waitsFor").forEach(wait -> waits.add(wait.asText()));
      waitsFor.put(job, waits);
      use.put(
          job, new JobUse(each.path("stateBytes").asLong(), each.path("spilledBytes").asLong()));
    }
    return new PartitionReport(
        new PartitionName(json.required("stage").asText(), json.required("number").asInt()),
        json.required("epoch").asLong(),
        progress,
        waitsFor,
        use(json, use));
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
