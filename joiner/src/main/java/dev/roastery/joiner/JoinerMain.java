package dev.roastery.joiner;

import dev.roastery.common.partition.Stages;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.process.WorkerCommand;
import picocli.CommandLine.Command;

/** The process of a joiner. */
@Command(
    name = "joiner",
    mixinStandardHelpOptions = true,
    description = "Starts a joiner, a worker that looks up names.")
public final class JoinerMain extends WorkerCommand {

  public JoinerMain() {
    super("joiner", Stages.of(StageKind.JOINER, new JoinerStage()));
  }
}
