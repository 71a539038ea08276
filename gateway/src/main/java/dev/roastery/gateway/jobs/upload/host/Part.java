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
 * One part of a job, as its job sees it. Its {@link PartLedger} is written by one upload at a time;
 * everything asked here is answered from a snapshot, on any thread.
 */
public final class Part {

  private final PartName name;
  private final int number;
  private final boolean packed;
  private final PartLedger ledger;
  private final UploadTurn turn;
  private volatile @Nullable Done done;
  private volatile boolean deleted;

  /** All there is to know of a part that is complete. */
  public record Done(long offset, long batches, long rejected, long rejectedBytes, long rows) {}

  /** Its files are in that folder of the disk. */
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

  /** Among the parts of its table: what it is called as a sender. */
  public int number() {
    return number;
  }

  /** It travels packed, and can only be sent as a whole. */
  public boolean packed() {
    return packed;
  }

  /** Reads what is known of it. Called once, before its first upload. */
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

  // ---- what its job says

  /** It is on record that all of it is safe: where it could continue is of no use any more. */
  public void completed(Done all) {
    done = all;
    forget();
  }

  /** It is on record that its client took it back. */
  public void deleted() {
    deleted = true;
    forget();
  }

  /** An upload that still comes would be lost. */
  void requireExisting() {
    if (deleted) {
      throw new Refusal(
          Refusal.Kind.CONFLICT, name + " was deleted while it was sent: send it again");
    }
  }

  /** Deletes what is only needed while the part is on its way. */
  public void forget() {
    ledger.stop();
    turn.over(ledger::delete);
  }

  /** Nothing is written any more. */
  public void close() {
    ledger.stop();
    turn.over(ledger::close);
  }

  // ---- what is known

  private Done soFar() {
    PartStatus status = ledger.status();
    return new Done(
        status.offset(),
        status.batches(),
        status.rejected(),
        status.rejectedBytes(),
        status.rows());
  }

  private Done known() {
    Done all = done;
    return all != null ? all : soFar();
  }

  public boolean isComplete() {
    return done != null;
  }

  /** What is to be put on record when this was the last of it. */
  public Done whole() {
    return known();
  }

  public long batches() {
    return known().batches();
  }

  public long rejected() {
    return known().rejected();
  }

  /** Its rejected rows, as far as they are on record. */
  public RejectedRows.Source rejects() {
    return new RejectedRows.Source(ledger.rejectsPath(), known().rejectedBytes());
  }

  public PartView view() {
    Done all = done;
    Done now = all != null ? all : soFar();
    return new PartView(
        name.table(),
        name.name(),
        number,
        now.offset(),
        all != null,
        now.batches(),
        now.rejected(),
        now.rows());
  }
}
