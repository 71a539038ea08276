package dev.roastery.gateway.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.roastery.common.partition.PartitionReport.Use;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes and the owners of partitions, from the last heartbeats. */
public record ClusterView(List<WorkerView> workers, List<PartitionView> partitions) {

  public ClusterView {
    workers = List.copyOf(workers);
    partitions = List.copyOf(partitions);
  }

  /** The partitions that no living node owns. */
  public List<String> unowned() {
    return partitions.stream()
        .filter(each -> each.owner() == null)
        .map(PartitionView::partition)
        .toList();
  }

  /** Whether a node is alive, as far as is known. */
  public enum Life {
    ALIVE,

    /** Its heartbeats have stopped. */
    LOST,

    /** Its last heartbeat said that it stops. */
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

  /** What a partition takes is what its last owner has said last. */
  public record PartitionView(
      String partition,
      @Nullable String owner,
      long epoch,
      long stateBytes,
      long spilledBytes,
      long journalBytes,
      long snapshotAgeMillis) {

    /** Of a partition that takes nothing worth showing. */
    public PartitionView(String partition, @Nullable String owner, long epoch) {
      this(partition, owner, epoch, 0, 0, 0, 0);
    }

    static PartitionView of(String partition, @Nullable String owner, long epoch, Use use) {
      return new PartitionView(
          partition,
          owner,
          epoch,
          use.stateBytes(),
          use.spilledBytes(),
          use.journalBytes(),
          use.snapshotAgeMillis());
    }
  }
}
