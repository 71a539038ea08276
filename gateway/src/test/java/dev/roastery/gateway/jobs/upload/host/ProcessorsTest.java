package dev.roastery.gateway.jobs.upload.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.share.Share;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** While small parts of others arrive, a large part has its share of the time, and no more. */
class ProcessorsTest {

  private static final UUID LARGE = new UUID(0, 1);
  private static final UUID SMALL = new UUID(0, 2);
  private static final Share ANN = Share.of("ann");
  private static final Share BOB = Share.of("bob");

  private final Semaphore permits = new Semaphore(1);
  private final List<Long> rests = new ArrayList<>();
  private final List<Integer> permitsWhileResting = new ArrayList<>();
  private long now = 1_000;

  private final Processors processors =
      new Processors(
          permits,
          () -> now,
          nanos -> {
            rests.add(nanos);
            permitsWhileResting.add(permits.availablePermits());
          });

  private void small(Share share, UUID job) throws IOException {
    processors.small(share, job, () -> {});
  }

  /** A step that takes 40 ns. */
  private void large(Share share, UUID job) throws IOException {
    processors.large(share, job, () -> now += 40);
  }

  @Test
  void aLargePartThatIsAloneDoesNotRest() throws Exception {
    large(Share.OF_A_JOB, LARGE);
    assertThat(rests).isEmpty();
  }

  @Test
  void besideSmallPartsOfAnotherJobItRestsAsLongAsItsStepTook() throws Exception {
    small(Share.OF_A_JOB, SMALL);
    large(Share.OF_A_JOB, LARGE);
    large(Share.OF_A_JOB, LARGE);
    assertThat(rests).containsExactly(40L, 40L);
    assertThat(permitsWhileResting).as("no other large part steps in").containsExactly(0, 0);
    assertThat(permits.availablePermits()).isEqualTo(1);
  }

  @Test
  void theSmallPartsOfItsOwnJobOrClientAreNoReason() throws Exception {
    small(ANN, SMALL);
    large(ANN, LARGE);
    assertThat(rests).isEmpty();
    now += TimeUnit.SECONDS.toNanos(1);
    small(Share.OF_A_JOB, LARGE);
    large(Share.OF_A_JOB, LARGE);
    assertThat(rests).isEmpty();
  }

  @Test
  void otherSmallPartsAreSeenBetweenThoseOfItsOwnJob() throws Exception {
    small(Share.OF_A_JOB, SMALL);
    small(Share.OF_A_JOB, LARGE);
    small(Share.OF_A_JOB, LARGE);
    large(Share.OF_A_JOB, LARGE);
    assertThat(rests).containsExactly(40L);
  }

  @Test
  void theTwoShareTheTimeByTheirWeights() throws Exception {
    small(new Share("ann", 3), SMALL);
    large(BOB, LARGE);
    assertThat(rests).as("three times as long as its step").containsExactly(40L, 80L);
    assertThat(permitsWhileResting).as("its small weight keeps nobody else").containsExactly(0, 1);
    rests.clear();
    small(ANN, SMALL);
    large(new Share("bob", 4), LARGE);
    assertThat(rests).containsExactly(10L);
  }

  @Test
  void afterAStandstillItDoesNotRestForLong() throws Exception {
    small(ANN, SMALL);
    processors.large(BOB, LARGE, () -> now += TimeUnit.MINUTES.toNanos(5));
    small(ANN, SMALL);
    processors.large(
        BOB,
        LARGE,
        () -> {
          now += TimeUnit.MINUTES.toNanos(5);
          small(ANN, SMALL);
        });
    assertThat(rests).containsExactly(TimeUnit.SECONDS.toNanos(1));
  }

  @Test
  void someTimeAfterTheLastSmallPartItIsAloneAgain() throws Exception {
    small(ANN, SMALL);
    now += TimeUnit.SECONDS.toNanos(1);
    large(BOB, LARGE);
    assertThat(rests).isEmpty();
  }
}
