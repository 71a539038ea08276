package dev.roastery.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.simulation.disk.PowerLoss;
import dev.roastery.simulation.disk.SimulatedDisk;
import dev.roastery.simulation.sales.OwnQuery;
import dev.roastery.simulation.sales.SalesTopology;
import dev.roastery.simulation.scenario.SimulatedTopology;
import dev.roastery.simulation.toy.ToyPlan;
import dev.roastery.simulation.toy.ToyTopology;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One workload without chance: a node crashes before and after every single effect, alone or with
 * every kind of power loss, and the result is the same each time.
 */
class ExhaustiveTest {

  private static final SimulatedTopology TOY = new ToyTopology(new ToyPlan(2, 1, 1));
  private static final SimulatedTopology SALES =
      new SalesTopology(Partitions.oneEach().with(StageKind.AGGREGATOR, 2))
          .asking(OwnQuery.SELECTS);

  /** Without chance: some jobs and one node a stage, groups of 2, a snapshot each 3. */
  static ScheduleParameters quiet(SimulatedTopology topology, int jobs) {
    return quiet(topology, jobs, Long.MAX_VALUE);
  }

  private static ScheduleParameters quiet(SimulatedTopology topology, int jobs, long memoryBytes) {
    return ScheduleParameters.quiet(
        topology, new ScheduleParameters.Sizes(jobs, 1, 0, 2, 3, 512), memoryBytes);
  }

  /** Crashes at the n-th effect, and counts the effects. */
  private static final class AtEffect implements Crashes {
    private final long at;
    private final @Nullable PowerLoss powerLoss;
    private long asked;
    private boolean crashed;

    AtEffect(long at, @Nullable PowerLoss powerLoss) {
      this.at = at;
      this.powerLoss = powerLoss;
    }

    @Override
    public boolean before(String life) {
      return ask();
    }

    @Override
    public boolean after(String life) {
      return ask();
    }

    private boolean ask() {
      boolean now = ++asked == at;
      crashed |= now;
      return now;
    }

    @Override
    public @Nullable PowerLoss powerLoss() {
      return powerLoss;
    }
  }

  static Stream<Arguments> outcomes() {
    return Stream.concat(
        Stream.of(new Arguments("process killed", null)),
        Stream.of(PowerLoss.values()).map(loss -> new Arguments("power loss " + loss, loss)));
  }

  record Arguments(String name, @Nullable PowerLoss powerLoss) {
    @Override
    public String toString() {
      return name;
    }
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void crashBeforeAndAfterEveryEffectChangesNothing(Arguments outcome) {
    everywhere(TOY, 20_260_101, outcome);
  }

  /** With this seed the job filters, ranks, joins and groups again, and all of it has rows. */
  @Test
  void crashOfARealStageBeforeAndAfterEveryEffectChangesNothing() {
    everywhere(SALES, 20_260_103, new Arguments("real stages, process killed", null));
  }

  /** With no memory for state, also over a power loss that keeps only what is safe. */
  @Test
  void crashOfASpillingStageBeforeAndAfterEveryEffectChangesNothing() {
    everywhere(SALES, 20_260_103, new Arguments("spilling, process killed", null), 0);
    Arguments powerLoss = new Arguments("spilling, power loss", PowerLoss.ALL_DROPPED);
    everywhere(SALES, 20_260_103, powerLoss, 0);
  }

  private static void everywhere(SimulatedTopology topology, long seed, Arguments outcome) {
    everywhere(topology, seed, outcome, Long.MAX_VALUE);
  }

  private static void everywhere(
      SimulatedTopology topology, long seed, Arguments outcome, long memoryBytes) {
    long moments = moments(topology, seed, new AtEffect(0, null), memoryBytes);
    assertThat(moments).isGreaterThan(500);
    for (long at = 1; at <= moments; at++) {
      AtEffect crash = new AtEffect(at, outcome.powerLoss());
      moments(topology, seed, crash, memoryBytes);
      assertThat(crash.crashed).as("crash at moment %d", at).isTrue();
    }
    System.out.println(outcome + ": " + moments + " schedules");
  }

  private static long moments(
      SimulatedTopology topology, long seed, AtEffect crash, long memoryBytes) {
    SplittableRandom random = new SplittableRandom(seed);
    new World(
            random,
            quiet(topology, 1, memoryBytes),
            SimulatedDisk::mount,
            crash,
            new FaultCounts(),
            new Trace(false))
        .run();
    return crash.asked;
  }
}
