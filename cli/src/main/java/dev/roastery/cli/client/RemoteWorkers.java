package dev.roastery.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** The workers that the gateway has heard of, and the partitions with their owners. */
public record RemoteWorkers(List<Worker> workers, List<Partition> partitions) {

  /** One process; {@code seen} is when its last heartbeat came. */
  public record Worker(String node, String stage, String state, String seen, List<Owned> owns) {}

  public record Owned(String partition) {}

  /** The owner is empty if there is none; an earlier gateway does not say what it takes. */
  public record Partition(
      String partition,
      String owner,
      long stateBytes,
      long spilledBytes,
      long journalBytes,
      long snapshotAgeMillis) {}

  public List<String> unowned() {
    return partitions.stream()
        .filter(each -> each.owner().isEmpty())
        .map(Partition::partition)
        .toList();
  }

  public static RemoteWorkers of(GatewayAnswer answer) {
    JsonNode all = answer.json();
    return new RemoteWorkers(
        GatewayAnswer.list(all.path("workers"), Worker.class),
        GatewayAnswer.list(all.path("partitions"), Partition.class));
  }
}
