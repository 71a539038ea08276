package dev.roastery.common.process;

import dev.roastery.common.broker.ExclusiveNames;
import dev.roastery.common.broker.rabbit.RabbitSettings;
import dev.roastery.common.broker.rabbit.RabbitState;
import dev.roastery.common.broker.rabbit.RabbitTransport;
import dev.roastery.common.fault.CrashPoints;
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
import dev.roastery.common.partition.range.RangeReading;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.process.HealthServer.Readiness;
import dev.roastery.common.process.state.StateHealth;
import dev.roastery.common.process.state.WorkerState;
import dev.roastery.common.process.watch.LogContext;
import dev.roastery.common.process.watch.ProcessFigures;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.common.spill.MemoryOptions;
import dev.roastery.common.storage.location.StoreLocation;
import dev.roastery.common.storage.location.StoreOptions;
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
  @Mixin private StoreOptions store = new StoreOptions();

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
    RangeReading ranges = ranges();
    Partitions partitions = options.partitions();
    NodeName node = NodeName.ofThisProcess(process);
    LogContext.of(node.toString());
    RabbitSettings broker = options.rabbit(node);
    WorkerState state = state();
    log.info("starting {}, state in {}", node, state.where());
    SortedMap<PartitionName, Stage> stages = code.in(state.served(partitions));
    PartitionCrashCounter deaths = new PartitionCrashCounter(state.deaths());
    int all = stages.size();
    stages.keySet().removeIf(deaths::isPutAside);
    int aside = all - stages.size();
    RabbitTransport transport = RabbitTransport.connect(broker, NodeProcess::die);
    Set<PartitionName> served = stages.keySet();
    boolean replaces =
        served.stream().anyMatch(each -> options.lostAccepted().contains(each.toString()));
    new StageVolume(process, transport, replaces)
        .check(StageVolume.Mine.in(state, process, served));
    MemoryBudget budget = memory.budget();
    WorkMeter meter = WorkMeter.before(new NodeLog(), SteadyClock.ofThisMachine());
    CrashPoints crash = state.crashPoints();
    HostPorts ports =
        new HostPorts(
                state.disk(),
                transport,
                _ -> crash,
                Watchdog.started(meter, worker.stuckMillis(), NodeProcess::die),
                state::restarts,
                (partition, fatal) -> {
                  deaths.died(partition, fatal);
                  NodeProcess.die(fatal);
                },
                budget)
            .readingBy(ranges);
    PartitionHost host =
        new PartitionHost(stages, PartitionSettings.defaults(), ports, stance(state, transport));
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
            () -> readiness(transport, host, state),
            () ->
                new WorkerMetrics(
                    node.started(),
                    readiness(transport, host, state).ready(),
                    transport.state().isReady(),
                    state.health(),
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
      state.close();
      health.close();
    });
    return 0;
  }

  /** What reads parts that come by reference; a process of other stages gets none. */
  protected RangeReading ranges() {
    return RangeReading.NONE;
  }

  /** The place of that address, with endpoint and region as they were given. */
  protected final StoreLocation location(String address) {
    return store.location(address, System.getenv());
  }

  private WorkerState state() {
    try {
      return WorkerState.open(options.state(), store, System.getenv());
    } catch (IllegalArgumentException e) {
      throw options.usage("--state: " + e.getMessage());
    }
  }

  private Stance stance(WorkerState state, ExclusiveNames names) {
    int number = state.number(process, worker.node(), worker.nodes(), names);
    log.info("this is node {} of {}", number, worker.nodes());
    return new Stance(
        partition -> Preference.of(partition, number, worker.nodes()),
        options.lostAccepted(),
        options.lostBrokerAccepted());
  }

  private static Readiness readiness(
      RabbitTransport transport, PartitionHost host, WorkerState place) {
    StateHealth health = place.health();
    if (health.isAway()) {
      return new Readiness(false, "the object store does not answer: " + health.away());
    }
    RabbitState state = transport.state();
    SortedMap<PartitionName, Fatal> refusals = host.refusals();
    return refusals.isEmpty()
        ? new Readiness(state.isReady(), state.links())
        : new Readiness(false, String.valueOf(refusals.firstEntry().getValue().getMessage()));
  }
}
