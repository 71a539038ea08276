package dev.roastery.cli.chaos;

import dev.roastery.cli.chaos.target.ChaosTarget;
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
  /** The store of the workers' state stops for a while, its connections open, and then resumes. */
  STORE_PAUSE,
  /** SIGTERM to the store, and started again with the objects that it had. */
  STORE_RESTART,
  /** Each request to the store and each answer takes a while longer, for a while. */
  STORE_SLOW,
  /** SIGKILL to all processes at once, those of broker and store too, and all started again. */
  POWER;

  /** As it is written in a command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Those of a cluster's nodes and its store, if it has one, that this fault can hit. */
  List<String> victims(List<String> parts) {
    List<String> nodes = parts.stream().filter(part -> !part.equals(ChaosTarget.STORE)).toList();
    return switch (this) {
      case KILL, KILL_RESTART ->
          nodes.stream().filter(node -> !node.equals(ChaosTarget.GATEWAY)).toList();
      case PAUSE, STALL, RESET -> nodes;
      case STORE_PAUSE, STORE_RESTART, STORE_SLOW ->
          parts.stream().filter(ChaosTarget.STORE::equals).toList();
      case BROKER_RESTART, BROKER_KILL, BROKER_PAUSE -> List.of(ChaosTarget.BROKER);
      case GATEWAY_KILL -> List.of(ChaosTarget.GATEWAY);
      case POWER -> List.of(ChaosTarget.ALL);
    };
  }

  /** Whether the fault lasts until it is undone. */
  boolean lasts() {
    return switch (this) {
      case KILL, PAUSE, STALL, BROKER_PAUSE, STORE_PAUSE, STORE_SLOW -> true;
      case KILL_RESTART, RESET, BROKER_RESTART, BROKER_KILL, GATEWAY_KILL, STORE_RESTART, POWER ->
          false;
    };
  }

  /** Whether nobody loses a partition by it, but all that is done takes longer. */
  boolean isOfStore() {
    return switch (this) {
      case STORE_PAUSE, STORE_RESTART, STORE_SLOW -> true;
      case KILL, KILL_RESTART, PAUSE, STALL, RESET -> false;
      case BROKER_RESTART, BROKER_KILL, BROKER_PAUSE, GATEWAY_KILL, POWER -> false;
    };
  }

  /** Whether a worker dies by it, and no other process does. */
  boolean isWorkerKill() {
    return this == KILL || this == KILL_RESTART;
  }
}
