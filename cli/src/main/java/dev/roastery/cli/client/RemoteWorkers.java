package dev.roastery.cli.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The workers that the gateway has heard of, and the partitions with their owners. */
public record RemoteWorkers(List<Worker> workers, List<Partition> partitions) {

  /**
   * One process; what an earlier gateway does not tell is null or empty.
   *
   * @param seen when its last heartbeat came
   * @param cpu how much of one processor it takes
   */
  public record Worker(
      String node,
      String name,
      String stage,
      String state,
      String started,
      String seen,
      @Nullable Double cpu,
      @Nullable Long heapBytes,
      @Nullable Long heapMaxBytes,
      @Nullable Long rowsPerSecond,
      List<Owned> owns) {

    /** As people know it. */
    public String shown() {
      return name.isEmpty() ? node : name;
    }
  }

  public record Owned(String partition) {}

  /** The owner is empty if there is none; an earlier gateway does not say what it takes. */
  public record Partition(
      String partition,
      String owner,
      long stateBytes,
      long spilledBytes,
      long journalBytes,
      long snapshotAgeMillis,
      @JsonProperty("backlog") @Nullable Long waiting) {}

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
