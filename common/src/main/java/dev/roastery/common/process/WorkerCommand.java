package dev.roastery.common.process;

import dev.roastery.common.broker.rabbit.RabbitSettings;
import dev.roastery.common.broker.rabbit.RabbitState;
import dev.roastery.common.broker.rabbit.RabbitTransport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.Stages;
import dev.roastery.common.partition.host.DeadLetters;
import dev.roastery.common.partition.host.PartitionHost;
import dev.roastery.common.partition.host.PartitionHost.HostPorts;
import dev.roastery.common.partition.host.PartitionHost.Stance;
import dev.roastery.common.partition.host.Watchdog;
import dev.roastery.common.partition.host.WorkMeter;
import dev.roastery.common.partition.ownership.Preference;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.process.HealthServer.Readiness;
import dev.roastery.common.process.watch.LogContext;
import dev.roastery.common.process.watch.ProcessFigures;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.common.spill.MemoryOptions;
import dev.roastery.common.storage.FileDisk;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Mixin;

/**
 * The command that starts a worker: a node which hosts all partitions of its stages, or stands in
 * line for them, until it gets a SIGTERM or breaks a promise.
 */
public abstract class WorkerCommand implements Callable<Integer> {

  private static final Logger log = LoggerFactory.getLogger(WorkerCommand.class);

  @Mixin private NodeOptions options = new NodeOptions();
  @Mixin private WorkerOptions worker = new WorkerOptions();
  @Mixin private MemoryOptions memory = new MemoryOptions();

  private final String process;
  private final Stages code;

  /** {@code code} is that of all stages which this kind of process runs. */
  protected WorkerCommand(String process, Stages code) {
    if (!code.byKind().keySet().equals(Set.copyOf(Pipeline.STANDARD.runBy(process)))) {
      throw new IllegalArgumentException(process + " does not run " + code.byKind().keySet());
    }
    this.process = process;
    this.code = code;
  }

  @Override
  public Integer call() throws InterruptedException {
    worker.refuseMistakes();
    Partitions partitions = options.partitions();
    NodeName node = NodeName.ofThisProcess(process);
    LogContext.of(node.toString());
    RabbitSettings broker = options.rabbit(node);
    log.info("starting {}, volume {}", node, options.state().toAbsolutePath());
    FileDisk volume = NodeProcess.volume(options.state());
    SortedMap<PartitionName, Stage> stages = code.in(ServedPartitions.of(volume, partitions));
    PartitionCrashCounter deaths = new PartitionCrashCounter(options.state());
    int all = stages.size();
    stages.keySet().removeIf(deaths::isPutAside);
    int aside = all - stages.size();
    RabbitTransport transport = RabbitTransport.connect(broker, NodeProcess::die);
    Set<PartitionName> served = stages.keySet();
    boolean replaces =
        served.stream().anyMatch(each -> options.lostAccepted().contains(each.toString()));
    new StageVolume(process, transport, replaces)
        .check(StageVolume.Mine.in(options.state(), process, served));
    MemoryBudget budget = memory.budget();
    WorkMeter meter = WorkMeter.before(new NodeLog(), SteadyClock.ofThisMachine());
    HostPorts ports =
        new HostPorts(
            volume,
            transport,
            NodeProcess.crashPoints(options.state()),
            Watchdog.started(meter, worker.stuckMillis(), NodeProcess::die),
            (partition, fatal) -> {
              deaths.died(partition, fatal);
              NodeProcess.die(fatal);
            },
            budget);
    PartitionHost host = new PartitionHost(stages, PartitionSettings.defaults(), ports, stance());
    Supplier<List<PartitionReport>> reports = () -> meter.costing(deaths.reported(host.reports()));
    HeartbeatSender heart =
        new HeartbeatSender(
            node,
            options.heartbeatMillis(),
            transport,
            reports,
            ProcessFigures.of(budget, meter::rows, meter::bytes));
    host.whenOwned(heart::soon);
    DeadLetters dead = new DeadLetters(transport, RabbitTransport.DEAD_LETTERS, NodeLog::alarm);
    ProcessFigures figures = ProcessFigures.of(budget);
    HealthServer health =
        HealthServer.start(
            worker.healthPort(),
            () -> readiness(transport, host),
            () ->
                new WorkerMetrics(
                    node.started(),
                    readiness(transport, host).ready(),
                    transport.state().isReady(),
                    VolumeSpace.of(options.state()),
                    dead.held(),
                    aside + host.refusals().size(),
                    figures.get(),
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
    NodeNumber place = NodeNumber.take(options.state(), process, worker.node(), worker.nodes());
    log.info("this is node {} of {}", place.node(), worker.nodes());
    return new Stance(
        partition -> Preference.of(partition, place.node(), worker.nodes()),
        options.lostAccepted(),
        options.lostBrokerAccepted());
  }

  private static Readiness readiness(RabbitTransport transport, PartitionHost host) {
    RabbitState state = transport.state();
    SortedMap<PartitionName, Fatal> refusals = host.refusals();
    return refusals.isEmpty()
        ? new Readiness(state.isReady(), state.links())
        : new Readiness(false, String.valueOf(refusals.firstEntry().getValue().getMessage()));
  }
}
