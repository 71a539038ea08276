package dev.roastery.common.partition.host;

import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.ownership.PartitionOwner;
import dev.roastery.common.partition.ownership.PartitionOwner.OwnerPorts;
import dev.roastery.common.partition.ownership.Preference;
import dev.roastery.common.partition.poison.SuspectTurn;
import dev.roastery.common.partition.range.RangeReading;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.common.storage.Disk;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The partitions that one node owns or is in line for, with one thread each. */
public final class PartitionHost implements AutoCloseable {

  /** So often a partition whose volume is not the right one is tried again. */
  private static final long REFUSED_MILLIS = 30_000;

  private static final long REPORT_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(200);

  private final Map<PartitionName, Seat> seats = new TreeMap<>();
  private final OwnershipNews ownership;

  /**
   * What the partitions of a node share.
   *
   * @param crash called at every start of a partition
   * @param restarts whether a partition that ended so starts again, in this process
   * @param onFatal otherwise ends the process; gets the partition that caused it
   * @param memory what the jobs of this process may take of it
   * @param ranges reads what comes by reference
   */
  public record HostPorts(
      Disk disk,
      Transport transport,
      Function<PartitionName, CrashPoints> crash,
      PartitionListener listener,
      Predicate<Fatal> restarts,
      BiConsumer<PartitionName, Fatal> onFatal,
      MemoryBudget memory,
      RangeReading ranges) {

    /** Of a process whose partitions get no ranges. */
    public HostPorts(
        Disk disk,
        Transport transport,
        Function<PartitionName, CrashPoints> crash,
        PartitionListener listener,
        Predicate<Fatal> restarts,
        BiConsumer<PartitionName, Fatal> onFatal,
        MemoryBudget memory) {
      this(disk, transport, crash, listener, restarts, onFatal, memory, RangeReading.NONE);
    }

    HostPorts heardBy(PartitionListener other) {
      return new HostPorts(disk, transport, crash, other, restarts, onFatal, memory, ranges);
    }

    /** The same with a reader of ranges. */
    public HostPorts readingBy(RangeReading reader) {
      return new HostPorts(disk, transport, crash, listener, restarts, onFatal, memory, reader);
    }

    /** Of a process that ends with any of its partitions. */
    public HostPorts(
        Disk disk,
        Transport transport,
        CrashPoints crash,
        PartitionListener listener,
        BiConsumer<PartitionName, Fatal> onFatal,
        MemoryBudget memory) {
      this(disk, transport, _ -> crash, listener, _ -> false, onFatal, memory);
    }

    /** The same, in which jobs may have all the memory. */
    public HostPorts(
        Disk disk,
        Transport transport,
        CrashPoints crash,
        PartitionListener listener,
        BiConsumer<PartitionName, Fatal> onFatal) {
      this(disk, transport, crash, listener, onFatal, MemoryBudget.unlimited());
    }
  }

  /**
   * How the partitions of this node stand to those of its peers.
   *
   * @param lostAccepted partitions whose volume an operator knows to be lost
   * @param lostBrokerAccepted whether an operator knows that the broker has lost its queues
   */
  public record Stance(
      Function<PartitionName, Preference> preference,
      Set<String> lostAccepted,
      boolean lostBrokerAccepted) {

    /** Takes what comes, and gives up nothing. */
    public static Stance indifferent() {
      return new Stance(_ -> new Preference.Indifferent(), Set.of(), false);
    }
  }

  /** A partition's thread, and its owner as soon as it exists. */
  private static final class Seat {
    final PartitionThread thread;
    volatile @Nullable PartitionOwner owner;

    /** What the owner said of itself last. */
    volatile PartitionReport report;

    Seat(
        PartitionName name,
        Stage stage,
        PartitionSettings settings,
        HostPorts ports,
        Stance stance,
        SuspectTurn suspect,
        ToLongFunction<Fatal> pauses) {
      this.report = new PartitionReport(name, 0, Map.of(), Map.of());
      this.thread =
          new PartitionThread(
              name,
              inbox -> {
                OwnerPorts mine = owner(name, ports, inbox, suspect);
                Preference preference = stance.preference().apply(name);
                PartitionOwner made = new PartitionOwner(name, stage, mine, settings, preference);
                if (stance.lostAccepted().contains(name.toString())) {
                  made.acceptLostVolume();
                }
                if (stance.lostBrokerAccepted()) {
                  made.acceptLostBroker();
                }
                owner = made;
                return made;
              },
              pauses,
              fatal -> ports.onFatal().accept(name, fatal));
    }

    private static OwnerPorts owner(
        PartitionName name, HostPorts ports, Consumer<Runnable> inbox, SuspectTurn suspect) {
      return new OwnerPorts(
          ports.disk(),
          ports.transport(),
          JobTopology.GATEWAY_QUEUE,
          ports.crash().apply(name),
          () -> UUID.randomUUID().toString(),
          UUID::randomUUID,
          inbox,
          PartitionThread::pause,
          ports.listener(),
          ports.memory(),
          suspect,
          ports.ranges());
    }

    /** Asks the partition's thread for a report, which the thread makes as soon as it is free. */
    CountDownLatch ask() {
      CountDownLatch said = new CountDownLatch(1);
      thread.later(() -> {
        PartitionOwner mine = owner;
        if (mine != null) {
          report = mine.report();
        }
        said.countDown();
      });
      return said;
    }
  }

  /** Declares the queues, and waits for the broker to do it. */
  public PartitionHost(
      SortedMap<PartitionName, Stage> stages,
      PartitionSettings settings,
      HostPorts ports,
      Stance stance) {
    List<String> queues = new ArrayList<>(List.of(JobTopology.GATEWAY_QUEUE));
    stages.keySet().forEach(name -> queues.addAll(List.of(name.queue(), name.cardQueue())));
    ports.transport().declare(queues);
    SuspectTurn suspect = new SuspectLock();
    this.ownership = new OwnershipNews(ports.listener());
    HostPorts watched = ports.heardBy(ownership);
    stages.forEach((name, stage) ->
        seats.put(
            name,
            new Seat(
                name,
                stage,
                settings,
                watched,
                stance,
                suspect,
                fatal -> pauseMillis(name, fatal, ports))));
  }

  /**
   * For how long a partition that has ended so is left alone; less than 0 ends the process. The
   * wrong volume of one partition must not end a process that may own others.
   */
  private long pauseMillis(PartitionName name, Fatal fatal, HostPorts ports) {
    if (ports.restarts().test(fatal)) {
      return 0;
    }
    boolean hasOthers = refusals().size() < seats.size();
    if (fatal.reason().isOfPartitionVolume() && hasOthers) {
      ports.listener().refused(name, fatal, REFUSED_MILLIS);
      return REFUSED_MILLIS;
    }
    return -1;
  }

  /** The partitions that this node cannot own with the volume that it has, and why. */
  public SortedMap<PartitionName, Fatal> refusals() {
    SortedMap<PartitionName, Fatal> refusals = new TreeMap<>();
    seats.forEach((name, seat) -> {
      Fatal refusal = seat.thread.refusal();
      if (refusal != null) {
        refusals.put(name, refusal);
      }
    });
    return refusals;
  }

  /** Has this run on a partition's thread whenever it becomes this node's; it must not block. */
  public void whenOwned(Runnable news) {
    ownership.tell(news);
  }

  public void start() {
    seats.values().forEach(seat -> seat.thread.start());
  }

  /**
   * The latest report of each partition. A partition whose thread is busy does not delay the
   * others: its previous report is returned, which is not idle.
   */
  public List<PartitionReport> reports() {
    Map<Seat, CountDownLatch> asked = new LinkedHashMap<>();
    seats.values().forEach(seat -> asked.put(seat, seat.ask()));
    long deadline = System.nanoTime() + REPORT_NANOS_MAX;
    List<PartitionReport> reports = new ArrayList<>();
    asked.forEach((seat, said) ->
        reports.add(saidBy(said, deadline) ? seat.report : seat.report.whileBusy()));
    return reports;
  }

  private static boolean saidBy(CountDownLatch said, long deadlineNanos) {
    try {
      return said.await(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Each partition finishes its current group, takes a last snapshot and releases its place; all at
   * the same time.
   */
  @Override
  public void close() {
    Collection<Thread> closing =
        seats.values().stream()
            .map(seat -> Thread.ofPlatform().name("closing").start(seat.thread::close))
            .toList();
    for (Thread each : closing) {
      join(each);
    }
  }

  private static void join(Thread closing) {
    try {
      closing.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
