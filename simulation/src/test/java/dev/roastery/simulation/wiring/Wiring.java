package dev.roastery.simulation.wiring;

import dev.roastery.common.partition.host.PartitionHost;
import dev.roastery.common.process.NodeProcess;
import dev.roastery.common.process.WorkerCommand;
import dev.roastery.embedded.LocalCluster;
import dev.roastery.gateway.process.Gateway;
import dev.roastery.simulation.mutation.Mutant;

/** A main as it is, or with one connection taken out. */
enum Wiring {
  COMPLETE(null, "", "", ""),
  WORKER_WITHOUT_WATCHDOG(WorkerCommand.class, "call", "started", "unwatched"),
  WORKER_WITHOUT_DEAD_LETTERS(WorkerCommand.class, "call", "open", ""),
  WORKER_CLOSES_ITS_HEART_FIRST(WorkerCommand.class, "call", "stopping", "closeAtOnce"),
  WORKER_WAITS_FOR_BUSY_PARTITIONS(PartitionHost.class, "saidBy", "await", "awaitForEver"),
  GATEWAY_WITHOUT_WATCHDOG(Gateway.class, "open", "started", "unwatched"),
  GATEWAY_CLOSES_ITS_HEART_FIRST(Gateway.class, "stopping", "stopping", "closeAtOnce"),
  LOCAL_CLUSTER_WITHOUT_WATCHDOG(LocalCluster.class, "start", "started", "unwatched");

  private final Class<?> type;
  private final String method;
  private final String callee;
  private final String sabotage;

  Wiring(Class<?> type, String method, String callee, String sabotage) {
    this.type = type;
    this.method = method;
    this.callee = callee;
    this.sabotage = sabotage;
  }

  /** The class that lacks something. */
  String type() {
    return type.getName();
  }

  /** The product, which stands still where a test asks it to, with this change. */
  Mutant product() {
    String hook = StandStill.class.getName();
    String common = "dev.roastery.common.partition.";
    Mutant testable =
        Mutant.beginning(common + "Partition", "apply", hook, "atMessage")
            .and(Mutant.beginning(common + "PartitionLoop", "commitForHandOver", hook, "atEnd"))
            .and(Mutant.redirecting(NodeProcess.class.getName(), "end", "join", "joinForEver"))
            .and(Mutant.redirecting(Gateway.class.getName(), "open", "started", "impatient"))
            .and(Mutant.redirecting(LocalCluster.class.getName(), "start", "started", "impatient"));
    return this == COMPLETE ? testable : change().and(testable);
  }

  private Mutant change() {
    return sabotage.isEmpty()
        ? Mutant.withoutCalls(type.getName(), method, callee)
        : Mutant.redirecting(type.getName(), method, callee, sabotage);
  }
}
