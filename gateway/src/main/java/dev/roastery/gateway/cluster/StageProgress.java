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
 */
public record StageProgress(
    String stage,
    long received,
    @Nullable Long expected,
    int partitions,
    long stateBytes,
    long spilledBytes,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> stalled) {

  public StageProgress {
    stalled = List.copyOf(stalled);
  }

  /** Of a stage that takes nothing worth showing. */
  public StageProgress(
      String stage, long received, @Nullable Long expected, int partitions, List<String> stalled) {
    this(stage, received, expected, partitions, 0, 0, stalled);
  }

  StageProgress stalledBy(List<String> reasons) {
    return new StageProgress(
        stage, received, expected, partitions, stateBytes, spilledBytes, reasons);
  }
}
