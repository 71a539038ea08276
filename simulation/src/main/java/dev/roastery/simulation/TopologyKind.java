package dev.roastery.simulation;

import dev.roastery.simulation.sales.SalesTopology;
import dev.roastery.simulation.toy.ToyTopology;
import java.util.SplittableRandom;

/** The topologies that there are; a seed draws the numbers of partitions. */
public enum TopologyKind {
  /** Stages as small as can be: many schedules, for what is around a stage. */
  TOY {
    @Override
    Topology draw(SplittableRandom random) {
      return ToyTopology.draw(random);
    }
  },

  /** The product's own stages and its built-in queries. */
  SALES {
    @Override
    Topology draw(SplittableRandom random) {
      return SalesTopology.draw(random);
    }
  };

  abstract Topology draw(SplittableRandom random);

  /** Mostly 1, so that a schedule stays short. */
  public static int few(SplittableRandom random, int max) {
    return random.nextInt(2) == 0 ? 1 : 1 + random.nextInt(max);
  }
}
