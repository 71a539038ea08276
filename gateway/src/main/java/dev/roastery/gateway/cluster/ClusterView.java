package dev.roastery.gateway.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who is there, and who has what, as the nodes told last. For people: nothing is decided by it. */
public record ClusterView(List<WorkerView> workers, List<PartitionView> partitions) {

  public ClusterView {
    workers = List.copyOf(workers);
    partitions = List.copyOf(partitions);
  }

  /** What is known of a node's life. */
  public enum Life {
    ALIVE,

    /** It has not been heard of for too long. */
    LOST,

    /** It said that it ends. */
    STOPPED
  }

  public record WorkerView(
      String node,
      String stage,
      String host,
      long pid,
      Instant started,
      Instant seen,
      @JsonProperty("state") Life life,
      List<Owned> owns) {
    public WorkerView {
      owns = List.copyOf(owns);
    }
  }

  public record Owned(String partition, long epoch) {}

  public record PartitionView(String partition, @Nullable String owner, long epoch) {}
}
