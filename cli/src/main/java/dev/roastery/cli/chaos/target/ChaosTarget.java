package dev.roastery.cli.chaos.target;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cluster that faults are injected into. Nodes are called by their stage and a number; the
 * gateway, the broker and the store by these words.
 */
public interface ChaosTarget {

  String GATEWAY = "gateway";
  String BROKER = "broker";
  String STORE = "store";
  String ALL = "all";

  static String stage(String node) {
    return node.replaceFirst("-\\d+$", "");
  }

  URI gateway();

  /** The gateway and the workers. */
  List<String> nodes();

  /** Whether the workers' state is in a store that is one of the cluster. */
  boolean hasStore();

  /** The nodes, and the store if there is one. */
  default List<String> parts() {
    return hasStore() ? Stream.concat(nodes().stream(), Stream.of(STORE)).toList() : nodes();
  }

  /** The partitions that must have an owner, as stage=count,... */
  String partitions();

  /** The size of the spilled files on the volumes now; empty if they cannot be seen from here. */
  OptionalLong spilledBytes() throws IOException;

  /** SIGKILL; returns when it is dead. */
  void kill(String name) throws IOException, InterruptedException;

  /** SIGTERM; returns when it has ended. */
  void stop(String name) throws IOException, InterruptedException;

  /** Starts it, if it is not running; does not wait until it is ready. */
  void start(String name) throws IOException, InterruptedException;

  void pause(String name) throws IOException, InterruptedException;

  void resume(String name) throws IOException, InterruptedException;

  /** Nothing comes through any more between the node and the broker. */
  void stall(String node) throws IOException, InterruptedException;

  void mend(String name) throws IOException, InterruptedException;

  /** Breaks the connections between the node and the broker; new ones come through. */
  void reset(String node) throws IOException, InterruptedException;

  /** From now on each request to the store and each answer takes longer, until {@code mend}. */
  void slowStore() throws IOException, InterruptedException;

  /** Restarts processes that ended by themselves, as a restart policy does, and reports each. */
  List<Ended> supervise() throws IOException, InterruptedException;

  /** A node that was not killed. */
  record Ended(String node, int exitCode) {}

  /** The node that a worker of {@code GET /v1/workers} is, if it is the node's present life. */
  @Nullable String nodeOf(JsonNode worker);

  /** Cleans up: stops everything that was started for this run, and undoes every fault. */
  void cleanUp() throws IOException, InterruptedException;
}
