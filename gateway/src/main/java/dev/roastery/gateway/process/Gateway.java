package dev.roastery.gateway.process;

import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.Stages;
import dev.roastery.common.partition.host.PartitionHost;
import dev.roastery.common.partition.host.PartitionHost.HostPorts;
import dev.roastery.common.partition.host.PartitionHost.Stance;
import dev.roastery.common.partition.host.Watchdog;
import dev.roastery.common.partition.host.WorkMeter;
import dev.roastery.common.partition.ownership.Preference;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.process.HeartbeatSender;
import dev.roastery.common.process.NodeName;
import dev.roastery.common.process.StageVolume;
import dev.roastery.common.process.state.FolderState;
import dev.roastery.common.process.watch.ProcessFigures;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.gateway.collect.CollectorStage;
import dev.roastery.gateway.jobs.host.Jobs;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.gateway.jobs.service.JobService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A gateway without HTTP: the jobs, and the partition that collects their results. Its volume:
 *
 * <pre>
 *   lock           held by the gateway that is running
 *   jobs/          see Jobs
 *   partitions/    the collector's
 * </pre>
 */
public final class Gateway implements AutoCloseable {

  private final FileChannel lock;
  private final Jobs jobs;
  private final CollectorLog ownership;
  private final PartitionHost collector;
  private final HeartbeatSender heart;

  /** The parts that the caller provides. */
  public record Ports(
      NodeName node,
      Path state,
      Transport transport,
      long heartbeatMillis,
      Clock clock,
      CrashPoints crash,
      Set<String> lostAccepted,
      boolean lostBrokerAccepted,
      Consumer<Fatal> onFatal,
      MemoryBudget memory) {

    /** With a share of the heap for results under way. */
    public Ports(
        NodeName node,
        Path state,
        Transport transport,
        long heartbeatMillis,
        Clock clock,
        CrashPoints crash,
        Set<String> lostAccepted,
        boolean lostBrokerAccepted,
        Consumer<Fatal> onFatal) {
      this(
          node,
          state,
          transport,
          heartbeatMillis,
          clock,
          crash,
          lostAccepted,
          lostBrokerAccepted,
          onFatal,
          MemoryBudget.ofHeap());
    }
  }

  private Gateway(
      FileChannel lock,
      Jobs jobs,
      CollectorLog ownership,
      PartitionHost collector,
      HeartbeatSender heart) {
    this.lock = lock;
    this.jobs = jobs;
    this.ownership = ownership;
    this.collector = collector;
    this.heart = heart;
  }

  /** Loads the volume and waits for the broker. No job advances before {@link #start}. */
  public static Gateway open(GatewaySettings settings, Ports ports) {
    try {
      Files.createDirectories(ports.state());
      FileChannel lock = lock(ports.state());
      Jobs jobs =
          new Jobs(
              ports.state(),
              settings,
              ports.transport(),
              ports.clock(),
              ports.crash(),
              ports.onFatal());
      Partitions partitions = settings.partitions();
      Stage code = new CollectorStage(jobs.results(), partitions.pipeline());
      CollectorLog ownership = new CollectorLog(partitions(settings), jobs::brokerLost);
      Consumer<Fatal> onFatal =
          fatal -> {
            try {
              ports.onFatal().accept(fatal);
            } finally {
              ownership.end();
            }
          };
      WorkMeter meter = WorkMeter.before(ownership, ports.clock());
      PartitionHost collector =
          new PartitionHost(
              Stages.of(StageKind.COLLECTOR, code).in(partitions),
              PartitionSettings.defaults(),
              new HostPorts(
                  FolderState.volume(partitionsOf(ports.state())),
                  ports.transport(),
                  ports.crash(),
                  Watchdog.started(meter, Watchdog.LIMIT_MILLIS, onFatal),
                  (_, fatal) -> onFatal.accept(fatal),
                  ports.memory()),
              new Stance(
                  _ -> new Preference.Indifferent(),
                  ports.lostAccepted(),
                  ports.lostBrokerAccepted()));
      HeartbeatSender heart =
          new HeartbeatSender(
              ports.node(),
              ports.heartbeatMillis(),
              ports.transport(),
              () -> meter.costing(collector.reports()),
              ProcessFigures.of(ports.memory(), meter::rows, meter::bytes));
      return new Gateway(lock, jobs, ownership, collector, heart);
    } catch (IOException e) {
      throw new Fatal(
          FatalReason.DISK_UNREADABLE, "the gateway's volume " + ports.state() + ": " + e, e);
    }
  }

  /** The partitions that a gateway hosts. */
  public static List<PartitionName> partitions(GatewaySettings settings) {
    return PartitionName.ofStage(
        StageKind.COLLECTOR, settings.partitions().of(StageKind.COLLECTOR));
  }

  private static Path partitionsOf(Path state) {
    return state.resolve("partitions");
  }

  /**
   * Waits for the broker, and refuses a volume that is not the one of the gateway that the broker
   * knows. To be called before {@link #open}.
   */
  public static void checkVolume(GatewaySettings settings, Ports ports)
      throws InterruptedException {
    Path folder = partitionsOf(ports.state());
    var _ = FolderState.volume(folder);
    List<PartitionName> partitions = partitions(settings);
    boolean replaces =
        partitions.stream().anyMatch(each -> ports.lostAccepted().contains(each.toString()));
    StageVolume.ofGateway(ports.transport(), replaces)
        .check(StageVolume.Mine.in(folder, "gateway", partitions));
  }

  private static FileChannel lock(Path state) throws IOException {
    FileChannel channel =
        FileChannel.open(
            state.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (channel.tryLock() == null) {
      channel.close();
      throw new Fatal(
          FatalReason.VOLUME_IN_USE,
          "another gateway uses " + state + ": stop it, or choose another --state");
    }
    return channel;
  }

  /**
   * Waits until this gateway owns the collector. Only then has its volume been compared with what
   * the broker knows, and no other gateway works: jobs may advance, and clients may come.
   */
  public void start() {
    collector.start();
    ownership.awaitOwner();
    jobs.start(ownership::isOwner);
    heart.start();
  }

  public JobService jobs() {
    return jobs;
  }

  /** The reports of the collector's partition. */
  public List<PartitionReport> reports() {
    return collector.reports();
  }

  /** The process has received SIGTERM. */
  public void stopping() {
    heart.stopping();
  }

  @Override
  public void close() {
    collector.close(); // it puts results into jobs
    jobs.close();
    heart.close();
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
