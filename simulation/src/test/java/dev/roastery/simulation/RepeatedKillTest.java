package dev.roastery.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.simulation.disk.SimulatedDisk;
import dev.roastery.simulation.scenario.SimulatedTopology;
import dev.roastery.simulation.toy.ToyPlan;
import dev.roastery.simulation.toy.ToyTopology;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Every life of every node ends after so many effects, again and again (C35). */
class RepeatedKillTest {

  private static final SimulatedTopology TOY = new ToyTopology(new ToyPlan(1, 1, 1));

  /** So many effects are enough to start, to recover and to get on. */
  private static final int STEP = 80;

  /** A gateway reads all its jobs at its start, and makes sure of each. */
  private static final int GATEWAY_STEP_OF_JOB = 60;

  /** Between two of a life's effects, as often as {@code most}. */
  private static final class Every implements Crashes {
    private final int effects;
    private final int most;
    private final int jobs;
    private final Map<String, Integer> done = new HashMap<>();
    private int crashes;

    Every(int effects, int most, int jobs) {
      this.effects = effects;
      this.most = most;
      this.jobs = jobs;
    }

    @Override
    public boolean after(String life) {
      int last = life.startsWith("gateway") ? effects + jobs * GATEWAY_STEP_OF_JOB : effects;
      boolean now = crashes < most && done.merge(life, 1, Integer::sum) == last;
      crashes += now ? 1 : 0;
      return now;
    }
  }

  /** How often nodes died before all was done, with the right results and nothing else left. */
  private static int deaths(int effects, int most, int jobs) {
    Every every = new Every(effects, most, jobs);
    ScheduleParameters parameters = ExhaustiveTest.quiet(TOY, jobs);
    SplittableRandom random = new SplittableRandom(20_260_101);
    new World(random, parameters, SimulatedDisk::mount, every, new FaultCounts(), new Trace(false))
        .run();
    return every.crashes;
  }

  @Test
  void whoeverLivesForOneStepGetsOnAndComesToTheEnd() {
    for (int effects = STEP; effects <= 2 * STEP; effects++) {
      assertThat(deaths(effects, 500, 6)).as("deaths, every %d effects", effects).isBetween(3, 499);
    }
  }

  /**
   * Otherwise a large job could never end on a machine that dies often: the schedule ends before
   * there were 5,000 deaths, and there were some for each job. How many depends on the seed.
   */
  @Test
  void aStepIsNotLongerForWhoHasMoreToDo() {
    assertThat(deaths(STEP, 5_000, 12)).isBetween(2 * 12, 4_999);
  }

  @Test
  void whoeverDiesSoonerLosesNothingAndGetsOnAsSoonAsThatStops() {
    for (int effects = 1; effects <= 50; effects++) {
      assertThat(deaths(effects, 100, 2)).as("deaths, every %d effects", effects).isEqualTo(100);
    }
  }
}
