package dev.roastery.maximizer;

import dev.roastery.common.partition.Stages;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.process.WorkerCommand;
import picocli.CommandLine.Command;

/** The process of a maximizer. */
@Command(
    name = "maximizer",
    mixinStandardHelpOptions = true,
    description = "Starts a maximizer, a worker that merges and ranks groups.")
public final class MaximizerMain extends WorkerCommand {

  public MaximizerMain() {
    super(
        "maximizer",
        Stages.of(StageKind.MAXIMIZER, new MaximizerStage())
            .with(StageKind.ABSOLUTE, new AbsoluteStage()));
  }
}
