package dev.roastery.maximizer;

import dev.roastery.common.node.WorkerCommand;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.Routes;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.plan.Partitions;
import java.util.SortedMap;
import picocli.CommandLine.Command;

/** The process of a maximizer. */
@Command(
    name = "maximizer",
    mixinStandardHelpOptions = true,
    description = "Starts a maximizer, a worker that merges and ranks groups.")
public final class MaximizerMain extends WorkerCommand {

  public MaximizerMain() {
    super("maximizer");
  }

  public static void main(String[] arguments) {
    main(new MaximizerMain(), arguments);
  }

  @Override
  protected SortedMap<PartitionName, Stage> stages(Partitions partitions) {
    SortedMap<PartitionName, Stage> all =
        all(Routes.MAXIMIZER, partitions.partialMaximizers(), new MaximizerStage());
    all.putAll(all(Routes.ABSOLUTE, partitions.absoluteMaximizers(), new AbsoluteStage()));
    return all;
  }
}
