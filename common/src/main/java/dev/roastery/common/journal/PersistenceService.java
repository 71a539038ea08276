package dev.roastery.common.journal;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.LifeCycle.Phase;
import dev.roastery.common.journal.format.DataBytes;
import dev.roastery.common.journal.format.Frames;
import dev.roastery.common.journal.format.Ledger;
import dev.roastery.common.journal.format.ProcessedIds;
import dev.roastery.common.journal.recovery.Recovered;
import dev.roastery.common.journal.recovery.RecoveryReport;
import dev.roastery.common.journal.succession.EpochWriter;
import dev.roastery.common.journal.succession.LastDeed;
import dev.roastery.common.journal.succession.Succession;
import dev.roastery.common.message.JobId;
import dev.roastery.common.spill.SpillStore;
import dev.roastery.common.spill.SpilledFile;
import dev.roastery.common.storage.Disk;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The one door to a partition's directory, for its one owner, on its one thread.
 *
 * <p>The order of a life: {@link #claim}; replay {@link #recoverBufferedChunks} over {@link
 * #recoverWorkingState}; {@link #commitWorkingState}, which copies what was recovered forward into
 * this owner's epoch and forces it (an older owner's last write may be visible without being safe,
 * D05); {@link #settle}; only then append, force, acknowledge, and commit again whenever {@link
 * #shouldCommitState}.
 *
 * <p>Every failure is a {@link Fatal}, and after one there is nothing but Fatals.
 */
public final class PersistenceService implements AutoCloseable {

  /** The longest message that can be appended: the broker's limit, and some. */
  public static final int CHUNK_BYTES_MAX = Frames.LENGTH_MAX - 1;

  private final Succession.Taken taken;
  private final EpochWriter epoch;
  private final PersistenceSettings settings;
  private final RecoveryReport report;
  private final Ledger ledger;
  private final SnapshotWriter snapshots;
  private final SpillDirectory spills;
  private final CommitRule rule;
  private final EndedJobs ended;
  private Recovered recovered;
  private @Nullable ChunkBuffer buffer;
  private final LifeCycle life;
  private long commits;

  private PersistenceService(
      Succession.Taken taken, Recovered recovered, PersistenceSettings settings) {
    this.taken = taken;
    this.epoch = taken.epoch();
    this.settings = settings;
    this.recovered = recovered;
    this.report = recovered.report();
    this.ledger = recovered.ledger();
    this.snapshots = new SnapshotWriter(epoch);
    this.spills = new SpillDirectory(epoch, recovered.spilled());
    this.rule = new CommitRule(settings, recovered.chunks().size(), recovered.chunkBytes());
    this.ended = new EndedJobs(settings.endedKeptMillis());
    this.life = new LifeCycle(epoch.directory());
  }

  /**
   * Makes the caller the partition's owner: claims the next epoch and recovers what the older ones
   * hold. The previous owner is {@link FatalReason#FENCED} from now on.
   *
   * @param freshVolume the volume's id from now on, if there is nothing to recover
   */
  public static PersistenceService claim(
      Disk disk,
      String directory,
      String partition,
      UUID freshVolume,
      PersistenceSettings settings,
      CrashPoints crash) {
    return claim(
        Successions.of(disk, directory),
        partition,
        freshVolume,
        new LastDeed.None(),
        settings,
        crash);
  }

  /** As above, of a partition of which the broker has a deed. */
  public static PersistenceService claim(
      Succession succession,
      String partition,
      UUID freshVolume,
      LastDeed deed,
      PersistenceSettings settings,
      CrashPoints crash) {
    Succession.Takeover takeover = succession.take(partition, freshVolume, deed, crash);
    return new PersistenceService(takeover.taken(), takeover.recovered(), settings);
  }

  /** How far this ownership has come. */
  public LifeCycle life() {
    return life;
  }

  public long epoch() {
    return epoch.origin().epoch();
  }

  /** The highest epoch that any node has claimed; above {@link #epoch} it fences this owner. */
  public long newestEpoch() {
    return epoch.guard().reading(epoch.directory(), taken::newest);
  }

  public UUID volume() {
    return epoch.origin().volume();
  }

  /** Whether there was nothing to recover: either the first owner ever, or a lost volume. */
  public boolean isNew() {
    return report.epochRead() == 0;
  }

  /** Whether the epoch before this was claimed, and its recovery has not become durable. */
  public boolean wasInterrupted() {
    return !isNew() && epoch() > report.epochRead() + 1;
  }

  public RecoveryReport report() {
    return report;
  }

  /** The state of the newest readable snapshot, until the first commit. */
  public Optional<byte[]> recoverWorkingState() {
    return recovered.state();
  }

  /** What was appended after that snapshot, in that order, until the first commit. */
  public List<byte[]> recoverBufferedChunks() {
    return recovered.chunks();
  }

  /** Not safe, and not to be acknowledged, before {@link #forceChunkBuffer}. */
  public void appendChunkToBuffer(byte[] message) {
    append(Frames.CHUNK, message);
    rule.appended(message.length);
  }

  /**
   * A batch was applied that is not in the buffer: its reference is, and it would be read again.
   */
  public void appliedByReference(int rowsBytes) {
    rule.appended(rowsBytes);
  }

  /** Makes all that was appended safe; costs nothing when that is nothing. */
  public void forceChunkBuffer() {
    buffer().force();
  }

  /** Knows the chunks since the last commit, before this owner's first one the recovered ones. */
  CommitRule rule() {
    return rule;
  }

  public boolean shouldCommitState() {
    return life.phase() == Phase.RECOVERING || rule.isDue();
  }

  /**
   * Makes this state, with the processed ids and acknowledged sends as they are now, the one to
   * recover. It must contain everything that was appended; the chunk buffer is cleared.
   */
  public void commitWorkingState(byte[] state) {
    commitWorkingState(state, List.of());
  }

  /** The same of a state that is in these files too: the snapshot refers to them. */
  public void commitWorkingState(byte[] state, List<SpilledFile> spilled) {
    commitWorkingState(List.of(state), spilled);
  }

  /** The same of a state in pieces. */
  public void commitWorkingState(List<byte[]> state, List<SpilledFile> spilled) {
    epoch.guard().refuseAfterFailure();
    ChunkBuffer journal = buffer;
    if (journal == null) {
      journal =
          new ChunkBuffer(epoch, recovered.end(), taken.segmentBytes(settings.segmentBytes()));
    } else {
      journal.force();
    }
    spills.makeNamesSafe();
    rule.committed(snapshots.write(journal.position(), ledger.bytes(), spilled, state));
    commits++;
    if (buffer == null) {
      begin(journal);
    }
    clearChunkBuffer();
  }

  private void begin(ChunkBuffer journal) {
    buffer = journal;
    life.become(Phase.BEGUN);
    if (taken.hasTaken()) {
      epoch.deleteTaken();
    }
    recovered = Recovered.nothing(volume());
    ended.areDeleted();
    epoch.crash().reached(CrashPoint.RECOVERY_TAIL_COPIED_FORWARD);
  }

  /** Whether it is time for {@link #deleteEnded}. */
  public boolean shouldDeleteEnded(long nowNanos) {
    return ended.areDue(nowNanos, rule.snapshotBytes());
  }

  /** Whether the disk may hold rows of jobs that have ended. */
  public boolean keepsEnded() {
    return ended.areOnDisk();
  }

  /**
   * Commits this state, and deletes every file that holds rows of jobs which have ended: the
   * segments up to here, and both snapshots that were kept.
   */
  public void deleteEnded(List<byte[]> state, List<SpilledFile> spilled) {
    buffer().beginSegment();
    commitWorkingState(state, spilled);
    movePosition();
    commitWorkingState(state, spilled);
    ended.areDeleted();
  }

  /**
   * Makes this epoch the one that counts. Call it after the first commit, when it is certain that
   * no other node was the owner between this claim and that commit; acknowledge nothing before.
   */
  public void settle() {
    buffer();
    taken.settle();
    life.become(Phase.SETTLED);
  }

  /**
   * Deletes files that no recovery needs any more. Housekeeping: what was committed is skipped by
   * its position, deleted or not.
   */
  public void clearChunkBuffer() {
    buffer().trimBefore(snapshots.trim());
    spills.deleteAllBut(snapshots.referenced());
  }

  /** This send need not be made again. Safe with the next force; lost before, it is made again. */
  public void commitSendAck(JobId job, String send) {
    append(
        Frames.SEND_ACKNOWLEDGED,
        DataBytes.bytes(out -> {
          DataBytes.writeJob(out, job);
          out.writeUTF(send);
        }));
    ledger.acknowledge(job, send);
  }

  public boolean sendHasBeenAcknowledged(JobId job, String send) {
    return ledger.hasAcknowledged(job, send);
  }

  /** Where state goes that is too much for memory: files of this epoch. */
  public SpillStore spills() {
    return spills;
  }

  /** Whether there are spilled files, and only old snapshots refer to them. */
  public boolean keepsSpilledInVain() {
    return spills.isInVain();
  }

  /** What spilled files take on disk. */
  public long spilledBytes() {
    return spills.bytes();
  }

  /** What the chunk buffer takes on disk. */
  public long journalBytes() {
    return buffer == null ? 0 : buffer.bytes();
  }

  /** How many snapshots this owner has written. */
  public long commits() {
    return commits;
  }

  /** So that the next snapshot is another one, and not the last one again. */
  public void movePosition() {
    Optional<byte[]> inWork = ledger.processing();
    append(
        inWork.isPresent() ? Frames.PROCESSING : Frames.PROCESSING_CLEARED,
        inWork.orElse(new byte[0]));
  }

  /** The ids themselves: their owner adds to them what it has applied to its state. */
  public ProcessedIds processedIds() {
    return ledger.processed();
  }

  /**
   * The job has ended. Drops its ids and sends with the next commit, its rows with the next {@link
   * #deleteEnded}.
   */
  public void forget(JobId job) {
    ledger.forget(job);
    ended.add();
  }

  /**
   * For a stage that commits message by message: this one is in work. Safe on return. No stage of
   * ours does so; docs/adr/0006 says why this stays.
   */
  public void commitProcessingChunk(byte[] message) {
    append(Frames.PROCESSING, message);
    forceChunkBuffer();
    ledger.process(message);
  }

  /** The message that was in work and not cleared. */
  public Optional<byte[]> recoverLastProcessingChunk() {
    return ledger.processing();
  }

  /** No message is in work any more. Safe on return; the second time does nothing. */
  public void clearProcessingCommit() {
    if (ledger.processing().isEmpty()) {
      return;
    }
    append(Frames.PROCESSING_CLEARED, new byte[0]);
    forceChunkBuffer();
    ledger.clearProcessing();
  }

  /** What was not forced may be lost, as in a crash. */
  @Override
  public void close() {
    spills.close();
    if (buffer != null) {
      buffer.close();
    }
  }

  private void append(byte kind, byte[] body) {
    if (body.length > CHUNK_BYTES_MAX) {
      throw new IllegalArgumentException(
          "a message of " + body.length + " bytes: the limit is " + CHUNK_BYTES_MAX);
    }
    ChunkBuffer journal = buffer();
    if (!life.isSettled()) {
      throw brokenInvariant("is not settled: an append could be lost now");
    }
    journal.append(kind, body);
  }

  private ChunkBuffer buffer() {
    epoch.guard().refuseAfterFailure();
    if (buffer == null) {
      throw brokenInvariant("has no snapshot yet: commit the recovered state first");
    }
    return buffer;
  }

  private Fatal brokenInvariant(String what) {
    return epoch.guard().broken(FatalReason.BROKEN_INVARIANT, epoch.directory() + " " + what);
  }
}
