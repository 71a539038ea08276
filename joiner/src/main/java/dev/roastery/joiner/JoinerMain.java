package dev.roastery.joiner;

import dev.roastery.common.node.WorkerCommand;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.Routes;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.plan.Partitions;
import java.util.SortedMap;
import picocli.CommandLine.Command;

/** The process of a joiner. */
@Command(
    name = "joiner",
    mixinStandardHelpOptions = true,
    description = "Starts a joiner, a worker that looks up names.")
public final class JoinerMain extends WorkerCommand {

  public JoinerMain() {
    super("joiner");
  }

  public static void main(String[] arguments) {
    main(new JoinerMain(), arguments);
  }

  @Override
  protected SortedMap<PartitionName, Stage> stages(Partitions partitions) {
    return all(Routes.JOINER, partitions.joiners(), new JoinerStage());
  }
}
