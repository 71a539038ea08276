package dev.roastery.common.journal;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.LifeCycle.Phase;
import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.DataBytes;
import dev.roastery.common.journal.format.EpochFiles;
import dev.roastery.common.journal.format.Epochs;
import dev.roastery.common.journal.format.Frames;
import dev.roastery.common.journal.format.Ledger;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.journal.format.ProcessedIds;
import dev.roastery.common.journal.recovery.EpochReader;
import dev.roastery.common.journal.recovery.Recovered;
import dev.roastery.common.journal.recovery.Recovery;
import dev.roastery.common.journal.recovery.RecoveryReport;
import dev.roastery.common.message.JobId;
import dev.roastery.common.spill.SpillStore;
import dev.roastery.common.spill.SpilledFile;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.FailStop;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
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

  private final Epochs epochs;
  private final EpochWriter epoch;
  private final PersistenceSettings settings;
  private final RecoveryReport report;
  private final Ledger ledger;
  private final SnapshotWriter snapshots;
  private final SpillDirectory spills;
  private final CommitRule rule;
  private final EndedJobs ended;
  private final boolean hasTaken;
  private Recovered recovered;
  private @Nullable ChunkBuffer buffer;
  private final LifeCycle life;
  private long commits;

  private PersistenceService(
      Epochs epochs,
      EpochWriter epoch,
      PersistenceSettings settings,
      Recovered recovered,
      boolean hasTaken) {
    this.hasTaken = hasTaken;
    this.epochs = epochs;
    this.epoch = epoch;
    this.settings = settings;
    this.report = recovered.report();
    this.ledger = recovered.ledger();
    this.snapshots = new SnapshotWriter(epoch);
    this.spills = new SpillDirectory(epoch, recovered.spilled());
    this.rule = new CommitRule(settings, recovered.chunks().size(), recovered.chunkBytes());
    this.ended = new EndedJobs(settings.endedKeptMillis());
    this.recovered = recovered;
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
    return claim(disk, directory, partition, freshVolume, 0, settings, crash);
  }

  /**
   * As above, with an epoch that is higher than {@code after}: than any of a volume that was lost.
   */
  public static PersistenceService claim(
      Disk disk,
      String directory,
      String partition,
      UUID freshVolume,
      long after,
      PersistenceSettings settings,
      CrashPoints crash) {
    Epochs epochs = new Epochs(disk, directory);
    FailStop before = new FailStop(() -> false);
    epochs.prepare(before);
    long number = epochs.claim(before, after);
    crash.reached(CrashPoint.RECOVERY_EPOCH_CLAIMED);
    FailStop guard = new FailStop(() -> epochs.newest() > number);
    try {
      Recovery recovery = new Recovery(epochs, guard, partition, number);
      Recovered found = recovery.takeOver(freshVolume);
      crash.reached(CrashPoint.RECOVERY_SNAPSHOT_LOADED);
      Origin origin = new Origin(found.volume(), partition, number);
      EpochWriter epoch = new EpochWriter(disk, guard, crash, epochs.path(number), origin);
      return new PersistenceService(epochs, epoch, settings, found, recovery.hasTaken());
    } catch (Fatal e) {
      giveBack(epochs, number, e);
      throw e;
    }
  }

  /** A process that only looks, or that retries repeatedly, must leave no trace (D18). */
  private static void giveBack(Epochs epochs, long number, Fatal because) {
    try {
      for (String taken : epochs.disk().list(epochs.path(number))) {
        epochs.disk().delete(epochs.path(number) + "/" + taken);
      }
      epochs.disk().delete(epochs.path(number));
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }

  /** What a volume says of itself: no id when no epoch in the directory has a snapshot. */
  public record VolumeState(@Nullable UUID id, long newestEpoch) {}

  /** Looks at a partition's directory without claiming it. */
  public static VolumeState inspect(Disk disk, String directory, String partition) {
    Epochs epochs = new Epochs(disk, directory);
    FailStop guard = new FailStop(() -> false);
    SortedMap<Long, EpochFiles> files = guard.reading(directory, epochs::files);
    for (EpochFiles epoch : files.values()) {
      if (!epoch.snapshots().isEmpty()) {
        try {
          UUID volume = new EpochReader(epoch, partition).volume();
          return new VolumeState(volume, files.lastKey());
        } catch (DamagedException e) {
          throw new Fatal(e.reason(), String.valueOf(e.getMessage()), e);
        }
      }
    }
    return new VolumeState(null, 0);
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
    return epoch.guard().reading(epochs.directory(), epochs::newest);
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
      journal = new ChunkBuffer(epoch, recovered.end(), settings.segmentBytes());
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
    if (hasTaken) {
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
    epochs.retireOlderThan(epoch(), epoch.guard());
    epoch.guard().writing(epochs.directory(), epochs::deleteRetired);
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
