package dev.roastery.gateway.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.Heartbeat;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.gateway.cluster.ClusterState.Owner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who owned each partition when the gateway last heard of it, in the file {@code owners.json} of
 * its volume, so that a takeover while it was away is known after its return:
 *
 * <pre>
 *   {"version": 1, "owners": [{"stage": "...", "number": 0, "node": "...", "epoch": 3}, ...]}
 * </pre>
 *
 * It can be missed: no decision needs it, so it is not forced to the disk. It is written when an
 * owner has changed, which is rare.
 */
public final class LastOwners {

  private static final String FILE = "owners.json";
  private static final int VERSION = 1;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Logger log = LoggerFactory.getLogger(LastOwners.class);

  private record LastOwner(String node, long epoch) {}

  private final Disk disk;

  /** Guarded by this. */
  private final Map<PartitionName, LastOwner> owners;

  /** Those of the gateway's life before this one. */
  public LastOwners(Disk disk) {
    this.disk = disk;
    this.owners = read(disk);
  }

  /**
   * The partitions of which this heartbeat is the first sign in this life, and which another node
   * owned in an earlier epoch when the gateway went away.
   */
  synchronized List<PartitionMove> movedMeanwhile(
      ClusterState before, ClusterState after, Heartbeat beat) {
    List<PartitionMove> moves = new ArrayList<>();
    for (PartitionReport report : beat.partitions()) {
      PartitionName partition = report.partition();
      LastOwner last = owners.get(partition);
      Owner now = after.owners().get(partition);
      if (last == null || now == null || before.owners().containsKey(partition)) {
        continue;
      }
      if (!last.node.equals(now.node()) && last.epoch < now.epoch()) {
        moves.add(PartitionMove.unseen(partition, last.node, now.node(), now.epoch()));
      }
    }
    return moves;
  }

  /** Keeps who owns the partitions of this heartbeat now. */
  synchronized void keep(ClusterState after, Heartbeat beat) {
    boolean changed = false;
    for (PartitionReport report : beat.partitions()) {
      Owner now = after.owners().get(report.partition());
      if (now != null) {
        LastOwner latest = new LastOwner(now.node(), now.epoch());
        changed |= !latest.equals(owners.put(report.partition(), latest));
      }
    }
    if (changed) {
      write();
    }
  }

  private void write() {
    ObjectNode root = JSON.createObjectNode().put("version", VERSION);
    ArrayNode all = root.putArray("owners");
    owners.forEach((partition, owner) ->
        all.addObject()
            .put("stage", partition.stage())
            .put("number", partition.number())
            .put("node", owner.node)
            .put("epoch", owner.epoch));
    try {
      byte[] bytes = JSON.writeValueAsBytes(root);
      DurableFiles.replaceUnforced(disk, FILE, file -> file.append(ByteBuffer.wrap(bytes)));
    } catch (IOException e) {
      log.warn("{}: a takeover while the gateway is away may not be told: {}", FILE, e.toString());
    }
  }

  private static Map<PartitionName, LastOwner> read(Disk disk) {
    Map<PartitionName, LastOwner> owners = new TreeMap<>();
    try {
      JsonNode root = JSON.readTree(DurableFiles.read(disk, FILE).orElse(new byte[] {'{', '}'}));
      for (JsonNode each : root.path("version").asInt() == VERSION ? root.path("owners") : root) {
        owners.put(
            new PartitionName(each.required("stage").asText(), each.required("number").asInt()),
            new LastOwner(each.required("node").asText(), each.required("epoch").asLong()));
      }
    } catch (IOException | IllegalArgumentException e) {
      log.warn("{} cannot be read and is written anew: {}", FILE, e.toString());
    }
    return owners;
  }
}
