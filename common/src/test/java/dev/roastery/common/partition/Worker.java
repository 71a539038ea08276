package dev.roastery.common.partition;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.RetryPolicy;
import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.journal.PersistenceSettings;
import dev.roastery.common.journal.recovery.RecoveryReport;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.partition.ownership.PartitionOwner;
import dev.roastery.common.partition.ownership.Preference;
import dev.roastery.common.partition.poison.Quarantine;
import dev.roastery.common.pipeline.PartitionName;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A process with one partition, on a disk and a broker in memory, moved by hand: it does only what
 * {@link #run} lets it do. All that it does is in {@link #events}.
 */
public final class Worker implements PartitionListener, CrashPoints {

  /** The process dies here. */
  public static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  public static final String QUEUE = Samples.NAME.queue();
  public static final String CARDS = Samples.NAME.cardQueue();

  public final List<String> events = new ArrayList<>();

  /** From which event on, up to which, a stage was at work. */
  private final List<int[]> busy = new ArrayList<>();

  public final TallyStage stage = new TallyStage();
  final Set<CrashPoint> passed = EnumSet.noneOf(CrashPoint.class);
  final MemoryBroker broker;
  public final MemoryBroker.Connection connection;
  private final MemoryDisk disk;
  private final String name;
  private final Deque<Runnable> inbox = new ArrayDeque<>();
  private PersistenceSettings persistence = new PersistenceSettings(1_000, 1 << 16, 1 << 16);
  private RetryPolicy retry = RetryPolicy.defaults();
  private Preference preference = new Preference.Indifferent();
  private @Nullable CrashPoint deadly;
  private int deadlyTimes;
  private @Nullable PartitionOwner owner;
  private UUID freshVolume = new UUID(7, 7);
  private boolean acceptsLostVolume;
  private int nonces;
  private long nanos = 1_000_000_000;

  public Worker(String name, MemoryDisk disk, MemoryBroker broker) {
    this.name = name;
    this.disk = disk;
    this.broker = broker;
    this.connection = broker.connect(events);
  }

  public Worker committingEvery(int chunks) {
    persistence = new PersistenceSettings(chunks, 1 << 16, 400);
    return this;
  }

  public Worker retrying(RetryPolicy policy) {
    retry = policy;
    return this;
  }

  public Worker preferring(Preference chosen) {
    preference = chosen;
    return this;
  }

  /** An operator has said that the volume is lost; an empty one gets this id. */
  public Worker acceptingLostVolume(UUID fresh) {
    freshVolume = fresh;
    acceptsLostVolume = true;
    return this;
  }

  /** Dies when it passes the point for the nth time. */
  public Worker crashingAt(@Nullable CrashPoint point, int nth) {
    deadly = point;
    deadlyTimes = nth;
    return this;
  }

  @Nullable CrashPoint deadly() {
    return deadly;
  }

  /** How many more times it passes its deadly point, with the one that it dies of. */
  int timesLeft() {
    return deadlyTimes;
  }

  /** The files of its volume, without the marks that are directories. */
  public List<String> files() {
    return disk.files();
  }

  public Worker start() {
    PartitionSettings settings =
        new PartitionSettings(64, 64, 30_000, 600_000, retry, 3, persistence);
    owner =
        new PartitionOwner(
            Samples.NAME,
            stage,
            new PartitionOwner.OwnerPorts(
                new RecordingDisk(disk, events),
                connection,
                Samples.GATEWAY,
                this,
                () -> name + "-" + ++nonces,
                () -> freshVolume,
                inbox::add,
                _ -> {},
                this),
            settings,
            preference);
    if (acceptsLostVolume) {
      owner.acceptLostVolume();
    }
    owner.start(nanos);
    return this;
  }

  /** Joins the line, and takes the partition if no other node owns it. */
  public Worker started() {
    start();
    run();
    return this;
  }

  public PartitionOwner owner() {
    if (owner == null) {
      throw new AssertionError("not started");
    }
    return owner;
  }

  /** Does all that there is to do now. */
  public void run() {
    together(this);
  }

  /** Several workers do all that there is to do now. */
  public static void together(Worker... workers) {
    int rounds = 0;
    boolean busy = true;
    while (busy) {
      busy = workers[0].broker.step();
      for (Worker worker : workers) {
        int before = worker.events.size();
        busy |= worker.work() || worker.events.size() > before;
      }
      if (++rounds > 10_000) {
        throw new AssertionError("no rest: " + workers[0].events);
      }
    }
  }

  private boolean work() {
    boolean busy = !inbox.isEmpty();
    for (Runnable next = inbox.poll(); next != null; next = inbox.poll()) {
      next.run();
    }
    owner().work(nanos);
    return busy || owner().hasWork();
  }

  /** Time goes by, and nothing happens. */
  public void later(long millis) {
    nanos += millis * 1_000_000;
  }

  /** Time goes by; then it does all that there is to do. */
  public void after(long millis) {
    nanos += millis * 1_000_000;
    run();
  }

  /** The process ends without a word. */
  public MemoryDisk kill() {
    connection.die();
    return disk.afterKill();
  }

  /** The machine loses its power: only what was forced is left. */
  public MemoryDisk losePower() {
    connection.die();
    return disk.afterPowerLoss(MemoryDisk.all());
  }

  public void stop() {
    owner().stop();
  }

  public Worker given(Message... messages) {
    for (Message message : messages) {
      broker.put(QUEUE, MessageCodec.encode(message));
    }
    return this;
  }

  /** What it has published to queues other than its cards', as text. */
  public List<String> sent() {
    return events.stream()
        .filter(event -> event.startsWith("publish ") && !event.contains(CARDS))
        .map(event -> event.substring("publish ".length()))
        .toList();
  }

  public List<Quarantine.Entry> quarantined() {
    try {
      return new Quarantine(disk, Samples.NAME.toString()).list();
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Whether a stage was at work when this event happened. */
  boolean applyingAt(int event) {
    return busy.stream().anyMatch(from -> from[0] <= event && event < from[1]);
  }

  // ---- what it is told

  @Override
  public void applying(PartitionName partition, JobId job) {
    busy.add(new int[] {events.size(), Integer.MAX_VALUE});
  }

  @Override
  public void applied(PartitionName partition) {
    busy.getLast()[1] = events.size();
  }

  @Override
  public void recovered(PartitionName partition, RecoveryReport report) {
    events.add("recovered " + report.chunks());
  }

  @Override
  public void lostVolumeAccepted(PartitionName partition, String card) {
    events.add("lost volume accepted: " + card);
  }

  @Override
  public void owned(PartitionName partition, long epoch) {
    events.add("owned " + epoch);
  }

  @Override
  public void released(PartitionName partition, String reason) {
    events.add("released: " + reason);
  }

  @Override
  public void failed(PartitionName partition, String error, long pauseMillis) {
    events.add("failed: " + error + ", pause " + pauseMillis);
  }

  @Override
  public void stalled(PartitionName partition, JobId job, List<String> waitsFor) {
    events.add("stalled " + job.id().getMostSignificantBits() + " " + waitsFor);
  }

  @Override
  public void reached(CrashPoint point) {
    passed.add(point);
    if (point == deadly && --deadlyTimes == 0) {
      throw new Killed();
    }
  }

  @Override
  public boolean isArmed(CrashPoint point) {
    return point == deadly;
  }
}
