package dev.roastery.simulation;

import dev.roastery.simulation.scenario.SimulatedTopology;
import java.util.SplittableRandom;

/**
 * What one seed is about: sizes, and how likely each fault is. Each seed draws its own, many of
 * them zero, so that faults are met alone as well as together. Chances are in one of a million
 * steps or effects.
 */
record ScheduleParameters(
    SimulatedTopology topology,
    int jobs,
    int nodesPerStage,
    int chaosSteps,
    int groupMax,
    int commitInterval,
    int segmentBytes,
    int cancel,
    int crashAtEffect,
    int crashAtPoint,
    int crashWithinAppend,
    int crashIsPowerLoss,
    int kill,
    int powerLoss,
    int brokerRestart,
    int brokerAlarm,
    int pause,
    int pauseAtEffect,
    int wake,
    int diskFault,
    int timePasses,
    int away,
    int breakOff,
    double duplicates,
    double reorder,
    double delay,
    double webhookTroubles) {

  static final int MILLION = 1_000_000;

  static ScheduleParameters draw(SimulatedTopology topology, SplittableRandom random) {
    return new ScheduleParameters(
        topology,
        SimulatedTopology.few(random, 3),
        1 + random.nextInt(2),
        100 + random.nextInt(400),
        1 + random.nextInt(6),
        1 + random.nextInt(10),
        256 << random.nextInt(5),
        chance(random, 250_000),
        chance(random, 20_000),
        chance(random, 20_000),
        chance(random, 50_000),
        chance(random, MILLION),
        chance(random, 10_000),
        chance(random, 10_000),
        chance(random, 5_000),
        chance(random, 5_000),
        chance(random, 10_000),
        chance(random, 2_000),
        chance(random, 20_000),
        chance(random, 2_000),
        chance(random, 4_000),
        chance(random, 4_000),
        chance(random, 100_000),
        share(random),
        share(random),
        share(random),
        share(random));
  }

  private static int chance(SplittableRandom random, int max) {
    return random.nextInt(5) < 2 ? 0 : random.nextInt(max + 1);
  }

  private static double share(SplittableRandom random) {
    return random.nextInt(5) < 2 ? 0 : random.nextDouble(0.5);
  }
}
