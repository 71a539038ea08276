package dev.roastery.simulation.gateway;

import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.message.JobId;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobFolders;
import dev.roastery.gateway.jobs.JobMachine;
import dev.roastery.gateway.jobs.JobRecord;
import dev.roastery.gateway.jobs.fold.PartFacts;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.upload.PartLedger;
import dev.roastery.gateway.jobs.upload.PartRoute;
import dev.roastery.gateway.jobs.upload.PartStatus;
import dev.roastery.gateway.jobs.upload.PartStream;
import dev.roastery.gateway.jobs.upload.PartTerms;
import dev.roastery.gateway.jobs.upload.Piece;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The parts of all jobs in one life of a gateway, and the requests that bring them. */
final class GatewayUploads {

  private static final int PARTS_REJECTED_MAX = 100;

  private record Key(JobId job, PartName part) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byJob = job.compareTo(other.job);
      return byJob == 0 ? part.compareTo(other.part) : byJob;
    }
  }

  private final Disk disk;
  private final Transport transport;
  private final Evidence evidence;
  private final CrashPoints crash;
  private final TreeMap<Key, PartLedger> ledgers = new TreeMap<>();
  private final List<RunningUpload> running = new ArrayList<>();

  GatewayUploads(Disk disk, Transport transport, Evidence evidence, CrashPoints crash) {
    this.disk = disk;
    this.transport = evidence.noting(transport);
    this.evidence = evidence;
    this.crash = crash;
  }

  /** How far a part is, for its client. */
  PartStatus status(JobFacts job, PartFacts part) {
    PartStatus whole = part.whole();
    PartStatus status = whole == null ? ledger(job, part).status() : whole;
    evidence.requireConfirmed(job, part.name(), part.number(), status.batches());
    return status;
  }

  private PartLedger ledger(JobFacts job, PartFacts part) {
    Key key = new Key(job.id(), part.name());
    PartLedger known = ledgers.get(key);
    if (known != null) {
      return known;
    }
    try {
      String folder = JobFolders.parts(key.job());
      DurableFiles.createFolder(disk, folder);
      PartLedger opened = new PartLedger(part.name(), part.number(), false, disk, folder);
      opened.open();
      ledgers.put(key, opened);
      return opened;
    } catch (IOException e) {
      throw new Refusal(Refusal.Kind.UNAVAILABLE, "the volume cannot be read: " + e);
    }
  }

  /**
   * Begins to take bytes; null while another request still brings some of the same part.
   *
   * @param from the offset that they follow on; less than 0, and they are from the part's start
   */
  @Nullable RunningUpload take(
      JobMachine machine, JobFacts job, PartFacts part, long from, Piece piece, byte[] bytes) {
    JobId id = job.id();
    running.removeIf(each -> each.end() != null);
    if (running.stream()
        .anyMatch(each -> each.job().equals(id) && each.part().equals(part.name()))) {
      return null;
    }
    PartLedger ledger = ledger(job, part);
    if (from >= 0 && from != ledger.status().offset()) {
      throw new Refusal(Refusal.Kind.OFFSET_MISMATCH, "it goes on elsewhere");
    }
    JobRecord record = job.record();
    PartTerms terms =
        new PartTerms(
            PartRoute.of(job.routes(), part.name().table(), record.batchBytes(), transport),
            record.badRows(),
            PARTS_REJECTED_MAX,
            piece);
    try {
      RunningUpload upload =
          new RunningUpload(
              machine,
              crash,
              id,
              ledger,
              piece,
              bytes,
              writer ->
                  from < 0
                      ? PartStream.fromStart(ledger, terms, writer)
                      : PartStream.resume(ledger, terms, writer));
      running.add(upload);
      return upload;
    } catch (UncheckedIOException e) {
      throw new Refusal(Refusal.Kind.UNAVAILABLE, "the volume cannot be written: " + e);
    }
  }

  /** Does one thing for some upload; false when none has anything to do. */
  boolean work(SplittableRandom random) {
    running.removeIf(each -> each.end() != null);
    for (int left = running.size(), at = left == 0 ? 0 : random.nextInt(left); left > 0; left--) {
      if (running.get(at).work(random)) {
        return true;
      }
      at = (at + 1) % running.size();
    }
    return false;
  }

  /** An upload waits for the broker at most. */
  boolean idle() {
    for (RunningUpload each : running) {
      if (each.end() == null) {
        return false;
      }
    }
    return true;
  }

  /** This attempt accepts no more parts: the files needed to resume uploads are deleted. */
  void over(JobId job) {
    ledgers
        .subMap(new Key(job, FIRST), true, new Key(job, LAST), true)
        .values()
        .forEach(PartLedger::close);
    ledgers.keySet().removeIf(key -> key.job().equals(job));
    running.stream().filter(each -> each.job().equals(job)).forEach(RunningUpload::breakOff);
    try {
      DurableFiles.deleteFolder(disk, JobFolders.parts(job));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final PartName FIRST = new PartName("a", "0");
  private static final PartName LAST = new PartName("z", "z");

  @Override
  public String toString() {
    return running.stream().filter(each -> each.end() == null).toList() + " under way";
  }
}
