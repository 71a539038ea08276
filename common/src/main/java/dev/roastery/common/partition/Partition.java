package dev.roastery.common.partition;

import dev.roastery.common.durable.ProcessedIds;
import dev.roastery.common.wire.BatchId;
import dev.roastery.common.wire.JobId;
import dev.roastery.common.wire.Message;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
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
  private final SortedMap<JobId, JobWork> jobs = new TreeMap<>();
  private final Tombstones tombstones = new Tombstones();

  /** Fingerprints of the batches since the last snapshot: the same id must have the same bytes. */
  private final Map<BatchId, Integer> fingerprints = new HashMap<>();

  /** Which sends are on record as confirmed. */
  public interface SendLog {
    boolean acknowledged(JobId job, String key);

    /** The job is over: its sends need no record any more. */
    void forget(JobId job);
  }

  public Partition(
      PartitionName name,
      Stage stage,
      String gatewayQueue,
      ProcessedIds processed,
      SendLog sendLog) {
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
      case Message.Abort _, Message.Fail _, Message.Gone _ -> false;
      case Message _ when tombstones.cover(message.job()) -> true;
      case Message.Job _ -> work != null && work.isOpen();
      case Message.Batch batch -> processed.contains(batch.id()) && !conflicts(batch);
      case Message.End end -> work != null && work.barrier.counted(end);
      case Message.Close _ -> false;
    };
  }

  /**
   * Takes in a message; what is to be sent because of it comes back. Whether it completes a gate is
   * asked next, with {@link #passGates}.
   */
  public List<Send> apply(Message message) {
    JobId job = message.job();
    try {
      return switch (message) {
        case Message.Abort _ -> bury(job, new Message.Gone(job, name.toString()));
        case Message.Fail _, Message.Gone _ -> List.of(new Send(job, null, stage.told(message)));
        case Message _ when tombstones.cover(job) -> List.of();
        case Message.Job opening -> open(opening);
        case Message.Batch batch -> batch(batch);
        case Message.End end -> end(end);
        case Message.Close _ -> bury(job, null);
      };
    } catch (JobFailure failure) {
      return fail(job, String.valueOf(failure.getMessage()));
    }
  }

  /** Fails a job here: its state goes, and the gateway is told why. */
  public List<Send> fail(JobId job, String reason) {
    return bury(job, new Message.Fail(job, name.toString(), reason));
  }

  private List<Send> open(Message.Job message) {
    JobId job = message.job();
    tombstones.overtake(job);
    jobs.keySet().stream().filter(other -> tombstones.cover(other)).toList().forEach(this::drop);
    JobWork work = work(job);
    if (work.isOpen()) {
      return List.of();
    }
    work.open(message.plan(), stage.open(name, job, message.plan()));
    List<Send> sends = new ArrayList<>();
    for (Message.Batch early : work.early) {
      sends.addAll(add(work, early));
    }
    work.early.clear();
    return sends;
  }

  private List<Send> batch(Message.Batch batch) {
    if (conflicts(batch)) {
      throw new JobFailure(batch.id() + " came twice, with different bytes");
    }
    if (processed.contains(batch.id())) {
      return List.of();
    }
    JobWork work = work(batch.job());
    refuse(work.barrier.batch(batch.id()));
    fingerprints.put(batch.id(), fingerprint(batch.rows()));
    if (!work.isOpen()) {
      work.early.add(batch);
      return List.of();
    }
    return add(work, batch);
  }

  /** A checksum, because processors have an instruction for it. */
  private static int fingerprint(byte[] rows) {
    CRC32C checksum = new CRC32C();
    checksum.update(rows);
    return (int) checksum.getValue();
  }

  private List<Send> add(JobWork work, Message.Batch batch) {
    Outbox out = new Outbox(work.job, name.number());
    work.opened().work().apply(batch, out);
    return out.messages().isEmpty() ? List.of() : List.of(new Send(work.job, null, out.messages()));
  }

  private List<Send> end(Message.End end) {
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

  /** Passes the gates of this job that are complete now; their outputs come back. */
  public List<Send> passGates(JobId job) {
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

  private List<Send> passGates(JobWork work) {
    if (!work.isOpen()) {
      return List.of();
    }
    List<Send> sends = new ArrayList<>();
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

  private List<Send> pass(JobWork work, Gate gate) {
    if (sendLog.acknowledged(work.job, gate.name())) {
      work.sent.add(gate.name());
    }
    if (work.sent.contains(gate.name())) {
      return List.of();
    }
    Outbox out = new Outbox(work.job, name.number());
    work.opened().work().pass(gate, work.barrier, out);
    return List.of(new Send(work.job, gate.name(), out.messages()));
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

  private List<Send> bury(JobId job, @Nullable Message reply) {
    drop(job);
    tombstones.bury(job, reply);
    return reply == null ? List.of() : List.of(reply(reply));
  }

  private Send reply(Message reply) {
    return new Send(reply.job(), Send.replyKey(reply), List.of(new Outbound(gatewayQueue, reply)));
  }

  private void drop(JobId job) {
    jobs.remove(job);
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

  /** The working state; the processed ids are saved beside it. */
  public byte[] save() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      tombstones.write(out);
      out.writeInt(jobs.size());
      for (JobWork work : jobs.values()) {
        JobWorkCodec.write(work, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    fingerprints.clear();
    return bytes.toByteArray();
  }

  /** Becomes what was saved; what had been sent and is not known to be confirmed comes back. */
  public List<Send> restore(byte[] saved) {
    List<Send> sends = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved))) {
      tombstones.read(in);
      for (int left = in.readInt(); left > 0; left--) {
        JobWork work = JobWorkCodec.read(in, processed, (job, plan) -> stage.open(name, job, plan));
        jobs.put(work.job, work);
        tombstones.overtake(work.job);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    tombstones.replies().forEach(reply -> sends.add(reply(reply)));
    List.copyOf(jobs.keySet()).forEach(job -> sends.addAll(passGates(job)));
    return sends;
  }
}
