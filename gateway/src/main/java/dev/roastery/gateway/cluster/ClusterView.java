package dev.roastery.gateway.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.roastery.common.partition.PartitionReport.Use;
import dev.roastery.common.pipeline.PartitionName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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

  /** The same with how many messages wait in the queues of partitions. */
  public ClusterView with(Map<PartitionName, Long> waiting) {
    Map<String, Long> byName =
        waiting.entrySet().stream()
            .collect(Collectors.toMap(each -> each.getKey().toString(), Map.Entry::getValue));
    return new ClusterView(
        workers, partitions.stream().map(each -> each.with(byName.get(each.partition()))).toList());
  }

  /** Whether a node is alive, as far as is known. */
  public enum Life {
    ALIVE,

    /** Its heartbeats have stopped. */
    LOST,

    /** Its last heartbeat said that it stops. */
    STOPPED
  }

  /**
   * A node; what it does not say, because it is of an earlier version, is null.
   *
   * @param node its identity, different at each start
   * @param name for people
   * @param cpu processors that it used since its last heartbeat
   * @param budgetBytes its memory for the working states of jobs; null if that has no limit
   * @param rowsPerSecond that its stages were given before its last heartbeat; null of one that is
   *     not alive
   */
  public record WorkerView(
      String node,
      String name,
      String stage,
      String host,
      long pid,
      Instant started,
      Instant seen,
      @JsonProperty("state") Life life,
      @Nullable Double cpu,
      @Nullable Long heapBytes,
      @Nullable Long heapMaxBytes,
      @Nullable Long budgetBytes,
      @Nullable Long budgetUsedBytes,
      @Nullable Long rowsPerSecond,
      @Nullable Long bytesPerSecond,
      List<Owned> owns) {
    public WorkerView {
      owns = List.copyOf(owns);
    }
  }

  public record Owned(String partition, long epoch) {}

  /**
   * What a partition takes is what its last owner has said last.
   *
   * @param backlog messages that wait in its queue; null if that is not known now
   */
  public record PartitionView(
      String partition,
      @Nullable String owner,
      long epoch,
      long stateBytes,
      long spilledBytes,
      long journalBytes,
      long snapshotAgeMillis,
      @Nullable Long backlog) {

    /** Of a partition that takes nothing worth showing. */
    public PartitionView(String partition, @Nullable String owner, long epoch) {
      this(partition, owner, epoch, 0, 0, 0, 0, null);
    }

    static PartitionView of(String partition, @Nullable String owner, long epoch, Use use) {
      return new PartitionView(
          partition,
          owner,
          epoch,
          use.stateBytes(),
          use.spilledBytes(),
          use.journalBytes(),
          use.snapshotAgeMillis(),
          null);
    }

    PartitionView with(@Nullable Long waiting) {
      return new PartitionView(
          partition,
          owner,
          epoch,
          stateBytes,
          spilledBytes,
          journalBytes,
          snapshotAgeMillis,
          waiting);
    }
  }
}
