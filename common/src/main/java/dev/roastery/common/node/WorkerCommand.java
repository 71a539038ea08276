package dev.roastery.common.node;

import dev.roastery.common.durable.FileDisk;
import dev.roastery.common.node.HealthServer.Readiness;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.partition.Preference;
import dev.roastery.common.partition.Routes;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.host.DeadLetters;
import dev.roastery.common.partition.host.PartitionHost;
import dev.roastery.common.partition.host.PartitionHost.HostPorts;
import dev.roastery.common.partition.host.PartitionHost.Stance;
import dev.roastery.common.partition.host.Watchdog;
import dev.roastery.common.plan.Partitions;
import dev.roastery.common.transport.RabbitSettings;
import dev.roastery.common.transport.RabbitState;
import dev.roastery.common.transport.RabbitTransport;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Mixin;

/**
 * The command that starts a worker: a node which hosts all partitions of its stage, or stands in
 * line for them, until it gets a SIGTERM or breaks a promise.
 */
public abstract class WorkerCommand implements Callable<Integer> {

  private static final Logger log = LoggerFactory.getLogger(WorkerCommand.class);

  @Mixin private NodeOptions options = new NodeOptions();
  @Mixin private WorkerOptions worker = new WorkerOptions();

  private final String stage;

  protected WorkerCommand(String stage) {
    this.stage = stage;
  }

  /** The partitions that this worker is for, and what computes in each. */
  protected abstract SortedMap<PartitionName, Stage> stages(Partitions partitions);

  /** So many partitions of one stage. */
  protected static SortedMap<PartitionName, Stage> all(String name, int count, Stage stage) {
    SortedMap<PartitionName, Stage> all = new TreeMap<>();
    PartitionName.ofStage(name, count).forEach(partition -> all.put(partition, stage));
    return all;
  }

  /** For a main: runs the command and ends the process. */
  protected static void main(WorkerCommand command, String[] arguments) {
    System.exit(NodeProcess.execute(command, arguments));
  }

  @Override
  public Integer call() throws InterruptedException {
    worker.refuseMistakes();
    Partitions partitions = options.partitions();
    NodeName node = NodeName.ofThisProcess(stage);
    RabbitSettings broker = options.rabbit(node);
    log.info("starting {}, volume {}", node, options.state().toAbsolutePath());
    FileDisk volume = NodeProcess.volume(options.state());
    SortedMap<PartitionName, Stage> stages = stages(ServedPartitions.of(volume, partitions));
    DeathRecord deaths = new DeathRecord(options.state());
    int all = stages.size();
    stages.keySet().removeIf(deaths::isPutAside);
    int aside = all - stages.size();
    RabbitTransport transport = RabbitTransport.connect(broker, NodeProcess::die);
    HostPorts ports =
        new HostPorts(
            volume,
            transport,
            Routes.GATEWAY_QUEUE,
            NodeProcess.crashPoints(options.state()),
            Watchdog.started(new NodeLog(), worker.stuckMillis(), NodeProcess::die),
            (partition, fatal) -> {
              deaths.died(partition, fatal);
              NodeProcess.die(fatal);
            });
    PartitionHost host = new PartitionHost(stages, PartitionSettings.defaults(), ports, stance());
    Supplier<List<PartitionReport>> reports = () -> deaths.reported(host.reports());
    Heart heart = new Heart(node, options.heartbeatMillis(), transport, reports);
    DeadLetters dead = new DeadLetters(transport, RabbitTransport.DEAD_LETTERS, NodeLog::alarm);
    HealthServer health =
        HealthServer.start(
            worker.healthPort(),
            () -> readiness(transport),
            () ->
                new WorkerFigures(
                    node.started(),
                    readiness(transport).ready(),
                    VolumeSpace.of(options.state()),
                    dead.held(),
                    aside,
                    host.reports()));
    host.start();
    heart.start();
    dead.open();
    NodeProcess.untilSignal(() -> {
      log.info("stopping {}: finishing the work in hand", node);
      heart.stopping();
      host.close();
      heart.close();
      transport.close();
      health.close();
    });
    return 0;
  }

  private Stance stance() {
    PlaceAmongPeers place =
        PlaceAmongPeers.take(options.state(), stage, worker.node(), worker.nodes());
    log.info("this is node {} of {}", place.node(), worker.nodes());
    return new Stance(
        partition -> Preference.of(partition, place.node(), worker.nodes()),
        options.lostAccepted());
  }

  private static Readiness readiness(RabbitTransport transport) {
    RabbitState state = transport.state();
    return new Readiness(state.isReady(), state.links());
  }
}
