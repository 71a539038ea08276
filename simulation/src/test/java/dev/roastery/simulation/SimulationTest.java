package dev.roastery.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoint;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A fixed set of schedules, in every build. {@code -Droastery.simulation.seeds=N} runs more of
 * them; a failing seed is told as a story by {@code ./roastery simulate --seed S}.
 */
class SimulationTest {

  /** Points that a worker passes; the others are the gateway's, or need to be armed. */
  private static final Set<CrashPoint> OF_A_WORKER =
      EnumSet.range(CrashPoint.APPENDED_BEFORE_FORCE, CrashPoint.RECOVERY_BEFORE_REPUBLISH);

  @Test
  void everyScheduleEndsWithTheRightResultsAndNothingElse() {
    long seeds = Long.getLong("roastery.simulation.seeds", 40_000);

    Campaign campaign = Campaign.run(1, seeds, 2, done -> {});

    assertThat(campaign.complaints()).isEmpty();
    assertThat(campaign.tally().schedules()).isEqualTo(seeds);
    assertThat(OF_A_WORKER)
        .allSatisfy(point -> assertThat(campaign.tally().count(point)).isGreaterThan(100));
    System.out.println(campaign.report());
  }

  @Test
  void sameSeedTellsTheSameStory() {
    assertThat(Simulation.tell(4_711)).isEqualTo(Simulation.tell(4_711)).hasSizeGreaterThan(50);
  }

  @Test
  void forceThatDoesNothingIsNoticed() {
    assertThat(Simulation.noticesPlantedBug()).isTrue();
  }
}
