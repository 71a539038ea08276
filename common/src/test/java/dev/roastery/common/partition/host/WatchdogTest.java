package dev.roastery.common.partition.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.pipeline.PartitionName;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WatchdogTest {

  private static final PartitionName ONE = new PartitionName("tally", 1);
  private static final PartitionName TWO = new PartitionName("tally", 2);
  private static final JobId JOB = new JobId(new UUID(0, 1), 1);
  private static final PartitionListener NOBODY = new PartitionListener() {};

  private final List<Fatal> fatals = new ArrayList<>();
  private long nanos;
  private final Watchdog dog = new Watchdog(NOBODY, 1_000, () -> nanos, fatals::add);

  private void after(long millis) {
    nanos += millis * 1_000_000;
    dog.look();
  }

  @Test
  void aStageThatDoesNotComeBackEndsTheProcessOnceWithItsOwnCode() {
    dog.applying(ONE, JOB);
    after(999);
    assertThat(fatals).isEmpty();

    after(1);
    after(5_000);

    assertThat(fatals)
        .singleElement()
        .satisfies(fatal -> {
          assertThat(fatal.reason()).isEqualTo(FatalReason.STUCK);
          assertThat(fatal).hasMessageContaining("partition tally-1 has been at one message");
        });
  }

  @Test
  void manyMessagesAndIdlenessAreNoLoop() {
    for (int message = 0; message < 10; message++) {
      dog.applying(ONE, JOB);
      dog.applying(TWO, JOB);
      after(900);
      dog.applied(ONE);
      dog.applied(TWO);
    }
    after(100_000);
    assertThat(fatals).isEmpty();
  }

  @Test
  void itLooksByItself() {
    CompletableFuture<Fatal> bitten = new CompletableFuture<>();
    try (Watchdog started = Watchdog.started(NOBODY, 20, bitten::complete)) {
      started.applying(ONE, JOB);
      await().until(bitten::isDone);
    }
    assertThat(bitten.join().reason().exitCode()).isEqualTo(71);
  }
}
