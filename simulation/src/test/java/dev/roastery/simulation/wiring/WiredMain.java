package dev.roastery.simulation.wiring;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.process.NodeProcess;
import dev.roastery.embedded.LocalCluster;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.process.GatewayMain;
import dev.roastery.gateway.process.GatewayOptions;
import dev.roastery.joiner.JoinerMain;
import dev.roastery.simulation.mutation.Mutant;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A process of the product with a {@link Wiring}: its name, what to start, and the options. */
public final class WiredMain {

  /** Arguments of {@link #main} that say what to start. */
  static final String JOINER = "joiner";

  static final String GATEWAY = "gateway";
  static final String DEV = "dev";

  private WiredMain() {}

  public static void main(String[] words) throws ReflectiveOperationException {
    Mutant product = Wiring.valueOf(words[0]).product();
    Object rest = Arrays.copyOfRange(words, 1, words.length);
    product
        .loadClass(WiredMain.class.getName())
        .getMethod("run", String[].class)
        .invoke(null, rest);
  }

  /** In the loader of the rewritten classes. */
  public static void run(String[] words) throws InterruptedException {
    String[] options = Arrays.copyOfRange(words, 1, words.length);
    switch (words[0]) {
      case JOINER -> new CommandLine(new JoinerMain()).execute(options);
      case GATEWAY -> new CommandLine(new GatewayMain()).execute(options);
      case DEV -> dev(Path.of(options[0]));
      default -> throw new IllegalArgumentException(words[0]);
    }
  }

  /** With a job, so that all partitions get messages. */
  private static void dev(Path state) throws InterruptedException {
    GatewayOptions options = new GatewayOptions();
    new CommandLine(
            CommandSpec.create().addMixin("options", CommandSpec.forAnnotatedObject(options)))
        .parseArgs();
    LocalCluster cluster =
        LocalCluster.start(
            state,
            options.settings(Partitions.usual(Pipeline.STANDARD)),
            Clock.systemUTC(),
            NodeProcess::die);
    cluster.jobs().create("client", JobRequest.standard(), null);
    new CountDownLatch(1).await();
  }
}
