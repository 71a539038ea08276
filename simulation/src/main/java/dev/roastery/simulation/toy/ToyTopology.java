package dev.roastery.simulation.toy;

import dev.roastery.common.partition.Stage;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.gateway.collect.ResultSink;
import dev.roastery.simulation.scenario.SimulatedTopology;
import dev.roastery.simulation.scenario.Work;
import java.util.SplittableRandom;

/** The toy stages; the gateway and its jobs are real. */
public record ToyTopology(ToyPlan plan) implements SimulatedTopology {

  public static ToyTopology draw(SplittableRandom random) {
    return new ToyTopology(
        new ToyPlan(
            SimulatedTopology.few(random, 3),
            SimulatedTopology.few(random, 2),
            SimulatedTopology.few(random, 2)));
  }

  @Override
  public Partitions partitions() {
    return plan.counts();
  }

  @Override
  public Stage stage(String name, ResultSink results) {
    return switch (name) {
      case "sum" -> new SumStage();
      case "top" -> new TopStage();
      case "join" -> new JoinStage();
      case "collector" -> CollectStage.into(results);
      default -> throw new IllegalArgumentException("no stage " + name);
    };
  }

  /** About two rows. */
  @Override
  public int batchBytes() {
    return 10;
  }

  @Override
  public Work work(SplittableRandom random) {
    return new ToyWork(random);
  }
}
