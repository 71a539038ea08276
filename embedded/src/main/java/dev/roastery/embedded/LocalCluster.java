package dev.roastery.embedded;

import dev.roastery.common.broker.memory.InProcessLimits;
import dev.roastery.common.broker.memory.InProcessTransport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.host.PartitionHost;
import dev.roastery.common.partition.host.PartitionHost.HostPorts;
import dev.roastery.common.partition.host.PartitionHost.Stance;
import dev.roastery.common.partition.host.Watchdog;
import dev.roastery.common.partition.host.WorkMeter;
import dev.roastery.common.partition.ownership.VolumeIdentity;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.HeartbeatSender;
import dev.roastery.common.process.NodeLog;
import dev.roastery.common.process.NodeName;
import dev.roastery.common.process.NodeProcess;
import dev.roastery.common.process.state.FolderState;
import dev.roastery.common.process.state.ServedPartitions;
import dev.roastery.common.process.watch.ProcessFigures;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.gateway.jobs.service.JobService;
import dev.roastery.gateway.process.Gateway;
import dev.roastery.input.range.AllowedSources;
import dev.roastery.input.range.PartRanges;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * A gateway and workers of all stages in this process, over queues in memory, with all of their
 * state on disk. The queues end with the process, so a message counts as sent when its receiver has
 * it on disk.
 */
public final class LocalCluster implements AutoCloseable {

  private static final long HEARTBEAT_MILLIS = 500;

  private final InProcessTransport transport;
  private final Gateway gateway;
  private final PartitionHost workers;
  private final HeartbeatSender heart;
  private final PartRanges ranges;

  private LocalCluster(
      InProcessTransport transport,
      Gateway gateway,
      PartitionHost workers,
      HeartbeatSender heart,
      PartRanges ranges) {
    this.transport = transport;
    this.gateway = gateway;
    this.workers = workers;
    this.heart = heart;
    this.ranges = ranges;
  }

  public static LocalCluster start(
      Path state, GatewaySettings settings, Clock clock, Consumer<Fatal> onFatal) {
    return start(state, settings, clock, onFatal, MemoryBudget.ofHeap());
  }

  /** With so much memory for the working states of all jobs. */
  public static LocalCluster start(
      Path state,
      GatewaySettings settings,
      Clock clock,
      Consumer<Fatal> onFatal,
      MemoryBudget memory) {
    Path volume = state.resolve("partitions");
    FileDisk disk = FolderState.volume(volume);
    SortedMap<PartitionName, Stage> stages =
        StandardStages.workers(settings.partitions().pipeline())
            .in(ServedPartitions.of(disk, settings.partitions()));
    forgetDeeds(disk, stages.keySet());
    Path gatewayState = state.resolve("gateway");
    forgetDeeds(
        FolderState.volume(gatewayState.resolve("partitions")), Gateway.partitions(settings));
    InProcessTransport transport =
        new InProcessTransport(
            InProcessLimits.usual(), queue -> !PartitionName.isCardQueue(queue), onFatal);
    Gateway gateway =
        Gateway.open(
            settings,
            new Gateway.Ports(
                NodeName.ofThisProcess("gateway"),
                gatewayState,
                transport,
                HEARTBEAT_MILLIS,
                clock,
                NodeProcess.crashPoints(gatewayState),
                Set.of(),
                false,
                onFatal,
                memory));
    PartRanges ranges =
        new PartRanges(
            new AllowedSources(settings.stores().sources()), settings.partitions().pipeline());
    WorkMeter meter = WorkMeter.before(new NodeLog(), clock);
    PartitionHost workers =
        new PartitionHost(
            stages,
            PartitionSettings.defaults(),
            new HostPorts(
                    disk,
                    transport,
                    NodeProcess.crashPoints(volume),
                    Watchdog.started(meter, Watchdog.LIMIT_MILLIS, onFatal),
                    (_, fatal) -> onFatal.accept(fatal),
                    memory)
                .readingBy(ranges),
            Stance.indifferent());
    HeartbeatSender heart =
        new HeartbeatSender(
            NodeName.ofThisProcess(NodeName.ALL_STAGES),
            HEARTBEAT_MILLIS,
            transport,
            () -> meter.costing(workers.reports()),
            ProcessFigures.of(memory, meter::rows, meter::bytes));
    LocalCluster cluster = new LocalCluster(transport, gateway, workers, heart, ranges);
    workers.start();
    gateway.start();
    heart.start();
    return cluster;
  }

  /** The queues are new by design, not lost. */
  private static void forgetDeeds(FileDisk disk, Iterable<PartitionName> partitions) {
    for (PartitionName partition : partitions) {
      new VolumeIdentity(disk, partition.toString()).forgetDeed();
    }
  }

  /** What all partitions say of themselves. */
  public List<PartitionReport> reports() {
    List<PartitionReport> all = new ArrayList<>(workers.reports());
    all.addAll(gateway.reports());
    return all;
  }

  public JobService jobs() {
    return gateway.jobs();
  }

  @Override
  public void close() {
    List<Thread> closing = new ArrayList<>();
    closing.add(Thread.ofPlatform().start(workers::close));
    gateway.close();
    heart.close();
    for (Thread each : closing) {
      try {
        each.join();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
    ranges.close();
    transport.close();
  }
}
