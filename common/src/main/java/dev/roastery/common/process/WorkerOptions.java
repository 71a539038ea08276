package dev.roastery.common.process;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/**
 * The additional settings of a worker: its number among the nodes of its stage, and its health
 * endpoints.
 */
public final class WorkerOptions {

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "${env:ROASTERY_NODES:-1}",
      description =
          "Number of nodes of this stage, which share its partitions (ROASTERY_NODES,"
              + " ${DEFAULT-VALUE}). A wrong number affects only the balance.")
  private int nodes;

  @Option(
      names = "--node",
      paramLabel = "I",
      defaultValue = "${env:ROASTERY_NODE:--1}",
      description =
          "Number of this node, from 0 (ROASTERY_NODE); -1 takes the first free number, on the"
              + " volume or at the broker.")
  private int node;

  @Option(
      names = "--stuck-after",
      paramLabel = "SECONDS",
      defaultValue = "${env:ROASTERY_STUCK_AFTER:-300}",
      description =
          "Seconds at one message after which the node ends itself (ROASTERY_STUCK_AFTER,"
              + " ${DEFAULT-VALUE}).")
  private int stuckSeconds;

  @Option(
      names = "--health-port",
      paramLabel = "PORT",
      defaultValue = "${env:ROASTERY_HEALTH_PORT:-8081}",
      description =
          "Port of /healthz, /readyz and /metrics (ROASTERY_HEALTH_PORT, ${DEFAULT-VALUE}); 0 is"
              + " any free port, -1 disables them.")
  private int healthPort;

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  void refuseMistakes() {
    if (nodes < 1 || node >= nodes) {
      throw usage("--node " + node + " of --nodes " + nodes + ": nodes are counted from 0");
    }
    if (stuckSeconds < 1) {
      throw usage("--stuck-after is " + stuckSeconds + ", and must be at least 1");
    }
  }

  int nodes() {
    return nodes;
  }

  int node() {
    return node;
  }

  long stuckMillis() {
    return stuckSeconds * 1_000L;
  }

  int healthPort() {
    return healthPort;
  }

  private ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
