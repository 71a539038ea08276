package dev.roastery.common.partition;

import dev.roastery.common.durable.Disk;
import dev.roastery.common.durable.PersistenceService;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.ownership.CardHand;
import dev.roastery.common.ownership.OwnerCard;
import dev.roastery.common.ownership.OwnerCard.Claim;
import dev.roastery.common.ownership.OwnerCard.Deed;
import dev.roastery.common.ownership.VolumeMark;
import dev.roastery.common.transport.Delivery;
import dev.roastery.common.transport.Parcel;
import dev.roastery.common.transport.Transport;
import dev.roastery.common.transport.Transport.Session;
import dev.roastery.common.transport.Transport.SessionListener;
import dev.roastery.common.wire.JobId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One node's stand towards one partition. It stands in line at the owner queue. When cards come,
 * its turn has come, and it publishes a claim: when that is back, it has seen every card that there
 * is. It checks the volume against the latest deed, claims the next epoch, recovers, and makes all
 * of it durable in that epoch. Then it publishes a second claim: when that is back, nobody else can
 * have owned the partition meanwhile, and it retires the older epochs and publishes its deed; with
 * that in hand it consumes the partition's queue. When its session is lost it owns nothing any more
 * and stands in line again. docs/adr/0004-ownership.md says why each step is there.
 *
 * <p>It always holds at least one card unacknowledged, so the owner queue never runs empty.
 * Everything here runs on one thread: callbacks go through the inbox.
 */
public final class PartitionOwner {

  private static final int CARD_PREFETCH = 8;

  /** In place of a nonce: the claim has come back already, and its duplicates mean nothing. */
  private static final String NOT_AWAITED = "";

  private final PartitionName name;
  private final Stage stage;
  private final OwnerPorts ports;
  private final PartitionSettings settings;
  private final String directory;
  private final Retries retries;

  private @Nullable Session session;
  private int generation;
  private final Deque<Delivery> waiting = new ArrayDeque<>();
  private CardHand hand = new CardHand(this::acknowledge);
  private @Nullable String nonce;
  private @Nullable FatalReason refusedBefore;
  private @Nullable Opened opened;
  private long resumeAtNanos = Long.MIN_VALUE;
  private long nowNanos;
  private long serial;
  private long renewedAtNanos;

  /** When each open job last got something new here. */
  private final Map<JobId, Long> progressAtNanos = new TreeMap<>();

  /**
   * What a partition's owner works with.
   *
   * @param nonces a fresh string at each call, never the same one on any node
   * @param volumes the id of a volume that is found empty
   * @param inbox runs work on the thread that calls {@link #work}
   * @param pause has that thread stand still for so many milliseconds
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
      PartitionListener listener) {}

  /** The partition while this node has it; {@code pending} waits for the deed to be confirmed. */
  private static final class Opened {
    final PersistenceService persistence;
    final PartitionLoop loop;
    final Deed deed;
    final List<Send> pending = new ArrayList<>();
    boolean begun;
    boolean deeded;
    boolean owning;

    Opened(PersistenceService persistence, PartitionLoop loop, Deed deed) {
      this.persistence = persistence;
      this.loop = loop;
      this.deed = deed;
    }
  }

  /** A stage threw: the partition is to be closed, and opened again after a pause. */
  static final class OpenAnew extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final long pauseMillis;

    OpenAnew(RuntimeException cause, long pauseMillis) {
      super(cause);
      this.pauseMillis = pauseMillis;
    }
  }

  public PartitionOwner(
      PartitionName name, Stage stage, OwnerPorts ports, PartitionSettings settings) {
    this.name = name;
    this.stage = stage;
    this.ports = ports;
    this.settings = settings;
    this.directory = name.toString();
    this.retries = new Retries(settings.retry());
  }

  /** Stands in line. The queues must have been declared. */
  public void start(long now) {
    nowNanos = now;
    renewedAtNanos = now;
    publish(new Claim(ports.nonces().get()));
    standInLine();
  }

  private void standInLine() {
    int mine = ++generation;
    resumeAtNanos = Long.MIN_VALUE;
    session =
        ports
            .transport()
            .open(
                new SessionListener() {
                  @Override
                  public void delivered(Delivery delivery) {
                    ports.inbox().accept(() -> received(mine, delivery));
                  }

                  @Override
                  public void lost(String reason) {
                    ports.inbox().accept(() -> lostSession(mine, reason));
                  }
                });
    session.subscribe(name.cardQueue(), CARD_PREFETCH);
  }

  private void received(int of, Delivery delivery) {
    if (of != generation) {
      return;
    }
    if (delivery.queue().equals(name.queue())) {
      waiting.add(delivery);
    } else {
      guarded(() -> card(delivery));
    }
  }

  private void lostSession(int of, String reason) {
    if (of == generation) {
      close(reason);
      standInLine();
    }
  }

  /** Lets go of everything; whoever is next in line gets the partition. */
  private void close(String reason) {
    generation++;
    waiting.clear();
    hand = new CardHand(this::acknowledge);
    nonce = null;
    refusedBefore = null;
    if (opened != null) {
      opened.loop.close();
      opened = null;
      ports.listener().released(name, reason);
    }
    if (session != null) {
      session.close();
      session = null;
    }
  }

  /** Does what is to be done now: handles a group, or renews the deed. */
  public void work(long now) {
    nowNanos = now;
    if (session == null) {
      if (resumeAtNanos != Long.MIN_VALUE && now - resumeAtNanos >= 0) {
        standInLine();
      }
      return;
    }
    Opened open = opened;
    if (open != null && !open.begun) {
      guarded(() -> begin(open));
    }
    if (open == null && millisSince(renewedAtNanos) >= settings.deedRenewalMillis()) {
      // Should somebody have emptied the owner queue, this finds out; otherwise it does nothing.
      renewedAtNanos = nowNanos;
      publish(new Claim(ports.nonces().get()));
    }
    if (open == null || !open.owning) {
      return;
    }
    if (!waiting.isEmpty() && open.loop.ready()) {
      guarded(() -> handle(open));
    }
    if (millisSince(renewedAtNanos) >= settings.deedRenewalMillis()) {
      renew(open);
    }
    reportStalled(open);
  }

  /** Whether {@link #work} would handle deliveries now. */
  public boolean hasWork() {
    return opened != null && opened.owning && !waiting.isEmpty() && opened.loop.ready();
  }

  public boolean owning() {
    return opened != null && opened.owning;
  }

  /** What each open job waits for here. */
  public PartitionReport report() {
    return new PartitionReport(
        name,
        opened == null ? 0 : opened.deed.epoch(),
        opened == null ? Map.of() : opened.loop.partition().progress(),
        opened == null ? Map.of() : opened.loop.partition().waits());
  }

  private void handle(Opened open) {
    List<Delivery> group = new ArrayList<>();
    while (group.size() < settings.groupMax() && !waiting.isEmpty()) {
      group.add(waiting.remove());
    }
    for (JobId job : open.loop.handle(group, this::acknowledge)) {
      progressAtNanos.put(job, nowNanos);
    }
  }

  private void acknowledge(long tag) {
    if (session != null) {
      session.acknowledge(tag);
    }
  }

  /** Runs what may find that the partition must be opened anew, and sees to that. */
  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (OpenAnew anew) {
      resumeAtNanos = nowNanos + anew.pauseMillis * 1_000_000;
      ports.listener().failed(name, String.valueOf(anew.getCause()), anew.pauseMillis);
      close("opened anew after an error");
    }
  }

  // ---- cards

  private void card(Delivery delivery) {
    switch (OwnerCard.parse(delivery.body())) {
      case null -> acknowledge(delivery.tag());
      case Claim claim -> claim(delivery.tag(), claim);
      case Deed deed -> deed(delivery.tag(), deed);
    }
  }

  private void claim(long tag, Claim claim) {
    if (opened != null && opened.deeded) {
      acknowledge(tag);
      return;
    }
    hand.keep(tag, claim);
    if (!claim.nonce().equals(nonce)) {
      claimOnce();
      return;
    }
    nonce = NOT_AWAITED;
    if (opened == null) {
      openAtSecondLook();
    } else {
      settle(opened);
    }
  }

  private void deed(long tag, Deed deed) {
    if (opened != null && opened.deeded) {
      deedWhileOpen(opened, tag, deed);
      return;
    }
    hand.keep(tag, deed);
    claimOnce();
  }

  /** What was in the queue when this node's turn came, comes before the claim that it sends now. */
  private void claimOnce() {
    if (nonce == null) {
      nonce = ports.nonces().get();
      publish(new Claim(nonce));
    }
  }

  private void deedWhileOpen(Opened open, long tag, Deed deed) {
    if (deed.epoch() == open.deed.epoch()) {
      hand.keepOwn(tag, deed);
      ownWhenSafe(open);
    } else {
      acknowledge(tag);
    }
  }

  private void confirmed(Opened open, Deed deed) {
    if (open == opened) {
      hand.confirmed(deed.serial());
      ownWhenSafe(open);
    }
  }

  private void ownWhenSafe(Opened open) {
    if (hand.ownIsSafe()) {
      if (!open.owning) {
        own(open);
      }
      hand.settle();
    }
  }

  /**
   * A node that has lost its place in line without knowing it looks at a directory that somebody
   * else is changing. So a refusal counts only when a second look finds the same, after another
   * claim has come back: that proves that the place was still this node's at the first look.
   */
  private void openAtSecondLook() {
    try {
      open();
    } catch (Fatal refusal) {
      FatalReason reason = refusal.reason();
      if (opened != null || reason == refusedBefore || !reason.mayPass()) {
        throw refusal;
      }
      refusedBefore = reason;
      nonce = null;
      claimOnce();
    }
  }

  private void open() {
    VolumeMark mark = new VolumeMark(ports.disk(), directory);
    mark.check(name.toString(), hand.deed());
    PersistenceService persistence =
        PersistenceService.claim(
            ports.disk(),
            directory,
            name.toString(),
            ports.volumes().get(),
            settings.persistence(),
            ports.crash());
    Partition partition =
        new Partition(
            name,
            stage,
            ports.gatewayQueue(),
            persistence.processedIds(),
            new DurableSendLog(persistence));
    PartitionLoop loop =
        new PartitionLoop(
            name,
            partition,
            new PartitionLoop.LoopPorts(
                persistence,
                ports.transport(),
                new Quarantine(ports.disk(), directory),
                retries,
                new ReplayGuard(
                    ports.disk(), directory, persistence.epoch(), settings.poisonDeaths()),
                ports.crash(),
                ports.pause(),
                ports.inbox()));
    Deed deed = new Deed(persistence.volume(), persistence.epoch(), ++serial);
    Opened open = new Opened(persistence, loop, deed);
    opened = open;
    for (Send send : loop.recover()) {
      if (send.key() == null) {
        loop.send(send);
      } else {
        open.pending.add(send);
      }
    }
    ports.listener().recovered(name, persistence.report());
    begin(open);
  }

  /** Once this owner's epoch holds everything: asks whether the place in line is still its own. */
  private void begin(Opened open) {
    open.begun = open.loop.begin();
    if (open.begun) {
      nonce = null;
      claimOnce();
    }
  }

  /**
   * The second claim has come back. Nobody else can have owned the partition since this node looked
   * at it, so what it has read is all that was ever acknowledged, and its epoch may count.
   */
  private void settle(Opened open) {
    open.persistence.settle();
    open.deeded = true;
    publish(open, open.deed);
  }

  /**
   * The deed is confirmed, and in this node's hands: from here on the partition's data may come.
   */
  private void own(Opened open) {
    new VolumeMark(ports.disk(), directory).deeded();
    open.owning = true;
    renewedAtNanos = nowNanos;
    progressAtNanos.clear();
    open.loop.partition().waits().keySet().forEach(job -> progressAtNanos.put(job, nowNanos));
    open.pending.forEach(open.loop::send);
    open.pending.clear();
    if (session != null) {
      session.subscribe(name.queue(), settings.prefetch());
    }
    ports.listener().owned(name, open.deed.epoch());
  }

  private void renew(Opened open) {
    renewedAtNanos = nowNanos;
    publish(open, new Deed(open.deed.volume(), open.deed.epoch(), ++serial));
  }

  private void publish(Claim claim) {
    publish(claim, "CLAIM", () -> {});
  }

  private void publish(Opened open, Deed deed) {
    publish(deed, "DEED", () -> ports.inbox().accept(() -> confirmed(open, deed)));
  }

  private void publish(OwnerCard card, String kind, Runnable confirmed) {
    Parcel parcel = new Parcel(card.bytes(), card.text(), kind, "", name.toString());
    ports.transport().publish(name.cardQueue(), parcel, confirmed);
  }

  private void reportStalled(Opened open) {
    if (progressAtNanos.values().stream().noneMatch(this::tooLongAgo)) {
      return;
    }
    Map<JobId, List<String>> waits = open.loop.partition().waits();
    progressAtNanos.keySet().retainAll(waits.keySet());
    waits.forEach((job, on) -> {
      if (tooLongAgo(progressAtNanos.getOrDefault(job, nowNanos))) {
        progressAtNanos.put(job, nowNanos);
        ports.listener().stalled(name, job, on);
      }
    });
  }

  private boolean tooLongAgo(long thenNanos) {
    return millisSince(thenNanos) >= settings.stalledAfterMillis();
  }

  private long millisSince(long thenNanos) {
    return (nowNanos - thenNanos) / 1_000_000;
  }

  /** Leaves in good order: a last snapshot, then everything is let go. */
  public void stop() {
    if (owning() && opened != null) {
      opened.loop.commitForHandOver();
    }
    close("stopped");
  }
}
