package dev.roastery.aggregator;

import dev.roastery.common.partition.Stages;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.process.WorkerCommand;
import picocli.CommandLine.Command;

/** The process of an aggregator. */
@Command(
    name = "aggregator",
    mixinStandardHelpOptions = true,
    description = "Starts an aggregator, a worker that filters and groups rows.")
public final class AggregatorMain extends WorkerCommand {

  public AggregatorMain() {
    super("aggregator", Stages.of(StageKind.AGGREGATOR, new AggregatorStage()));
  }
}
