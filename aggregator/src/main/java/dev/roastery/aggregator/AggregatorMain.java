package dev.roastery.aggregator;

import dev.roastery.common.node.WorkerCommand;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.Routes;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.plan.Partitions;
import java.util.SortedMap;
import picocli.CommandLine.Command;

/** The process of an aggregator. */
@Command(
    name = "aggregator",
    mixinStandardHelpOptions = true,
    description = "Starts an aggregator, a worker that filters and groups rows.")
public final class AggregatorMain extends WorkerCommand {

  public AggregatorMain() {
    super("aggregator");
  }

  @Override
  protected SortedMap<PartitionName, Stage> stages(Partitions partitions) {
    return all(Routes.AGGREGATOR, partitions.aggregators(), new AggregatorStage());
  }
}
