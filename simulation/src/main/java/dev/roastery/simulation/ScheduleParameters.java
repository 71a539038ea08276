package dev.roastery.simulation;

import dev.roastery.simulation.scenario.SimulatedTopology;
import java.util.SplittableRandom;

/**
 * The parameters of one seed: sizes, and the probability of each fault. Each seed draws its own,
 * many of them zero, so that faults occur alone as well as together. Chances are in one of a
 * million steps or effects. The order of the components is the order of the draws: another order
 * would give every seed another schedule.
 */
record ScheduleParameters(
    SimulatedTopology topology,
    Sizes sizes,
    Crashing crashing,
    Outages outages,
    Pauses pauses,
    int diskFault,
    Clients clients,
    Deliveries deliveries,
    long memoryBytes) {

  static final int MILLION = 1_000_000;

  record Sizes(
      int jobs,
      int nodesPerStage,
      int chaosSteps,
      int groupMax,
      int commitInterval,
      int segmentBytes) {

    private static Sizes draw(SplittableRandom random) {
      return new Sizes(
          SimulatedTopology.few(random, 3),
          1 + random.nextInt(2),
          200 + random.nextInt(2_000),
          1 + random.nextInt(6),
          1 + random.nextInt(10),
          256 << random.nextInt(5));
    }
  }

  /** That a node crashes at an effect or a crash point; and that its machine loses power then. */
  record Crashing(int atEffect, int atPoint, int withinAppend, int isPowerLoss) {

    static final Crashing NEVER = new Crashing(0, 0, 0, 0);

    private static Crashing draw(SplittableRandom random) {
      return new Crashing(
          chance(random, 20_000),
          chance(random, 20_000),
          chance(random, 50_000),
          chance(random, MILLION));
    }
  }

  /** That something ends in a step. */
  record Outages(int kill, int powerLoss, int brokerRestart, int brokerAlarm) {

    static final Outages NEVER = new Outages(0, 0, 0, 0);

    private static Outages draw(SplittableRandom random) {
      return new Outages(
          chance(random, 10_000),
          chance(random, 10_000),
          chance(random, 5_000),
          chance(random, 5_000));
    }
  }

  /** That a node stands still, in a step or within an effect; and that it wakes. */
  record Pauses(int pause, int atEffect, int wake) {

    static final Pauses NEVER = new Pauses(0, 0, 0);

    private static Pauses draw(SplittableRandom random) {
      return new Pauses(chance(random, 10_000), chance(random, 2_000), chance(random, 20_000));
    }
  }

  /**
   * What a gateway has with its clients, in a step: that much time passes, with the gateway or
   * without it; that a client hangs up during an upload, and changes its mind about a job.
   *
   * @param webhookTroubles probability for a call to a receiver
   */
  record Clients(int timePasses, int away, int breakOff, int cancel, double webhookTroubles) {

    static final Clients PATIENT = new Clients(0, 0, 0, 0, 0);

    private static Clients draw(SplittableRandom random) {
      return new Clients(
          chance(random, 4_000),
          chance(random, 4_000),
          chance(random, 100_000),
          chance(random, 5_000),
          share(random));
    }
  }

  /** Often none, so that all state is spilled at once; more lets runs and memory be mixed. */
  private static long memory(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0, 1 -> 0;
      case 2 -> random.nextInt(6_000);
      default -> Long.MAX_VALUE;
    };
  }

  /** Probabilities for a message. */
  record Deliveries(double duplicates, double reorder, double delay) {

    static final Deliveries IN_ORDER = new Deliveries(0, 0, 0);

    private static Deliveries draw(SplittableRandom random) {
      return new Deliveries(share(random), share(random), share(random));
    }
  }

  static ScheduleParameters draw(SimulatedTopology topology, SplittableRandom random) {
    return new ScheduleParameters(
        topology,
        Sizes.draw(random),
        Crashing.draw(random),
        Outages.draw(random),
        Pauses.draw(random),
        chance(random, 2_000),
        Clients.draw(random),
        Deliveries.draw(random),
        memory(random));
  }

  /** Without any fault. */
  static ScheduleParameters quiet(SimulatedTopology topology, Sizes sizes) {
    return quiet(topology, sizes, Long.MAX_VALUE);
  }

  /** The same with so much memory in each process. */
  static ScheduleParameters quiet(SimulatedTopology topology, Sizes sizes, long memoryBytes) {
    return new ScheduleParameters(
        topology,
        sizes,
        Crashing.NEVER,
        Outages.NEVER,
        Pauses.NEVER,
        0,
        Clients.PATIENT,
        Deliveries.IN_ORDER,
        memoryBytes);
  }

  private static int chance(SplittableRandom random, int max) {
    return random.nextInt(5) < 2 ? 0 : random.nextInt(max + 1);
  }

  private static double share(SplittableRandom random) {
    return random.nextInt(5) < 2 ? 0 : random.nextDouble(0.5);
  }
}
