package dev.roastery.common.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.message.JobId;
import dev.roastery.common.share.Share;
import dev.roastery.common.spill.MemoryBudget.Holding;
import dev.roastery.testkit.HeapSpillStore;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {

  private final MemoryBudget budget = MemoryBudget.of(900);

  private static JobId job(long number) {
    return new JobId(new UUID(3, number), 1);
  }

  private Holding holding(long job, long bytes) {
    return holding(Share.OF_A_JOB, job, bytes);
  }

  private Holding holding(Share share, long job, long bytes) {
    Holding holding = budget.hold(share, job(job));
    holding.holds(bytes);
    return holding;
  }

  @Test
  void aJobThatIsAloneHasAll() {
    Holding alone = holding(1, 900);
    assertThat(alone.isOver()).isFalse();
    alone.holds(901);
    assertThat(alone.isOver()).isTrue();
  }

  @Test
  void aLargeJobGivesWayWhenOthersComeAndTheyDoNot() {
    Holding large = holding(1, 800);
    Holding small = holding(2, 101);
    assertThat(large.isOver()).isTrue();
    assertThat(small.isOver()).isFalse();
    large.holds(799);
    assertThat(large.isOver()).isFalse();
  }

  @Test
  void whatSmallJobsLeaveOfTheirSharesGoesToTheLarge() {
    Holding tiny = holding(1, 100);
    Holding medium = holding(2, 395);
    Holding large = holding(3, 410); // 900 - 100 is for two
    assertThat(tiny.isOver()).isFalse();
    assertThat(medium.isOver()).isFalse();
    assertThat(large.isOver()).isTrue();
  }

  @Test
  void theJobsOfAClientDivideItsShare() {
    Share ann = Share.of("ann");
    Holding small = holding(ann, 1, 100);
    Holding large = holding(ann, 2, 351); // 900 is for two, so 350 are left of ann's 450
    Holding bob = holding(Share.of("bob"), 3, 450);
    assertThat(small.isOver()).isFalse();
    assertThat(large.isOver()).isTrue();
    assertThat(bob.isOver()).isFalse();
    large.holds(350);
    bob.holds(451);
    assertThat(large.isOver()).isFalse();
    assertThat(bob.isOver()).isTrue();
  }

  @Test
  void aClientOfMoreWeightIsDueMore() {
    Holding heavy = holding(new Share("ann", 8), 1, 801);
    Holding light = holding(Share.of("bob"), 2, 100);
    assertThat(heavy.isOver()).isTrue();
    assertThat(light.isOver()).isFalse();
    heavy.holds(800);
    light.holds(101);
    assertThat(heavy.isOver()).isFalse();
    assertThat(light.isOver()).isTrue();
  }

  @Test
  void ofAJobTheSmallPartsNeedNotSpill() {
    Holding most = holding(1, 1_000);
    Holding little = holding(1, 10);
    assertThat(most.isOver()).isTrue();
    assertThat(little.isOver()).isFalse();
  }

  @Test
  void whatAJobHeldIsFreeWhenItHasEnded() {
    Holding first = holding(1, 800);
    Holding second = holding(2, 800);
    assertThat(second.isOver()).isTrue();
    first.close();
    assertThat(second.isOver()).isFalse();
    assertThat(budget.held()).containsOnlyKeys(job(2));
  }

  @Test
  void aJobThatNeedsMoreDiskThanItMayHaveFailsAlone() {
    MemoryBudget limited = new MemoryBudget(0, 100);
    HeapSpillStore store = new HeapSpillStore();
    JobSpace one = new JobSpace("aggregator-0", job(1), limited, store);
    JobSpace elsewhere = new JobSpace("aggregator-1", job(1), limited, store);
    JobSpace other = new JobSpace("aggregator-0", job(2), limited, store);
    SpillStore.Growing first = one.create();
    first.append(new byte[60]);
    one.adopt(new SpilledFile("spill-1-9", 60, 0));
    assertThatThrownBy(() -> elsewhere.create().append(new byte[41]))
        .isInstanceOf(JobFailure.class)
        .hasMessage(
            "it needs more disk than a job may have in one process: at aggregator-1 it has spilled"
                + " 101 bytes, and the limit is 100; ask for fewer groups or rows, or raise"
                + " --job-disk");
    other.create().append(new byte[100]);
    one.close();
    elsewhere.create().append(new byte[41]);
  }
}
