package dev.roastery.common.partition;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.journal.format.DataBytes;
import dev.roastery.common.journal.format.ProcessedIds;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.partition.poison.ReplayGuard;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.share.Share;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.PartitionSpace;
import dev.roastery.common.spill.SpilledFile;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The state machine of a partition: message in, messages out, no I/O (invariant 7). Live operation
 * and recovery both come through {@link #apply}. What goes out is a function of the set of messages
 * that came in: every message may come twice and in any order (invariants 1 and 4), and a message
 * that cannot be right fails its job and no other (invariant 6).
 */
public final class Partition {

  private final PartitionName name;
  private final Stage stage;
  private final String gatewayQueue;
  private final ProcessedIds processed;
  private final SendLog sendLog;
  private final PartitionSpace space;
  private final SortedMap<JobId, JobWork> jobs = new TreeMap<>();
  private final Tombstones tombstones = new Tombstones();

  /** Since they were last taken. */
  private final List<Casualty> casualties = new ArrayList<>();

  /** Fingerprints of the batches since the last snapshot: the same id must have the same bytes. */
  private final Map<BatchId, Integer> fingerprints = new HashMap<>();

  private static final int VERSION_WITHOUT_RANGES = 1;
  private static final int VERSION = 2;

  /**
   * A job that has failed here for a reason that a person may want to investigate.
   *
   * @param evidence the message that it failed at; or, if its state could not be written or read,
   *     its JOB message or that state
   * @param sends outputs that have not been handed to any other sender
   */
  record Casualty(String reason, byte[] evidence, List<PendingSend> sends) {}

  /** Which sends are on record as confirmed. */
  public interface SendLog {
    boolean acknowledged(JobId job, String key);

    /** The job has ended: its sends need no record any more. */
    void forget(JobId job);
  }

  public Partition(
      PartitionName name,
      Stage stage,
      String gatewayQueue,
      ProcessedIds processed,
      SendLog sendLog) {
    this(name, stage, gatewayQueue, processed, sendLog, PartitionSpace.unlimited());
  }

  public Partition(
      PartitionName name,
      Stage stage,
      String gatewayQueue,
      ProcessedIds processed,
      SendLog sendLog,
      PartitionSpace space) {
    this.space = space;
    this.name = name;
    this.stage = stage;
    this.gatewayQueue = gatewayQueue;
    this.processed = processed;
    this.sendLog = sendLog;
  }

  /** Whether applying this message would change nothing and send nothing. */
  public boolean knows(Message message) {
    JobWork work = jobs.get(message.job());
    return switch (message) {
      case Message.Fail fail when isOfThis(fail) -> tombstones.cover(fail.job());
      case Message.Abort _, Message.Fail _, Message.Gone _ -> false;
      case Message _ when tombstones.cover(message.job()) -> true;
      case Message.Job opening ->
          work != null && work.isOpen() && work.opened().plan().equals(opening.plan());
      case Message.Batch batch -> processed.contains(batch.id()) && !conflicts(batch);
      case Message.Range range -> work != null && work.ranges.knows(range);
      case Message.End end -> work != null && work.barrier.counted(end);
      case Message.Close _ -> false;
    };
  }

  /**
   * Applies a message and returns the outputs that it causes. Call {@link #passGates} next to find
   * out whether it completes a gate.
   */
  public List<PendingSend> apply(Message message) {
    JobId job = message.job();
    try {
      return switch (message) {
        case Message.Abort _ -> bury(job, new Message.Gone(job, name.toString()));
        case Message.Fail failed when isOfThis(failed) ->
            tombstones.cover(job) ? List.of() : fail(job, failed.reason());
        case Message.Fail _, Message.Gone _ ->
            List.of(new PendingSend(job, null, stage.told(message)));
        case Message _ when tombstones.cover(job) -> List.of();
        case Message.Job opening -> open(opening);
        case Message.Batch batch -> batch(batch);
        case Message.Range range -> range(range);
        case Message.End end -> end(end);
        case Message.Close _ -> bury(job, null);
      };
    } catch (JobFailure failure) {
      String reason = String.valueOf(failure.getMessage());
      casualties.add(new Casualty(reason, MessageCodec.encode(message), List.of()));
      return fail(job, reason);
    }
  }

  /** Whether this partition itself has found that the job cannot go on here. */
  private boolean isOfThis(Message.Fail fail) {
    return fail.partition().equals(name.toString());
  }

  /** Fails a job here: releases its state and sends the gateway the reason. */
  public List<PendingSend> fail(JobId job, String reason) {
    return bury(job, new Message.Fail(job, name.toString(), reason));
  }

  private List<PendingSend> open(Message.Job message) {
    JobId job = message.job();
    tombstones.overtake(job);
    jobs.keySet().stream().filter(other -> tombstones.cover(other)).toList().forEach(this::drop);
    JobWork work = work(job);
    if (work.isOpen()) {
      if (!work.opened().plan().equals(message.plan())) {
        throw new JobFailure("the JOB message of " + job + " arrived twice, with different plans");
      }
      return List.of();
    }
    openWork(work, message.plan(), stage.open(name, job, message.plan()));
    List<PendingSend> sends = new ArrayList<>();
    for (Message.Batch early : work.early) {
      sends.addAll(add(work, early));
    }
    work.early.clear();
    return sends;
  }

  private void openWork(JobWork work, String plan, StageJob job) {
    JobSpace of = space.of(job.share(), work.job);
    job.use(of);
    work.open(plan, job, of);
  }

  private List<PendingSend> batch(Message.Batch batch) {
    if (conflicts(batch)) {
      throw new JobFailure(batch.id() + " arrived twice, with different bytes");
    }
    if (processed.contains(batch.id())) {
      return List.of();
    }
    JobWork work = work(batch.job());
    refuse(work.barrier.batch(batch.id()));
    work.ranges.counted(batch.id());
    fingerprints.put(batch.id(), fingerprint(batch.rows()));
    if (!work.isOpen()) {
      work.early.add(batch);
      return List.of();
    }
    return add(work, batch);
  }

  private List<PendingSend> range(Message.Range range) {
    refuse(work(range.job()).ranges.add(range));
    return List.of();
  }

  /** The ranges of which a batch is missing, of all jobs whose plan is known. */
  List<Message.Range> ranges() {
    return jobs.keySet().stream().flatMap(job -> ranges(job).stream()).toList();
  }

  /** The same of one job. */
  List<Message.Range> ranges(JobId job) {
    JobWork work = jobs.get(job);
    return work == null || !work.isOpen() ? List.of() : List.copyOf(work.ranges.all());
  }

  /** Whether a batch of this range is missing. */
  boolean misses(Message.Range range) {
    JobWork work = jobs.get(range.job());
    return work != null && work.isOpen() && work.ranges.has(range);
  }

  /** The plan of an open job. */
  String plan(JobId job) {
    return work(job).opened().plan();
  }

  /** A checksum, because processors have an instruction for it. */
  private static int fingerprint(byte[] rows) {
    CRC32C checksum = new CRC32C();
    checksum.update(rows);
    return (int) checksum.getValue();
  }

  private List<PendingSend> add(JobWork work, Message.Batch batch) {
    Outputs out = new Outputs(work.job, name.number());
    work.opened().work().apply(batch, out);
    work.opened().giveWay();
    List<Outbound> answers = out.pieces().next();
    if (out.pieces().hasNext()) {
      throw new IllegalStateException("the answer to " + batch.id() + " was not made at once");
    }
    return answers.isEmpty() ? List.of() : List.of(new PendingSend(work.job, null, answers));
  }

  private List<PendingSend> end(Message.End end) {
    JobWork work = work(end.job());
    refuse(work.barrier.end(end));
    return List.of();
  }

  private static void refuse(@Nullable String violation) {
    if (violation != null) {
      throw new JobFailure(violation);
    }
  }

  private boolean conflicts(Message.Batch batch) {
    Integer fingerprint = fingerprints.get(batch.id());
    return fingerprint != null && fingerprint != fingerprint(batch.rows());
  }

  private JobWork work(JobId job) {
    return jobs.computeIfAbsent(job, id -> new JobWork(id, processed));
  }

  /** Passes the gates of this job that are complete now and returns their outputs. */
  public List<PendingSend> passGates(JobId job) {
    JobWork work = jobs.get(job);
    if (work == null) {
      return List.of();
    }
    try {
      return passGates(work);
    } catch (JobFailure failure) {
      return fail(job, String.valueOf(failure.getMessage()));
    }
  }

  private List<PendingSend> passGates(JobWork work) {
    if (!work.isOpen()) {
      return List.of();
    }
    List<PendingSend> sends = new ArrayList<>();
    for (Gate gate : work.opened().work().gates()) {
      if (!work.passed.contains(gate.name())
          && gate.streams().stream().allMatch(work.barrier::complete)) {
        work.passed.add(gate.name());
        sends.addAll(pass(work, gate));
      }
    }
    if (work.finished()) {
      bury(work.job, null);
    }
    return sends;
  }

  private List<PendingSend> pass(JobWork work, Gate gate) {
    if (sendLog.acknowledged(work.job, gate.name())) {
      work.sent.add(gate.name());
    }
    if (work.sent.contains(gate.name())) {
      return List.of();
    }
    Outputs out = new Outputs(work.job, name.number());
    work.opened().work().pass(gate, work.barrier, out);
    return List.of(new PendingSend(work.job, gate.name(), out.pieces()));
  }

  /** The next piece of a send could not be made: its job fails, as in {@link #passGates}. */
  List<PendingSend> pieceFailed(JobId job, RuntimeException error) {
    if (error instanceof JobFailure failure) {
      return fail(job, String.valueOf(failure.getMessage()));
    }
    casualty(job, "its outputs cannot be made: " + error, evidence(job));
    return List.of();
  }

  /** This job's outputs must not be made here. */
  void outputsFailed(JobId job, String reason) {
    casualty(job, reason, evidence(job));
  }

  /** The JOB message of an open job. */
  byte[] evidence(JobId job) {
    return jobMessage(work(job));
  }

  /** Whose the job is; of a job that has no plan here, or has ended, that is not known. */
  Share share(JobId job) {
    JobWork work = jobs.get(job);
    return work == null || !work.isOpen() ? Share.OF_A_JOB : work.opened().work().share();
  }

  /** Whether a confirmation of this send still matters. */
  boolean awaits(JobId job, String key) {
    return jobs.containsKey(job) || tombstones.owes(job, key);
  }

  /** All messages of a send with a key are confirmed, and that is on record. */
  public void acknowledged(JobId job, String key) {
    JobWork work = jobs.get(job);
    if (work != null) {
      work.sent.add(key);
      if (work.finished()) {
        bury(job, null);
      }
    } else if (tombstones.owes(job, key)) {
      tombstones.replied(job);
      sendLog.forget(job);
    }
  }

  private List<PendingSend> bury(JobId job, @Nullable Message reply) {
    drop(job);
    tombstones.bury(job, reply);
    return reply == null ? List.of() : List.of(reply(reply));
  }

  /**
   * To the gateway. If this partition is the gateway's own, its stage gets the message at once,
   * because a FAIL in the partition's own queue would wait behind the message that caused it.
   */
  private PendingSend reply(Message reply) {
    List<Outbound> messages =
        gatewayQueue.equals(name.queue())
            ? stage.told(reply)
            : List.of(new Outbound(gatewayQueue, reply));
    return new PendingSend(reply.job(), PendingSend.replyKey(reply), messages);
  }

  /**
   * Spills the state of jobs that have more memory than they are due, now that others have come. A
   * job that cannot fails, alone: see {@link #takeCasualties}.
   */
  void giveWay() {
    for (JobWork work : List.copyOf(jobs.values())) {
      if (work.isOpen()) {
        try {
          work.opened().giveWay();
        } catch (JobFailure failure) {
          casualty(work.job, String.valueOf(failure.getMessage()), jobMessage(work));
        }
      }
    }
  }

  /** Lets go of the jobs' memory; nothing is sent or saved any more. */
  public void close() {
    jobs.values().forEach(JobWork::close);
  }

  /** The spilled files that {@link #save} refers to. */
  public List<SpilledFile> spilled() {
    return jobs.values().stream()
        .filter(JobWork::isOpen)
        .flatMap(work -> work.opened().work().spilled().stream())
        .toList();
  }

  private void drop(JobId job) {
    JobWork gone = jobs.remove(job);
    if (gone != null) {
      gone.close();
    }
    processed.forget(job);
    sendLog.forget(job);
    fingerprints.keySet().removeIf(id -> id.job().equals(job));
  }

  /** What each open job waits for here, in words. */
  public Map<JobId, List<String>> waits() {
    Map<JobId, List<String>> waits = new TreeMap<>();
    jobs.forEach((job, work) -> waits.put(job, work.waitsFor()));
    return waits;
  }

  /** How far each open job is here. */
  public Map<JobId, JobProgress> progress() {
    Map<JobId, JobProgress> progress = new TreeMap<>();
    jobs.forEach((job, work) -> progress.put(job, work.progress()));
    return progress;
  }

  /** What each open job takes of memory and disk. */
  public Map<JobId, PartitionReport.JobUse> use() {
    Map<JobId, PartitionReport.JobUse> use = new TreeMap<>();
    jobs.forEach((job, work) -> {
      if (work.isOpen()) {
        JobSpace of = work.opened().space();
        use.put(job, new PartitionReport.JobUse(of.memoryBytes(), of.spilledBytes()));
      }
    });
    return use;
  }

  /** The jobs that have failed since this was last asked. */
  List<Casualty> takeCasualties() {
    List<Casualty> taken = List.copyOf(casualties);
    casualties.clear();
    return taken;
  }

  /**
   * The working state; the processed ids are saved beside it. A job whose state cannot be saved
   * fails, alone: see {@link #takeCasualties}.
   */
  public byte[] save() {
    return DataBytes.bytes(out -> {
      for (byte[] piece : saveInPieces(_ -> false)) {
        out.write(piece);
      }
    });
  }

  /**
   * The same, without a copy of what the stages have saved.
   *
   * @param isPoison whether saving that job has crashed every process that tried
   */
  List<byte[]> saveInPieces(Predicate<JobId> isPoison) {
    boolean ranges = jobs.values().stream().anyMatch(work -> !work.ranges.isEmpty());
    int version = ranges ? VERSION : VERSION_WITHOUT_RANGES;
    List<List<byte[]>> saved = new ArrayList<>();
    for (JobWork work : List.copyOf(jobs.values())) {
      if (work.isOpen() && isPoison.test(work.job)) {
        casualty(work.job, ReplayGuard.crashed("its state was saved"), jobMessage(work));
        continue;
      }
      try {
        saved.add(JobWorkCodec.write(work, version));
      } catch (RuntimeException error) {
        casualty(work.job, "its state cannot be saved: " + error, jobMessage(work));
      }
    }
    fingerprints.clear();
    List<byte[]> pieces = new ArrayList<>();
    pieces.add(
        DataBytes.bytes(out -> {
          out.writeByte(version);
          tombstones.write(out);
          out.writeInt(saved.size());
        }));
    saved.forEach(pieces::addAll);
    return pieces;
  }

  private void casualty(JobId job, String reason, byte[] evidence) {
    casualties.add(new Casualty(reason, evidence, fail(job, reason)));
  }

  private static byte[] jobMessage(JobWork work) {
    return MessageCodec.encode(new Message.Job(work.job, work.opened().plan()));
  }

  /**
   * Restores the saved state and returns the outputs that were sent and are not known to be
   * confirmed. A job whose state cannot be read fails alone, as in {@link #save}.
   */
  public List<PendingSend> restore(byte[] saved) {
    return restore(saved, _ -> false);
  }

  /** The same, without the jobs whose saved state crashes every process that reads it. */
  List<PendingSend> restore(byte[] saved, Predicate<JobId> isPoison) {
    List<PendingSend> sends = new ArrayList<>();
    List<JobWorkCodec.Saved> open = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved))) {
      int version = in.readUnsignedByte();
      refuseNewer(version);
      tombstones.read(in);
      tombstones.replies().forEach(reply -> sends.add(reply(reply)));
      for (int left = in.readInt(); left > 0; left--) {
        JobWorkCodec.Saved job = JobWorkCodec.read(in, version, processed);
        jobs.put(job.work().job, job.work());
        tombstones.overtake(job.work().job);
        open.add(job);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (JobWorkCodec.Saved job : open) {
      if (job.plan() != null && isPoison.test(job.work().job)) {
        casualty(job.work().job, ReplayGuard.crashed("its state was read"), job.state());
      } else {
        reopen(job);
        sends.addAll(passGatesAgain(job.work()));
      }
    }
    return sends;
  }

  private void refuseNewer(int version) {
    if (version > VERSION) {
      throw new Fatal(
          FatalReason.FORMAT_TOO_NEW,
          "the state of partition %s has version %d, and this program reads version %d: start the"
                  .formatted(name, version, VERSION)
              + " version that wrote it; nothing was changed");
    }
  }

  private void reopen(JobWorkCodec.Saved saved) {
    JobId job = saved.work().job;
    if (saved.plan() == null) {
      return;
    }
    try {
      openWork(saved.work(), saved.plan(), stage.open(name, job, saved.plan()));
      saved.work().opened().work().restore(saved.state());
      saved.work().opened().giveWay();
    } catch (RuntimeException error) {
      casualty(job, "its saved state cannot be read: " + error, saved.state());
    }
  }

  private List<PendingSend> passGatesAgain(JobWork work) {
    try {
      return passGates(work.job);
    } catch (RuntimeException error) {
      casualty(work.job, "its outputs cannot be made again: " + error, jobMessage(work));
      return List.of();
    }
  }
}
