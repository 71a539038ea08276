package dev.roastery.simulation;

import dev.roastery.simulation.sales.SalesTopology;
import dev.roastery.simulation.scenario.SimulatedTopology;
import dev.roastery.simulation.toy.ToyTopology;
import java.util.SplittableRandom;

/** The topologies that there are; a seed draws the numbers of partitions. */
public enum TopologyKind {
  /** Stages as small as can be: many schedules, for what is around a stage. */
  TOY {
    @Override
    SimulatedTopology draw(SplittableRandom random, long seed) {
      return ToyTopology.draw(random);
    }
  },

  /** The product's own stages, its built-in queries and a few more. */
  SALES {
    @Override
    SimulatedTopology draw(SplittableRandom random, long seed) {
      return SalesTopology.draw(random, seed);
    }

    @Override
    boolean has(SimulatedFault fault) {
      return fault != SimulatedFault.JOB_FAILED;
    }
  };

  abstract SimulatedTopology draw(SplittableRandom random, long seed);

  /** Whether many schedules have that fault; no query of the sales fails. */
  boolean has(SimulatedFault fault) {
    return true;
  }
}
