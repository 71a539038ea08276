package dev.roastery.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.pipeline.PartitionName;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When a gateway knows that no message of a job is under way. */
class LostMessagesTest {

  private static final PartitionName FIRST = new PartitionName("aggregator", 0);
  private static final PartitionName OTHER = new PartitionName("aggregator", 1);
  private static final PartitionName LAST = new PartitionName("joiner", 0);

  private final Set<PartitionName> full = new HashSet<>();
  private final Map<PartitionName, Instant> idle = new HashMap<>();
  private final LostMessages messages = new LostMessages(List.of(FIRST, OTHER, LAST));
  private Instant now = Instant.parse("2026-05-01T10:00:00Z");

  private final LostMessages.Cluster cluster =
      new LostMessages.Cluster() {
        @Override
        public boolean isEmpty(PartitionName partition) {
          return !full.contains(partition);
        }

        @Override
        public boolean isIdleSince(PartitionName partition, Instant since) {
          return idle.getOrDefault(partition, Instant.MIN).isAfter(since);
        }
      };

  private boolean look() {
    now = now.plusSeconds(1);
    return messages.look(cluster, now);
  }

  private void idle(PartitionName... partitions) {
    now = now.plusSeconds(1);
    for (PartitionName each : partitions) {
      idle.put(each, now);
    }
  }

  @Test
  void nothingIsUnderWayWhenEachStageWasEmptyAndIdleAfterTheOneBefore() {
    idle(FIRST, OTHER, LAST);
    assertThat(look()).as("what they said before is old").isFalse();
    idle(FIRST, OTHER);
    assertThat(look()).isFalse();
    assertThat(look()).isFalse();
    idle(LAST);
    assertThat(look()).isTrue();
    assertThat(look()).as("for good").isTrue();
  }

  @Test
  void aMessageInAQueueIsUnderWay() {
    full.add(OTHER);
    for (int beat = 0; beat < 5; beat++) {
      idle(FIRST, OTHER, LAST);
      assertThat(look()).isFalse();
    }
    full.clear();
    look();
    idle(OTHER);
    look();
    look();
    idle(LAST);
    assertThat(look()).isTrue();
  }

  @Test
  void aPartitionWithSomethingInHandMayStillSend() {
    look();
    idle(FIRST, LAST);
    for (int beat = 0; beat < 5; beat++) {
      idle(LAST);
      assertThat(look()).isFalse();
    }
  }

  @Test
  void aStageThatWasIdleBeforeTheOneBeforeItMayHaveGotSomethingSince() {
    look();
    idle(LAST);
    idle(FIRST, OTHER);
    look();
    assertThat(look()).isFalse();
    full.add(LAST); // from the first stage
    assertThat(look()).as("it was empty before").isFalse();
    idle(LAST);
    assertThat(look()).as("its owner has taken it and is idle").isTrue();
  }
}
