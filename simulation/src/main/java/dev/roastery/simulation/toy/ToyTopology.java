package dev.roastery.simulation.toy;

import dev.roastery.common.partition.Stage;
import dev.roastery.common.wire.JobId;
import dev.roastery.simulation.effect.Incarnation;
import dev.roastery.simulation.scenario.ExpectedResults;
import dev.roastery.simulation.scenario.SimulatedTopology;
import dev.roastery.simulation.scenario.Work;
import java.util.List;
import java.util.SplittableRandom;

/** The toy stages; their result is a message to the client. */
public record ToyTopology(ToyPlan plan) implements SimulatedTopology {

  public static ToyTopology draw(SplittableRandom random) {
    return new ToyTopology(
        new ToyPlan(
            SimulatedTopology.few(random, 3),
            SimulatedTopology.few(random, 2),
            SimulatedTopology.few(random, 2)));
  }

  @Override
  public List<Place> places() {
    return List.of(
        new Place("sum", plan.sums()),
        new Place("top", plan.tops()),
        new Place("join", plan.joins()),
        new Place("collector", 1));
  }

  @Override
  public Stage stage(String name, Incarnation life, ExpectedResults results) {
    return switch (name) {
      case "sum" -> new SumStage();
      case "top" -> new TopStage();
      case "join" -> new JoinStage();
      case "collector" -> new CollectStage();
      default -> throw new IllegalArgumentException("no stage " + name);
    };
  }

  @Override
  public Work work(JobId job, SplittableRandom random) {
    return new ToyDataset(job, plan, random);
  }
}
