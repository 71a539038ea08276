package dev.roastery.embedded;

import dev.roastery.aggregator.AggregatorStage;
import dev.roastery.common.partition.Stages;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.joiner.JoinerStage;
import dev.roastery.maximizer.AbsoluteStage;
import dev.roastery.maximizer.MaximizerStage;
import java.util.Map;

/** The code of all workers' stages, for one process that runs all of them. */
public final class StandardStages {

  private StandardStages() {}

  /** {@code pipeline} is what their jobs pass; it may have stages that are not here. */
  public static Stages workers(Pipeline pipeline) {
    return new Stages(
        Map.of(
            StageKind.AGGREGATOR, new AggregatorStage(pipeline),
            StageKind.MAXIMIZER, new MaximizerStage(pipeline),
            StageKind.ABSOLUTE, new AbsoluteStage(pipeline),
            StageKind.JOINER, new JoinerStage(pipeline)));
  }
}
