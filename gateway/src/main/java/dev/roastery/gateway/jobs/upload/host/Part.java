package dev.roastery.gateway.jobs.upload.host;

import dev.roastery.common.storage.Disk;
import dev.roastery.gateway.jobs.service.JobView.PartView;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.upload.PartLedger;
import dev.roastery.gateway.jobs.upload.PartStatus;
import dev.roastery.gateway.jobs.upload.RejectedRows;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One part of a job. One upload at a time writes its {@link PartLedger}; queries are answered from
 * a snapshot, on any thread.
 */
public final class Part {

  private final PartName name;
  private final int number;
  private final boolean packed;
  private final PartLedger ledger;
  private final UploadTurn turn;
  private volatile boolean deleted;

  /** The bytes of the file that the last upload of it as a whole has read. */
  private volatile long come;

  /** Null until the part is complete. */
  private volatile @Nullable PartStatus whole;

  /** A part with its files in that folder of the disk. */
  public Part(PartName name, int number, boolean packed, Disk disk, String folder) {
    this.name = name;
    this.number = number;
    this.packed = packed;
    this.ledger = new PartLedger(name, number, packed, disk, folder);
    this.turn = new UploadTurn(name);
  }

  public PartName name() {
    return name;
  }

  /** Whether it is compressed or not in UTF-8, and so can only be sent as a whole. */
  public boolean packed() {
    return packed;
  }

  /** Reads its ledger. Called once, before its first upload. */
  public void open() throws IOException {
    ledger.open();
  }

  /** For the upload whose turn it is. */
  public PartLedger ledger() {
    return ledger;
  }

  void begin(Upload newer, Duration patience) throws InterruptedException {
    turn.take(newer, patience);
  }

  void end(Upload ended) {
    turn.end(ended);
  }

  /** So many bytes of a part that can only be sent as a whole have come. */
  void come(long bytes) {
    come = bytes;
  }

  // ---- what its job says

  /** The completion is on record: the files that an upload would continue from are not needed. */
  public void completed(PartStatus all) {
    whole = all;
    discard();
  }

  /** Its deletion is recorded. */
  public void deleted() {
    deleted = true;
    discard();
  }

  /** What an upload sends of a deleted part would be lost. */
  void requireExisting() {
    if (deleted) {
      throw new Refusal(
          Refusal.Kind.CONFLICT, name + " was deleted while it was uploaded: send it again");
    }
  }

  /** Deletes the files that are only needed until the part is complete. */
  public void discard() {
    ledger.stop();
    turn.afterUpload(ledger::delete);
  }

  /** Deletes its rejected rows. */
  public void discardRejects() {
    ledger.stop();
    turn.afterUpload(ledger::deleteRejects);
  }

  /** Nothing is written after this. */
  public void close() {
    ledger.stop();
    turn.afterUpload(ledger::close);
  }

  // ---- what is known

  public boolean isComplete() {
    return whole != null;
  }

  public PartStatus status() {
    PartStatus all = whole;
    if (all != null) {
      return all;
    }
    return packed ? ledger.status().having(come) : ledger.status();
  }

  /** Its rejected rows, as far as they are on record. */
  public RejectedRows.Source rejects() {
    return new RejectedRows.Source(ledger.rejectsPath(), status().rejectedBytes());
  }

  public PartView view() {
    boolean complete = isComplete();
    return status().view(name, number, complete);
  }
}
