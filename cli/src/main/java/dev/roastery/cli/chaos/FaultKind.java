package dev.roastery.cli.chaos;

import java.util.List;
import java.util.Locale;

/** What can be done to a cluster. The order is that of the documents. */
public enum FaultKind {
  /** SIGKILL; stays dead for a while, so that a peer must take over. */
  KILL,
  /** SIGKILL, and started again at once. */
  KILL_RESTART,
  /** Pauses for longer than its heartbeat, and then resumes as if nothing had happened. */
  PAUSE,
  /** Its connections to the broker go silent for a while; neither side is notified. */
  STALL,
  /** Its connections to the broker break. */
  RESET,
  /** SIGTERM to the broker, and started again. */
  BROKER_RESTART,
  /** SIGKILL to the broker, and started again. */
  BROKER_KILL,
  /** The broker stops for a while, its connections open, and then resumes. */
  BROKER_PAUSE,
  /** SIGKILL to the gateway, and started again. */
  GATEWAY_KILL,
  /** SIGKILL to all processes at once, the broker's too, and all started again. */
  POWER;

  /** As it is written in a command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The nodes of a cluster that this fault can hit. */
  List<String> victims(List<String> nodes) {
    return switch (this) {
      case KILL, KILL_RESTART ->
          nodes.stream().filter(node -> !node.equals(ChaosTarget.GATEWAY)).toList();
      case PAUSE, STALL, RESET -> nodes;
      case BROKER_RESTART, BROKER_KILL, BROKER_PAUSE -> List.of(ChaosTarget.BROKER);
      case GATEWAY_KILL -> List.of(ChaosTarget.GATEWAY);
      case POWER -> List.of(ChaosTarget.ALL);
    };
  }

  /** Whether the fault lasts until it is undone. */
  boolean lasts() {
    return switch (this) {
      case KILL, PAUSE, STALL, BROKER_PAUSE -> true;
      case KILL_RESTART, RESET, BROKER_RESTART, BROKER_KILL, GATEWAY_KILL, POWER -> false;
    };
  }
}
