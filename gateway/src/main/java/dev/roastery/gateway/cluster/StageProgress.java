package dev.roastery.gateway.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stage's progress in a job, in batches.
 *
 * @param expected null until all senders have announced how many they sent
 * @param stalled what the partitions without progress wait for
 */
public record StageProgress(
    String stage,
    long received,
    @Nullable Long expected,
    int partitions,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> stalled) {

  public StageProgress {
    stalled = List.copyOf(stalled);
  }

  StageProgress stalledBy(List<String> reasons) {
    return new StageProgress(stage, received, expected, partitions, reasons);
  }
}
