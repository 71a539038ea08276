package dev.roastery.common.process;

import dev.roastery.common.broker.rabbit.RabbitSettings;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/**
 * The settings of every node, including the gateway: each is an option and an environment variable.
 */
public final class NodeOptions {

  @Option(
      names = "--amqp",
      paramLabel = "URI",
      defaultValue = "${env:ROASTERY_AMQP:-amqp://localhost:5672}",
      description =
          "Address of the broker: amqp://HOST:PORT/VHOST, or amqps:// for TLS (variable"
              + " ROASTERY_AMQP, ${DEFAULT-VALUE}).")
  private String amqp = "";

  @Option(
      names = "--amqp-user",
      paramLabel = "NAME",
      defaultValue = "${env:ROASTERY_AMQP_USER}",
      description = "User at the broker (ROASTERY_AMQP_USER), if the URI does not name one.")
  private @Nullable String user;

  @Option(
      names = "--amqp-password-file",
      paramLabel = "FILE",
      defaultValue = "${env:ROASTERY_AMQP_PASSWORD_FILE}",
      description =
          "File whose first line is the password (ROASTERY_AMQP_PASSWORD_FILE);"
              + " ROASTERY_AMQP_PASSWORD can hold the password itself.")
  private @Nullable Path passwordFile;

  @Option(
      names = "--heartbeat",
      paramLabel = "SECONDS",
      defaultValue = "${env:ROASTERY_HEARTBEAT:-2}",
      description =
          "Seconds between heartbeats to the broker and to the gateway (ROASTERY_HEARTBEAT,"
              + " ${DEFAULT-VALUE}).")
  private int heartbeatSeconds;

  @Option(
      names = "--state",
      paramLabel = "DIR",
      defaultValue = "${env:ROASTERY_STATE:-state}",
      description =
          "Folder of the volume; the nodes of a stage share one (ROASTERY_STATE,"
              + " ${DEFAULT-VALUE}).")
  private Path state = Path.of("");

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
          "Partition (such as aggregator-0) whose volume is lost for good: it starts empty. Its"
              + " jobs will stall; cancel them (ROASTERY_ACCEPT_LOST_VOLUME).")
  private @Nullable List<String> lost;

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  public Set<String> lostAccepted() {
    return lost == null
        ? Set.of()
        : lost.stream().filter(each -> !each.isBlank()).collect(Collectors.toUnmodifiableSet());
  }

  public Path state() {
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
    return usual.withHeartbeatSeconds(heartbeatSeconds);
  }

  private String uri() {
    try {
      return BrokerAddress.uri(amqp, user, passwordFile);
    } catch (IllegalArgumentException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
  }

  private ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
