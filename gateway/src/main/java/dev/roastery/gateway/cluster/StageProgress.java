package dev.roastery.gateway.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stage's part of a job, in batches.
 *
 * @param expected null while not all senders have said how many they sent
 * @param stalled what partitions wait for that have made no progress for long
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
