package dev.roastery.common.partition.ownership;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.broker.Transport.SessionListener;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.succession.LastDeed;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.StalledJobs;
import dev.roastery.common.partition.ownership.OwnerCard.Claim;
import dev.roastery.common.partition.ownership.OwnerCard.Deed;
import dev.roastery.common.partition.ownership.OwnerCard.Wish;
import dev.roastery.common.partition.poison.AttemptCounts;
import dev.roastery.common.partition.poison.ReopenPartition;
import dev.roastery.common.partition.poison.SuspectTurn;
import dev.roastery.common.partition.range.RangeReading;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.common.storage.Disk;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One node's relation to one partition. The node is in line at the owner queue. When it receives
 * cards, it is next and publishes a claim; when the claim comes back, the node has seen every card
 * in the queue. It checks the volume against the latest deed, claims the next epoch, recovers, and
 * makes the recovered state durable in that epoch. Then it publishes a second claim. When that
 * comes back, no other node can have owned the partition meanwhile, so the node retires the older
 * epochs and publishes its deed; once it holds the deed, it consumes the partition's queue. When it
 * loses its session it owns nothing and rejoins the line. docs/adr/0004-ownership.md gives the
 * reason for each step.
 *
 * <p>The node always holds at least one card unacknowledged, so the owner queue never runs empty.
 * All code here runs on one thread: callbacks go through the inbox.
 */
public final class PartitionOwner {

  private final PartitionName name;
  private final Stage stage;
  private final OwnerPorts ports;
  private final PartitionSettings settings;
  private final Preference preference;
  private final AttemptCounts retries;
  private final StalledJobs stalls;

  private Stand stand = new Outside();
  private long nowNanos;
  private long renewedAtNanos;
  private long wishedAtNanos;
  private boolean lostVolumeAccepted;
  private boolean lostBrokerAccepted;
  private long ownedAtNanos;

  /** The state of this node's relation to the partition. */
  private sealed interface Stand {}

  /** It has not started yet, or was stopped. */
  private record Outside() implements Stand {}

  /** A stage threw; the node rejoins the line at the given time. */
  private record Resting(long untilNanos) implements Stand {}

  /** The node waits for cards, then for its claim to come back; a second time after a refusal. */
  private record InLine(OwnershipClaim place, @Nullable FatalReason refusedBefore)
      implements Stand {}

  /** It has claimed an epoch, and perhaps owns the partition. */
  private record Inside(OwnershipClaim place, OpenPartition open) implements Stand {}

  /**
   * The ports of a partition's owner.
   *
   * @param nonces a fresh string at each call, unique over all nodes
   * @param volumes the id of a volume that is found empty
   * @param inbox runs work on the thread that calls {@link #work}
   * @param pause pauses that thread for this many milliseconds
   * @param memory what the jobs of this process may take of it
   * @param ranges reads what comes by reference
   * @param suspect the turn that the partitions of this process share
   */
  public record OwnerPorts(
      Disk disk,
      Transport transport,
      String gatewayQueue,
      CrashPoints crash,
      Supplier<String> nonces,
      Supplier<UUID> volumes,
      Consumer<Runnable> inbox,
      LongConsumer pause,
      PartitionListener listener,
      MemoryBudget memory,
      SuspectTurn suspect,
      RangeReading ranges) {

    /** Of a process with one partition, in which jobs may have all the memory. */
    public OwnerPorts(
        Disk disk,
        Transport transport,
        String gatewayQueue,
        CrashPoints crash,
        Supplier<String> nonces,
        Supplier<UUID> volumes,
        Consumer<Runnable> inbox,
        LongConsumer pause,
        PartitionListener listener) {
      this(
          disk,
          transport,
          gatewayQueue,
          crash,
          nonces,
          volumes,
          inbox,
          pause,
          listener,
          MemoryBudget.unlimited(),
          SuspectTurn.alone(),
          RangeReading.NONE);
    }
  }

  public PartitionOwner(
      PartitionName name, Stage stage, OwnerPorts ports, PartitionSettings settings) {
    this(name, stage, ports, settings, new Preference.Indifferent());
  }

  public PartitionOwner(
      PartitionName name,
      Stage stage,
      OwnerPorts ports,
      PartitionSettings settings,
      Preference preference) {
    this.name = name;
    this.stage = stage;
    this.ports = ports;
    this.settings = settings;
    this.preference = preference;
    this.retries = new AttemptCounts(settings.retry());
    this.stalls = new StalledJobs(settings.stalledAfterMillis());
  }

  /**
   * Call this before {@link #start} if an operator has accepted the loss of this partition's
   * volume. If the broker has a deed for the volume and the directory is new, the partition starts
   * empty, with a new volume id. The lost data of open jobs is gone: these jobs are reported as
   * stalled, here or at downstream stages, until the gateway fails them.
   */
  public void acceptLostVolume() {
    lostVolumeAccepted = true;
  }

  /**
   * Call this before {@link #start} if an operator has accepted that the broker has lost its
   * queues. A partition whose deed is gone continues with what is on its volume.
   */
  public void acceptLostBroker() {
    lostBrokerAccepted = true;
  }

  /** Stands in line, or will in a moment. The queues must have been declared. */
  public void start(long now) {
    nowNanos = now;
    renewedAtNanos = now;
    new OwnershipClaim(name, ports).publish(new Claim(ports.nonces().get()));
    standInLineInTurn();
  }

  /**
   * The node that prefers the partition comes first, so that nodes that start together share the
   * partitions.
   */
  private void standInLineInTurn() {
    switch (preference) {
      case Preference.Indifferent _, Preference.Preferred _ -> standInLine();
      case Preference.Spare(long lateMillis, _) ->
          stand = new Resting(nowNanos + lateMillis * 1_000_000);
    }
  }

  private void standInLine() {
    wishedAtNanos = nowNanos;
    OwnershipClaim place = new OwnershipClaim(name, ports);
    stand = new InLine(place, null);
    place.take(
        new SessionListener() {
          @Override
          public void delivered(Delivery delivery) {
            ports.inbox().accept(() -> received(place, delivery));
          }

          @Override
          public void lost(String reason) {
            ports.inbox().accept(() -> sessionLost(place, reason));
          }
        });
  }

  private @Nullable OwnershipClaim place() {
    return switch (stand) {
      case Outside _, Resting _ -> null;
      case InLine line -> line.place();
      case Inside inside -> inside.place();
    };
  }

  private @Nullable OpenPartition open() {
    return stand instanceof Inside inside ? inside.open() : null;
  }

  private void received(OwnershipClaim at, Delivery delivery) {
    if (at != place()) {
      return;
    }
    OpenPartition open = open();
    if (open != null && delivery.queue().equals(name.queue())) {
      open.add(delivery);
    } else {
      guarded(() -> card(at, delivery));
    }
  }

  private void sessionLost(OwnershipClaim at, String reason) {
    if (at == place()) {
      leave(reason);
      standInLineInTurn();
    }
  }

  /** Releases everything; the next node in line gets the partition. */
  private void leave(String reason) {
    OwnershipClaim place = place();
    OpenPartition open = open();
    stand = new Outside();
    if (open != null) {
      open.close();
      ports.listener().released(name, reason);
    }
    if (place != null) {
      place.leave();
    }
  }

  /**
   * After a failure of its thread: gives up the place in line, as a broker does for a dead node. It
   * hears of nothing from now on.
   */
  public void abandon() {
    OwnershipClaim place = place();
    OpenPartition open = open();
    stand = new Outside();
    if (open != null) {
      open.releaseMemory();
    }
    if (place != null) {
      place.leave();
    }
  }

  /** Does what is to be done now: handles a group, or renews the deed. */
  public void work(long now) {
    nowNanos = now;
    switch (stand) {
      case Outside _ -> {}
      case Resting resting -> {
        if (now - resting.untilNanos() >= 0) {
          standInLine();
        }
      }
      case InLine line -> askAgain(line.place());
      case Inside inside -> guarded(() -> work(inside.place(), inside.open()));
    }
  }

  /** Finds out whether the owner queue was emptied by hand; otherwise this does nothing. */
  private void askAgain(OwnershipClaim place) {
    if (renewalIsDue()) {
      place.publish(new Claim(ports.nonces().get()));
    }
    if (preference instanceof Preference.Preferred(long askEveryMillis)
        && nowNanos - wishedAtNanos >= askEveryMillis * 1_000_000) {
      wishedAtNanos = nowNanos;
      place.publish(new Wish(ports.nonces().get()));
    }
  }

  private boolean renewalIsDue() {
    boolean due = nowNanos - renewedAtNanos >= settings.deedRenewalMillis() * 1_000_000;
    if (due) {
      renewedAtNanos = nowNanos;
    }
    return due;
  }

  private void work(OwnershipClaim place, OpenPartition open) {
    begin(open);
    open.tick(nowNanos);
    if (!open.owned()) {
      return;
    }
    if (open.hasWork()) {
      stalls.progress(open.work(place::acknowledge), nowNanos);
    }
    if (renewalIsDue()) {
      publishDeed(place, open);
    }
    stalls.tell(
        open.partition()::waits,
        nowNanos,
        (job, waitsFor) -> {
          if (!open.isSending(job)) {
            ports.listener().stalled(name, job, waitsFor);
          }
        });
  }

  /** Whether {@link #work} would handle deliveries now. */
  public boolean hasWork() {
    OpenPartition open = open();
    return open != null && open.hasWork();
  }

  public boolean owning() {
    OpenPartition open = open();
    return open != null && open.owned();
  }

  /** What each open job waits for here. */
  public PartitionReport report() {
    OpenPartition open = open();
    return open == null
        ? new PartitionReport(name, 0, Map.of(), Map.of())
        : new PartitionReport(
            name,
            open.epoch(),
            open.partition().progress(),
            open.waits(),
            open.use(nowNanos),
            open.isIdle());
  }

  /** Runs work that may find that the partition must be reopened, and arranges that. */
  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (ReopenPartition reopen) {
      ports.listener().failed(name, String.valueOf(reopen.getCause()), reopen.pauseMillis());
      leave("reopened after an error");
      stand = new Resting(nowNanos + reopen.pauseMillis() * 1_000_000);
    }
  }

  // ---- cards

  private void card(OwnershipClaim place, Delivery delivery) {
    OpenPartition open = open();
    OwnerCard card = OwnerCard.parse(delivery.body());
    if (card == null) {
      place.acknowledge(delivery.tag());
    } else if (open != null && open.settled()) {
      cardOfOthers(place, open, delivery.tag(), card);
    } else {
      cardInLine(place, delivery.tag(), card);
    }
  }

  private void cardInLine(OwnershipClaim place, long tag, OwnerCard card) {
    switch (card) {
      case Claim claim -> {
        if (place.proves(tag, claim)) {
          proven(place);
        }
      }
      case Deed deed -> {
        place.hand().keep(tag, deed);
        place.claimOnce();
      }
      case Wish _ -> place.acknowledge(tag);
    }
  }

  private void cardOfOthers(OwnershipClaim place, OpenPartition open, long tag, OwnerCard card) {
    if (card instanceof Deed deed && deed.epoch() == open.epoch()) {
      place.hand().keepOwn(tag, deed);
      ownWhenSafe(place, open);
      return;
    }
    place.acknowledge(tag);
    if (card instanceof Wish && isSpare()) {
      handBack(open);
    }
  }

  private boolean isSpare() {
    return owning()
        && preference instanceof Preference.Spare(_, long keepMillis)
        && nowNanos - ownedAtNanos >= keepMillis * 1_000_000;
  }

  /** Hands the partition to the next node in line and rejoins the end of the line. */
  private void handBack(OpenPartition open) {
    open.commitForHandOver();
    leave("handed back to the node that prefers it");
    standInLine();
  }

  /** This node's claim has been delivered back. */
  private void proven(OwnershipClaim place) {
    switch (stand) {
      case Outside _, Resting _ -> {}
      case InLine line -> claimAtSecondLook(line);
      case Inside inside -> settle(place, inside.open());
    }
  }

  /**
   * A node that has lost its place in line without knowing it looks at a directory that another
   * node is changing. So a refusal counts only if a second look finds the same, after another claim
   * has come back: that proves that this node still held its place at the first look.
   */
  private void claimAtSecondLook(InLine line) {
    OpenPartition claimed;
    try {
      claimed = claim(line.place());
    } catch (Fatal refusal) {
      FatalReason reason = refusal.reason();
      if (reason == line.refusedBefore() || !reason.mayPass()) {
        throw refusal;
      }
      stand = new InLine(line.place(), reason);
      line.place().claimAgain();
      return;
    }
    stand = new Inside(line.place(), claimed);
    claimed.recover(name);
    begin(claimed);
  }

  private OpenPartition claim(OwnershipClaim place) {
    LastDeed last = checked(place.hand().deed());
    return OpenPartition.claim(name, stage, ports, settings, retries, last);
  }

  /** Refuses a volume that is not the one of the latest deed, unless an operator accepts it. */
  private LastDeed checked(@Nullable Deed deed) {
    VolumeIdentity mark = new VolumeIdentity(ports.disk(), name.toString());
    if (lostVolumeAccepted && deed != null && mark.replacesLost(name.toString(), deed)) {
      ports.listener().lostVolumeAccepted(name, deed.text());
      return new LastDeed.Lost(deed.epoch());
    }
    if (lostBrokerAccepted && mark.lacksDeed(deed)) {
      ports.listener().lostBrokerAccepted(name);
    } else {
      mark.check(name.toString(), deed);
    }
    return deed == null ? new LastDeed.None() : new LastDeed.Of(deed.epoch());
  }

  /** Once this owner's epoch holds everything: asks whether the place in line is still its own. */
  private void begin(OpenPartition open) {
    if (open.beginsNow()) {
      askForProof();
    }
  }

  private void askForProof() {
    OwnershipClaim place = place();
    if (place != null) {
      place.claimAgain();
    }
  }

  /** The second claim has come back. */
  private void settle(OwnershipClaim place, OpenPartition open) {
    open.settle();
    publishDeed(place, open);
  }

  private void publishDeed(OwnershipClaim place, OpenPartition open) {
    Deed deed = open.nextDeed();
    place.publish(
        deed,
        () -> {
          if (open == open()) {
            place.hand().confirmed(deed.serial());
            ownWhenSafe(place, open);
          }
        });
  }

  private void ownWhenSafe(OwnershipClaim place, OpenPartition open) {
    if (place.hand().ownIsSafe()) {
      if (!open.owned()) {
        own(place, open);
      }
      place.hand().settle();
    }
  }

  /** The deed is confirmed, and in this node's hands. */
  private void own(OwnershipClaim place, OpenPartition open) {
    renewedAtNanos = nowNanos;
    ownedAtNanos = nowNanos;
    open.own();
    stalls.begin(open.partition().waits().keySet(), nowNanos);
    place.subscribeToData(settings.prefetch());
    ports.listener().owned(name, open.epoch());
  }

  /** Stops cleanly: takes a last snapshot, then releases everything. */
  public void stop() {
    OpenPartition open = open();
    if (open != null) {
      open.commitForHandOver();
    }
    leave("stopped");
  }
}
