package dev.roastery.gateway.jobs.profile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.gateway.cluster.PartitionWork;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file {@code profile.json} of a job that has ended:
 *
 * <pre>
 *   {"version": 1, "attempt": 1, "work": [{"stage": "...", "number": 0, "owner": "...",
 *     "batches": 20, "rows": 4000, "bytes": 60000, "cpuNanos": 7000000,
 *     "firstMillis": 1777629600000, "lastMillis": 1777629601000}, ...]}
 * </pre>
 *
 * It can be missed: no decision needs it, so it is not forced to the disk.
 */
final class WorkFile {

  private static final String NAME = "/profile.json";
  private static final int VERSION = 1;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Logger log = LoggerFactory.getLogger(WorkFile.class);

  private final Disk disk;

  WorkFile(Disk disk) {
    this.disk = disk;
  }

  /** Writes it into the folder of a job. */
  void write(String folder, int attempt, Map<PartitionName, PartitionWork> work) {
    ObjectNode root = JSON.createObjectNode().put("version", VERSION).put("attempt", attempt);
    ArrayNode all = root.putArray("work");
    work.forEach((partition, of) ->
        all.addObject()
            .put("stage", partition.stage())
            .put("number", partition.number())
            .put("owner", of.owner())
            .put("batches", of.batches())
            .put("rows", of.rows())
            .put("bytes", of.bytes())
            .put("cpuNanos", of.cpuNanos())
            .put("firstMillis", of.first().toEpochMilli())
            .put("lastMillis", of.last().toEpochMilli()));
    try {
      byte[] bytes = JSON.writeValueAsBytes(root);
      DurableFiles.replaceUnforced(
          disk, folder + NAME, file -> file.append(ByteBuffer.wrap(bytes)));
    } catch (IOException e) {
      log.warn("the profile in {} is not kept: {}", folder, e.toString());
    }
  }

  /** Of that attempt, if it is there and can be read. */
  Optional<SortedMap<PartitionName, PartitionWork>> read(String folder, int attempt) {
    try {
      Optional<byte[]> bytes = DurableFiles.read(disk, folder + NAME);
      if (bytes.isEmpty()) {
        return Optional.empty();
      }
      JsonNode root = JSON.readTree(bytes.get());
      return root.path("version").asInt() == VERSION && root.path("attempt").asInt() == attempt
          ? Optional.of(work(root.path("work")))
          : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      log.warn("the profile in {} cannot be read: {}", folder, e.toString());
      return Optional.empty();
    }
  }

  private static SortedMap<PartitionName, PartitionWork> work(JsonNode all) {
    SortedMap<PartitionName, PartitionWork> work = new TreeMap<>();
    for (JsonNode each : all) {
      work.put(
          new PartitionName(each.required("stage").asText(), each.required("number").asInt()),
          new PartitionWork(
              each.required("owner").asText(),
              each.required("batches").asLong(),
              each.required("rows").asLong(),
              each.required("bytes").asLong(),
              each.required("cpuNanos").asLong(),
              Instant.ofEpochMilli(each.required("firstMillis").asLong()),
              Instant.ofEpochMilli(each.required("lastMillis").asLong())));
    }
    return work;
  }
}
