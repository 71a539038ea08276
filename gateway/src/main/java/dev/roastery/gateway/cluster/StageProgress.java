package dev.roastery.gateway.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stage's progress in a job, in batches.
 *
 * @param expected null until all senders have announced how many they sent
 * @param stateBytes memory that the job takes in this stage
 * @param spilledBytes what of its state is in files
 * @param stalled what the partitions without progress wait for
 * @param shares of each of its partitions
 */
public record StageProgress(
    String stage,
    long received,
    @Nullable Long expected,
    int partitions,
    long stateBytes,
    long spilledBytes,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> stalled,
    List<PartitionShare> shares) {

  /**
   * One partition's part of the work.
   *
   * @param owner the node that owns it; null while no living one does
   * @param expected null until all senders have announced how many they sent
   */
  public record PartitionShare(
      String partition,
      @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String owner,
      long received,
      @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Long expected) {}

  public StageProgress {
    stalled = List.copyOf(stalled);
    shares = List.copyOf(shares);
  }

  StageProgress stalledBy(List<String> reasons) {
    return new StageProgress(
        stage, received, expected, partitions, stateBytes, spilledBytes, reasons, shares);
  }
}
