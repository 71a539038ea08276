package dev.roastery.common.partition;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.QueueRoom;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.journal.LifeCycle;
import dev.roastery.common.journal.PersistenceService;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.partition.poison.AttemptCounts;
import dev.roastery.common.partition.poison.Quarantine;
import dev.roastery.common.partition.poison.ReopenPartition;
import dev.roastery.common.partition.poison.ReplayGuard;
import dev.roastery.common.partition.range.RangeReading;
import dev.roastery.common.partition.range.RangesInHand;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.share.Share;
import dev.roastery.common.share.Turns;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The life of a batch. A group of deliveries is
 *
 * <ol>
 *   <li>appended to the chunk buffer, and the buffer forced, once for the group;
 *   <li>acknowledged: from here on the broker forgets them, and only this volume knows them;
 *   <li>applied to the partition, one by one, which yields messages to send;
 *   <li>sent, what is much in pieces, with other groups between; when the broker has confirmed a
 *       send, that is put on record;
 *   <li>covered, now and then, by a snapshot, so that the buffer can be cut.
 * </ol>
 *
 * <p>A crash anywhere between loses nothing and counts nothing twice: {@link #recover} loads the
 * snapshot and gives the buffered chunks to the same {@link Partition#apply}, whose processed ids
 * make repetition harmless. This class is where all crash points of a worker are (FAULTS 3.1); one
 * thread calls it.
 */
public final class PartitionLoop {

  // What a recovery does with all jobs, and with the outputs of each.
  private static final String READING = "reading";
  private static final String SAVING = "saving";
  private static final String SENDING = "sending ";
  private static final String FETCHING = "fetching ";

  private static final String NO_MESSAGE = "not a message: ";

  private final PartitionName name;
  private final Partition partition;
  private final PersistenceService persistence;
  private final LifeCycle life;
  private final Transport transport;
  private final Quarantine quarantine;
  private final AttemptCounts retries;
  private final ReplayGuard replayGuard;
  private final CrashPoints crash;
  private final LongConsumer pause;
  private final PartitionListener listener;

  /** Brings a confirmation from the transport's thread to this loop's. */
  private final Consumer<Runnable> later;

  /** Messages that answer a single input and are not confirmed: until then no snapshot. */
  private int unconfirmedAnswers;

  /** Outputs of the recovery that are not all made. */
  private int owed;

  /** Messages that are not confirmed, those answers included. */
  private int unconfirmed;

  /** A snapshot is due that deletes the rows of ended jobs. */
  private boolean deletesEnded;

  /** What may be sent only once this node owns the partition. */
  private final List<PendingSend> held = new ArrayList<>();

  /** What goes out at gates, and replies: a turn is a piece. */
  private final Turns<JobId, Unconfirmed> inLine = new Turns<>();

  /** What is read of the ranges that have come. */
  private final RangesInHand ranges;

  /** Those that the last owner had not read, as long as they are not: they may be what ended it. */
  private final Set<Message.Range> inherited = new HashSet<>();

  /** What goes out at gates waits in line while the queue that it goes to is long. */
  private final QueueRoom room;

  public PartitionLoop(PartitionName name, Partition partition, LoopPorts ports) {
    this.name = name;
    this.partition = partition;
    this.persistence = ports.persistence();
    this.life = persistence.life();
    this.transport = ports.transport();
    this.quarantine = ports.quarantine();
    this.retries = ports.retries();
    this.replayGuard = ports.replayGuard();
    this.crash = ports.crash();
    this.pause = ports.pause();
    this.later = ports.later();
    this.listener = ports.listener();
    this.room = new QueueRoom(ports.room(), transport, later);
    this.ranges = new RangesInHand(ports.ranges(), later);
  }

  /** What a loop works with. */
  public record LoopPorts(
      PersistenceService persistence,
      Transport transport,
      Quarantine quarantine,
      AttemptCounts retries,
      ReplayGuard replayGuard,
      CrashPoints crash,
      LongConsumer pause,
      Consumer<Runnable> later,
      PartitionListener listener,
      QueueRoom.Limits room,
      RangeReading ranges) {}

  /**
   * Restores the state of the last owner after its last acknowledgement, and sends again what is
   * not known to be confirmed: answers to single inputs now, because {@link #begin} forgets those
   * inputs and waits until their answers are confirmed (invariant 3); everything else in {@link
   * #own}.
   */
  public void recover() {
    List<PendingSend> sends = new ArrayList<>();
    List<byte[]> chunks = persistence.recoverBufferedChunks();
    replayGuard.together(Set.of(READING));
    if (!chunks.isEmpty() || persistence.wasInterrupted()) {
      replayGuard.begin();
    }
    persistence.recoverWorkingState().ifPresent(state -> sends.addAll(restored(state)));
    replayGuard.together(Set.of());
    for (byte[] chunk : chunks) {
      sends.addAll(replay(chunk));
      crash.reached(CrashPoint.RECOVERY_MID_REPLAY);
    }
    putCasualtiesAside();
    crash.reached(CrashPoint.RECOVERY_BEFORE_REPUBLISH);
    for (PendingSend send : sends) {
      if (send.key() == null) {
        send(send);
      } else {
        held.add(send);
      }
    }
  }

  /**
   * Makes the recovered state durable in the new epoch, as soon as no answer is unconfirmed;
   * returns whether it has done so.
   */
  public boolean begin() {
    if (answersAreConfirmed()) {
      replayGuard.together(Set.of(SAVING));
      commit();
      replayGuard.together(Set.of());
      endRecovery();
    }
    return life.hasBegun();
  }

  /** This node owns the partition: results may be sent. */
  public void own() {
    inherited.addAll(partition.ranges());
    // Where lives are short, every other one spends nothing on the guard, and gets further.
    if (!(held.isEmpty() && inherited.isEmpty()) && persistence.epoch() % 2 == 0) {
      replayGuard.together(
          Stream.concat(
                  held.stream().map(send -> SENDING + send.job()),
                  inherited.stream().map(range -> FETCHING + range.job()))
              .distinct()
              .toList());
      replayGuard.begin();
    }
    inherited.forEach(this::queue);
    read();
    for (PendingSend send : held) {
      new Unconfirmed(send, true).standInLine();
      owed++;
    }
    held.clear();
    endRecovery();
  }

  /** When no work of the recovery is left that could end this process. */
  private void endRecovery() {
    if (life.hasBegun() && held.isEmpty() && owed == 0 && inherited.isEmpty()) {
      replayGuard.survived();
    }
  }

  /** Whether this work crashes every process; work that may do so is entered. */
  private boolean isPoison(String work) {
    pause.accept(replayGuard.pauseMillis(work));
    return replayGuard.entering(work);
  }

  /** The same, of a job's part of work that crashes every process. */
  private boolean isPoison(String together, JobId part) {
    return replayGuard.suspects(together) && isPoison(together + " " + part);
  }

  /**
   * Does work that {@link #isPoison} may have entered. It is left when it is done, when the
   * partition is to be reopened, and when the process ends for a reason that is not this work's
   * fault.
   */
  private <T extends @Nullable Object> T entered(Supplier<T> work) {
    try {
      T done = work.get();
      replayGuard.left();
      return done;
    } catch (ReopenPartition thrown) {
      replayGuard.left();
      throw thrown;
    } catch (Fatal fatal) {
      if (fatal.reason() != FatalReason.BROKEN_INVARIANT) {
        leftFor(fatal);
      }
      throw fatal;
    }
  }

  /** What ends the process may also keep it from writing that. */
  private void leftFor(Fatal fatal) {
    try {
      replayGuard.left();
    } catch (Fatal second) {
      fatal.addSuppressed(second);
    }
  }

  private List<PendingSend> restored(byte[] state) {
    return entered(() -> partition.restore(state, job -> isPoison(READING, job)));
  }

  private void commit() {
    persistence.commitWorkingState(state(), partition.spilled());
  }

  private List<byte[]> state() {
    List<byte[]> state = entered(() -> partition.saveInPieces(job -> isPoison(SAVING, job)));
    putCasualtiesAside();
    return state;
  }

  /** The evidence of failed jobs is durable before any message says that they failed. */
  private void putCasualtiesAside() {
    for (Partition.Casualty casualty : partition.takeCasualties()) {
      quarantine.put(casualty.evidence(), casualty.reason());
      if (life.isOwned()) {
        casualty.sends().forEach(this::send);
      } else {
        held.addAll(casualty.sends());
      }
    }
  }

  private List<PendingSend> replay(byte[] chunk) {
    Message message = decode(chunk);
    if (message == null) {
      return List.of();
    }
    if (isPoison(ReplayGuard.name(chunk))) {
      return putAside(message, chunk, ReplayGuard.crashed("it was applied"));
    }
    return entered(() -> apply(message, chunk));
  }

  /**
   * Handles a group of deliveries; {@code acknowledge} gets each tag when its chunk is safe.
   * Returns the jobs that have new messages.
   */
  public Set<JobId> handle(List<Delivery> group, Consumer<Long> acknowledge) {
    crash.reached(CrashPoint.RECEIVED_BEFORE_APPEND);
    List<Chunk> fresh = new ArrayList<>(group.size());
    for (Delivery delivery : group) {
      Chunk chunk = chunk(delivery);
      if (chunk != null && !partition.knows(chunk.message())) {
        persistence.appendChunkToBuffer(chunk.bytes());
        fresh.add(chunk);
      }
    }
    if (!fresh.isEmpty()) {
      persistence.forceChunkBuffer();
    }
    for (Delivery delivery : group) {
      acknowledge.accept(delivery.tag());
    }
    crash.reached(CrashPoint.ACKED);
    for (Chunk chunk : fresh) {
      apply(chunk.message(), chunk.bytes()).forEach(this::send);
      wantRanges(chunk.message());
    }
    giveWay();
    commitWhenDue();
    read();
    return fresh.stream().map(chunk -> chunk.message().job()).collect(Collectors.toSet());
  }

  private record Chunk(Message message, byte[] bytes) {}

  // ---- batches that come by reference

  /** With the plan all ranges can be read that came before it. */
  private void wantRanges(Message message) {
    switch (message) {
      case Message.Range range when partition.misses(range) -> queue(range);
      case Message.Job job -> partition.ranges(job.job()).forEach(this::queue);
      default -> {}
    }
  }

  private void queue(Message.Range range) {
    ranges.add(partition.share(range.job()), range);
  }

  private void read() {
    ranges.update(partition::misses, range -> partition.plan(range.job()));
    if (inherited.removeIf(range -> !partition.misses(range))) {
      endRecovery();
    }
  }

  /** Whether something has been read that may be applied now. */
  public boolean hasRead() {
    return ranges.hasNews() && ready();
  }

  /** Applies what was read first, and returns its job. */
  public JobId applyRead() {
    RangesInHand.News news = ranges.next();
    switch (news) {
      case RangesInHand.News.Read(Message.Range range, Message.Batch batch) -> apply(range, batch);
      case RangesInHand.News.Failed(Message.Range range, String reason) ->
          applyOwn(new Message.Fail(range.job(), name.toString(), reason));
    }
    giveWay();
    commitWhenDue();
    read();
    return news.range().job();
  }

  private void apply(Message.Range range, Message.Batch batch) {
    if (partition.knows(batch)) {
      return;
    }
    byte[] bytes = MessageCodec.encode(batch);
    persistence.appliedByReference(bytes.length);
    guarded(range, batch, bytes).forEach(this::send);
  }

  private List<PendingSend> guarded(Message.Range range, Message.Batch batch, byte[] bytes) {
    if (!inherited.contains(range) || !replayGuard.suspects(FETCHING + range.job())) {
      return apply(batch, bytes);
    }
    if (isPoison(FETCHING + batch.id())) {
      return putAside(batch, bytes, ReplayGuard.crashed("it was applied"));
    }
    return entered(() -> apply(batch, bytes));
  }

  /** What this partition finds out by itself is as safe as what it is told. */
  private void applyOwn(Message message) {
    byte[] bytes = MessageCodec.encode(message);
    if (!partition.knows(message)) {
      persistence.appendChunkToBuffer(bytes);
      persistence.forceChunkBuffer();
      apply(message, bytes).forEach(this::send);
    }
  }

  /**
   * What to apply for a delivery; null for nothing. Bytes that are not a message are quarantined,
   * and what they were is lost for good: if their label names a job, this partition buffers and
   * applies that the job has failed.
   */
  private @Nullable Chunk chunk(Delivery delivery) {
    try {
      return new Chunk(MessageCodec.decode(delivery.body()), delivery.body());
    } catch (WireException e) {
      quarantine.put(delivery.body(), NO_MESSAGE + e.getMessage());
      return JobId.parse(delivery.job())
          .map(job -> {
            Message failed = unreadable(job, delivery.queue(), e);
            return new Chunk(failed, MessageCodec.encode(failed));
          })
          .orElse(null);
    }
  }

  private Message unreadable(JobId job, String queue, WireException why) {
    return new Message.Fail(
        job,
        name.toString(),
        "a message of this job in queue " + queue + " cannot be read: " + why.getMessage());
  }

  /**
   * A message of the chunk buffer, or null: earlier releases buffered bytes before reading them.
   */
  private @Nullable Message decode(byte[] chunk) {
    try {
      return MessageCodec.decode(chunk);
    } catch (WireException e) {
      quarantine.put(chunk, NO_MESSAGE + e.getMessage());
      return null;
    }
  }

  private List<PendingSend> apply(Message message, byte[] body) {
    boolean end = message instanceof Message.End;
    crash.reached(end ? CrashPoint.END_RECEIVED : CrashPoint.BEFORE_PROCESS);
    try {
      listener.applying(name, message.job());
      if (message instanceof Message.Batch batch) {
        listener.batch(name, batch);
      }
      List<PendingSend> sends = new ArrayList<>(partition.apply(message));
      putCasualtiesAside();
      crash.reached(end ? CrashPoint.END_PROCESSED : CrashPoint.AFTER_CHUNK);
      crash.reached(CrashPoint.AFTER_PROCESS_BEFORE_JOIN_CHECK);
      boolean completed = sends.addAll(partition.passGates(message.job()));
      crash.reached(CrashPoint.AFTER_PROCESS_BEFORE_COMMIT);
      if (completed && !end) {
        crash.reached(CrashPoint.LAST_BATCH_AFTER_END);
      } else if (end && !completed) {
        crash.reached(CrashPoint.BETWEEN_JOIN_INPUTS);
      }
      return sends;
    } catch (RuntimeException error) {
      // The job's state may be half changed: either this partition is opened again, or the job
      // ends.
      retries.failed(body, error);
      return putAside(message, body, "a worker failed: " + error);
    } finally {
      listener.applied(name);
    }
  }

  private List<PendingSend> putAside(Message message, byte[] body, String reason) {
    quarantine.put(body, reason);
    return partition.fail(message.job(), MessageCodec.idOf(message) + ": " + reason);
  }

  /** Answers to an input are sent at once, all other outputs in turn. */
  void send(PendingSend send) {
    Unconfirmed unconfirmed = new Unconfirmed(send, false);
    if (send.key() == null) {
      unconfirmed.send(send.nextPiece());
    } else {
      unconfirmed.standInLine();
    }
  }

  /** Whether everything that there was to send is confirmed. */
  public boolean isIdle() {
    return held.isEmpty() && inLine.isEmpty() && unconfirmed == 0 && ranges.isIdle();
  }

  /** Whether a piece may be sent now. */
  public boolean hasPieces() {
    return inLine.any(Unconfirmed::mayGo);
  }

  /** Whether there is something to send for the job, now or when there is room for it. */
  public boolean isSending(JobId job) {
    return inLine.next(job).isPresent();
  }

  /** What each open job waits for here, in words: first of all for room in a long queue. */
  public Map<JobId, List<String>> waits() {
    Map<JobId, List<String>> waits = partition.waits();
    waits.replaceAll((job, others) ->
        inLine
            .next(job)
            .filter(next -> !next.mayGo())
            .map(next ->
                Stream.concat(Stream.of(PartitionReport.ROOM_IN + next.receiver()), others.stream())
                    .toList())
            .orElse(others));
    return waits;
  }

  /** Sends the next piece in line that may go, and returns its job. */
  public JobId sendPiece() {
    Unconfirmed next = inLine.take(Unconfirmed::mayGo).orElseThrow();
    JobId job = next.send.job();
    String key = next.send.key();
    boolean more = false;
    if (key != null && partition.awaits(job, key)) {
      List<Outbound> piece = guarded(next);
      if (piece != null) {
        next.send(piece);
        more = next.send.hasNextPiece();
      }
    }
    if (next.recovered && !more) {
      owed--;
      endRecovery();
    }
    forgetSpilled();
    return job;
  }

  private @Nullable List<Outbound> guarded(Unconfirmed next) {
    String together = SENDING + next.send.job();
    if (!replayGuard.suspects(together)) {
      return made(next.send);
    }
    if (isPoison(next.place())) {
      partition.outputsFailed(next.send.job(), ReplayGuard.crashed("its outputs were made"));
      putCasualtiesAside();
      return null;
    }
    return entered(() -> made(next.send));
  }

  /** The next piece, or null when it could not be made: its job has failed then. */
  private @Nullable List<Outbound> made(PendingSend send) {
    JobId job = send.job();
    listener.applying(name, job);
    try {
      return send.nextPiece();
    } catch (JobFailure failure) {
      partition.pieceFailed(job, failure).forEach(this::send);
    } catch (RuntimeException error) {
      retries.failed(partition.evidence(job), error);
      partition.pieceFailed(job, error).forEach(this::send);
      putCasualtiesAside();
    } finally {
      listener.applied(name);
    }
    return null;
  }

  /** A send on its way; its count is touched by the loop's thread only. */
  private final class Unconfirmed {
    private final PendingSend send;
    private final Share share;
    private final boolean recovered;
    private int pieces;
    private int left;

    /** Where its last piece went, and its next one will probably go. */
    private @Nullable String queue;

    /**
     * @param recovered whether the recovery lasts until all its pieces are made
     */
    Unconfirmed(PendingSend send, boolean recovered) {
      this.send = send;
      this.recovered = recovered;
      this.share = partition.share(send.job());
    }

    /** What is made next, which is the same in every life of the partition. */
    String place() {
      return send.job() + " piece " + pieces + " of " + send.key();
    }

    /** The partition whose queue its last piece went to. */
    String receiver() {
      return PartitionName.ofQueue(String.valueOf(queue));
    }

    void standInLine() {
      inLine.add(share, send.job(), this);
    }

    /** The first piece of a send always goes, and what is not wanted any more need not wait. */
    boolean mayGo() {
      JobId job = send.job();
      String key = send.key();
      return queue == null
          || room.isFor(share.holder(job), queue)
          || (key != null && !partition.awaits(job, key));
    }

    /** Sends a piece, and stands in line for the next one. */
    void send(List<Outbound> piece) {
      pieces++;
      crash.reached(CrashPoint.AFTER_APPLY_BEFORE_PUBLISH);
      left += piece.size();
      unconfirmed += piece.size();
      if (send.key() == null) {
        unconfirmedAnswers += piece.size();
      }
      piece.forEach(this::publish);
      crash.reached(CrashPoint.PUBLISHED_BEFORE_CONFIRM);
      if (send.hasNextPiece()) {
        standInLine();
      } else if (left == 0) {
        allConfirmed();
      }
    }

    private void publish(Outbound outbound) {
      boolean end = outbound.message() instanceof Message.End;
      if (end) {
        crash.reached(CrashPoint.BEFORE_SEND_END);
      }
      Parcel parcel = Parcel.of(outbound.message(), name.toString());
      transport.publish(outbound.queue(), parcel, () -> later.accept(this::confirmed));
      if (send.key() != null) {
        queue = outbound.queue();
        room.take(share.holder(send.job()), queue, parcel.body().length);
      }
      if (end) {
        crash.reached(CrashPoint.AFTER_SEND_END);
        crash.reached(CrashPoint.END_SENT_BEFORE_COORDINATION);
      }
      crash.reached(CrashPoint.PUBLISHED_ONE_OF_MANY);
    }

    void confirmed() {
      if (life.isClosed()) {
        return;
      }
      unconfirmed--;
      if (send.key() == null) {
        unconfirmedAnswers--;
      }
      if (--left == 0 && !send.hasNextPiece()) {
        allConfirmed();
      }
      commitWhenDue();
    }

    void allConfirmed() {
      JobId job = send.job();
      String key = send.key();
      if (key != null && partition.awaits(job, key)) {
        crash.reached(CrashPoint.AFTER_PUBLISH_BEFORE_CLEANUP);
        persistence.commitSendAck(job, key);
        crash.reached(CrashPoint.FINISHED_BEFORE_CLEANUP);
        partition.acknowledged(job, key);
        crash.reached(CrashPoint.WITHIN_CLEANUP);
      }
    }
  }

  /**
   * Whether the next group may be taken: not while a snapshot that is due waits for confirmations.
   */
  public boolean ready() {
    return !(persistence.shouldCommitState() || deletesEnded) || answersAreConfirmed();
  }

  /** A snapshot covers inputs; nothing could make their answers again (invariant 3). */
  private boolean answersAreConfirmed() {
    return unconfirmedAnswers == 0;
  }

  /**
   * To be called now and then: spills what jobs have above their shares of the memory, and deletes
   * the rows of ended jobs when it is time.
   */
  public void tick(long nowNanos) {
    giveWay();
    deletesEnded = persistence.shouldDeleteEnded(nowNanos);
    if (deletesEnded) {
      deleteEnded();
    }
  }

  private void giveWay() {
    partition.giveWay();
    putCasualtiesAside();
  }

  private void deleteEnded() {
    if (answersAreConfirmed()) {
      persistence.deleteEnded(state(), partition.spilled());
      deletesEnded = false;
    }
  }

  private void commitWhenDue() {
    if (life.hasBegun() && persistence.shouldCommitState() && answersAreConfirmed()) {
      commit();
    }
    forgetSpilled();
  }

  /**
   * When the last job that has spilled has ended, its rows are not left on the disk until somebody
   * else's have come: both snapshots that are kept are written without it.
   */
  private void forgetSpilled() {
    while (life.isSettled() && answersAreConfirmed() && persistence.keepsSpilledInVain()) {
      persistence.movePosition();
      commit();
    }
  }

  /**
   * Takes a snapshot now, if no answer is unconfirmed: after a graceful stop nothing has to be
   * replayed, and nothing of ended jobs is left.
   */
  public void commitForHandOver() {
    crash.reached(CrashPoint.GRACEFUL_STOP);
    replayGuard.survived();
    if (persistence.keepsEnded()) {
      deleteEnded();
    } else if (answersAreConfirmed()) {
      commit();
    }
    crash.reached(CrashPoint.GRACEFUL_STOP);
  }

  public Partition partition() {
    return partition;
  }

  public void close() {
    ranges.close();
    partition.close();
    replayGuard.close();
    persistence.close();
  }
}
