package dev.roastery.common.process;

import dev.roastery.common.broker.rabbit.RabbitSettings;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.process.state.WorkerState;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/**
 * The settings of every node, including the gateway: each is an option and an environment variable.
 */
public final class NodeOptions {

  @Mixin private BrokerAddress broker = new BrokerAddress();

  @Option(
      names = "--heartbeat",
      paramLabel = "SECONDS",
      defaultValue = "${env:ROASTERY_HEARTBEAT:-2}",
      description =
          "Seconds between heartbeats to the broker and to the gateway (ROASTERY_HEARTBEAT,"
              + " ${DEFAULT-VALUE}).")
  private int heartbeatSeconds;

  @Option(
      names = "--confirm-limit",
      paramLabel = "SECONDS",
      defaultValue = "${env:ROASTERY_CONFIRM_LIMIT:-15}",
      description =
          "A broker that owes a confirmation for this long is left for another of its nodes"
              + " (ROASTERY_CONFIRM_LIMIT, ${DEFAULT-VALUE}).")
  private int confirmSeconds;

  @Option(
      names = "--state",
      paramLabel = "PLACE",
      defaultValue = "${env:ROASTERY_STATE:-state}",
      description =
          "Folder of the volume, which the nodes of a stage share; or, for workers, an object"
              + " store: s3://BUCKET/PREFIX (ROASTERY_STATE, ${DEFAULT-VALUE}).")
  private String state = "";

  @Option(
      names = "--partitions",
      paramLabel = "STAGE=N",
      split = ",",
      defaultValue = "${env:ROASTERY_PARTITIONS:-" + Pipeline.STANDARD_PARTITIONS + "}",
      description =
          "Number of partitions of each stage for new jobs; existing jobs keep theirs. Must be the"
              + " same for all nodes (ROASTERY_PARTITIONS, ${DEFAULT-VALUE}).")
  private Map<String, Integer> partitions = new TreeMap<>();

  @Option(
      names = "--accept-lost-volume",
      paramLabel = "PARTITION",
      split = ",",
      defaultValue = "${env:ROASTERY_ACCEPT_LOST_VOLUME}",
      description =
          "Partition (such as aggregator-0) whose volume is lost for good: it starts empty, and"
              + " the jobs that it had fail (ROASTERY_ACCEPT_LOST_VOLUME).")
  private @Nullable List<String> lost;

  @Option(
      names = "--accept-lost-broker",
      defaultValue = "${env:ROASTERY_ACCEPT_LOST_BROKER:-false}",
      description =
          "The broker has lost its queues for good: partitions continue with their volumes, and the"
              + " gateway fails the open jobs (ROASTERY_ACCEPT_LOST_BROKER).")
  private boolean lostBroker;

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  public Set<String> lostAccepted() {
    return lost == null
        ? Set.of()
        : lost.stream().filter(each -> !each.isBlank()).collect(Collectors.toUnmodifiableSet());
  }

  public boolean lostBrokerAccepted() {
    return lostBroker;
  }

  /** The folder of the volume, of a node that needs one. */
  public Path folder() {
    if (WorkerState.isStore(state)) {
      throw usage(
          "--state is '"
              + state
              + "': a gateway keeps its jobs in a folder, and only workers can"
              + " keep theirs in a store");
    }
    try {
      return Path.of(state);
    } catch (InvalidPathException e) {
      throw usage("--state is no path of a folder: " + e.getReason());
    }
  }

  /** A folder, or the address of a store. */
  String state() {
    return state;
  }

  public long heartbeatMillis() {
    return heartbeatSeconds * 1_000L;
  }

  public Partitions partitions() {
    try {
      return Partitions.usual(Pipeline.STANDARD).with(partitions);
    } catch (IllegalArgumentException e) {
      throw usage("--partitions: " + e.getMessage());
    }
  }

  /** Where the broker is, and with what patience. */
  public RabbitSettings rabbit(NodeName node) {
    if (heartbeatSeconds < 1 || heartbeatSeconds > 60) {
      throw usage("--heartbeat is " + heartbeatSeconds + ", not from 1 to 60");
    }
    RabbitSettings usual;
    try {
      usual = RabbitSettings.of(uri(), node.toString());
    } catch (IllegalArgumentException e) {
      throw usage("--amqp: " + e.getMessage());
    }
    if (confirmSeconds < 5 || confirmSeconds > 600) {
      throw usage("--confirm-limit is " + confirmSeconds + ", not from 5 to 600");
    }
    return usual.withTimeouts(heartbeatSeconds, confirmSeconds * 1_000L);
  }

  private String uri() {
    try {
      return broker.uri();
    } catch (IllegalArgumentException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
  }

  ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
