package dev.roastery.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.pipeline.PartitionName;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionCrashCounterTest {

  private static final PartitionName BAD = new PartitionName("joiner", 1);
  private static final PartitionName GOOD = new PartitionName("joiner", 0);

  @TempDir private Path volume;

  /** Each in a process of its own. */
  private void deaths(FatalReason reason, int count) {
    for (int death = 0; death < count; death++) {
      new PartitionCrashCounter(volume).died(BAD, new Fatal(reason, "two\nlines"));
    }
  }

  private boolean isPutAside(PartitionName partition) {
    return new PartitionCrashCounter(volume).isPutAside(partition);
  }

  @Test
  void aPartitionThatHasEndedFiveNodesInARowIsPutAsideAndNoOther() {
    deaths(FatalReason.JOURNAL_CORRUPT, 4);
    assertThat(isPutAside(BAD)).isFalse();
    deaths(FatalReason.SNAPSHOT_CORRUPT, 1);
    assertThat(isPutAside(BAD)).isTrue();
    assertThat(isPutAside(GOOD)).isFalse();
  }

  @Test
  void whoGetsOnWithItIsNotInARow() {
    deaths(FatalReason.BROKEN_INVARIANT, 4);
    PartitionCrashCounter record = new PartitionCrashCounter(volume);
    record.reported(List.of(new PartitionReport(BAD, 0, Map.of(), Map.of())));
    deaths(FatalReason.BROKEN_INVARIANT, 1);
    assertThat(isPutAside(BAD)).as("nobody had it").isTrue();
    record.reported(List.of(new PartitionReport(BAD, 7, Map.of(), Map.of())));
    deaths(FatalReason.BROKEN_INVARIANT, 4);
    assertThat(isPutAside(BAD)).isFalse();
  }

  @Test
  void whatIsWrongWithTheNodeIsNotThePartitionsFault() {
    deaths(FatalReason.FORCE_FAILED, 10);
    deaths(FatalReason.VOLUME_LOST, 10);
    deaths(FatalReason.FENCED, 10);
    assertThat(isPutAside(BAD)).isFalse();
  }
}
