package dev.roastery.simulation.gateway;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.message.JobId;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobMachine;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.upload.PartLedger;
import dev.roastery.gateway.jobs.upload.PartStatus;
import dev.roastery.gateway.jobs.upload.PartStream;
import dev.roastery.gateway.jobs.upload.Piece;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One request that brings bytes of a part, in the steps in which a thread of the real gateway would
 * take them: read, publish, wait for the broker, record. Its client may hang up at any time.
 */
public final class RunningUpload {

  private static final int PORTION_MAX = 24;

  /** How it ended. */
  public enum End {
    /** All that it brought is safe. */
    DONE,
    /** The gateway could not, and said so. */
    REFUSED,
    /** Its client was gone. */
    BROKEN_OFF
  }

  private final JobMachine machine;
  private final CrashPoints crash;
  private final JobId job;
  private final PartName part;
  private final PartLedger ledger;
  private final Piece piece;
  private final PartStream stream;
  private final byte[] bytes;
  private final Deque<Runnable> calls = new ArrayDeque<>();
  private int read;
  private boolean ended;
  private @Nullable Refusal refusal;
  private boolean brokenOff;
  private @Nullable End end;

  /**
   * @param begin makes the stream; what is confirmed goes to the given queue of calls
   */
  RunningUpload(
      JobMachine machine,
      CrashPoints crash,
      JobId job,
      PartLedger ledger,
      Piece piece,
      byte[] bytes,
      Function<Consumer<Runnable>, PartStream> begin) {
    this.machine = machine;
    this.crash = crash;
    this.job = job;
    this.part = ledger.name();
    this.ledger = ledger;
    this.piece = piece;
    this.bytes = bytes;
    this.stream = begin.apply(calls::add);
  }

  PartName part() {
    return part;
  }

  JobId job() {
    return job;
  }

  /** Its client hangs up. */
  public void breakOff() {
    brokenOff = true;
  }

  /** Null as long as it is under way. */
  public @Nullable End end() {
    return end;
  }

  /** Does the next thing, if there is one to do. */
  boolean work(SplittableRandom random) {
    if (end != null) {
      return false;
    }
    try {
      return next(random);
    } catch (Refusal e) {
      fail(e);
    } catch (UncheckedIOException e) {
      fail(failure(e));
    }
    return true;
  }

  /** The files of a job that has ended are closed. */
  private Refusal failure(UncheckedIOException e) {
    try {
      requireParts();
      return new Refusal(Refusal.Kind.UNAVAILABLE, "the volume cannot be written: " + e);
    } catch (Refusal ended) {
      return ended;
    }
  }

  /** What is published already may still be confirmed, and counts then. */
  private void fail(Refusal why) {
    refusal = why;
    stream.dropWaiting();
  }

  /** Why it was refused. */
  public @Nullable Refusal refusal() {
    return refusal;
  }

  private boolean next(SplittableRandom random) {
    Runnable call = calls.poll();
    if (call != null) {
      call.run();
      return true;
    }
    if (!stream.mayTake()) {
      crash.reached(CrashPoint.GATEWAY_MID_UPLOAD);
      requireParts();
      machine.active(job.id());
      stream.publishNext(() -> {});
      return true;
    }
    if (refusal == null && !brokenOff && !ended) {
      readNext(random);
      return true;
    }
    if (stream.isSettled()) {
      settled();
      return true;
    }
    return false;
  }

  private void readNext(SplittableRandom random) {
    if (read < bytes.length) {
      int length = Math.min(1 + random.nextInt(PORTION_MAX), bytes.length - read);
      stream.accept(Arrays.copyOfRange(bytes, read, read + length), length);
      read += length;
    } else {
      ended = true;
      stream.end();
    }
  }

  private void requireParts() {
    JobFacts facts =
        machine
            .find(job.id())
            .orElseThrow(() -> new Refusal(Refusal.Kind.NOT_FOUND, "no job " + job));
    if (!facts.id().equals(job) || !facts.state().takesParts() || facts.isSealed()) {
      throw new Refusal(Refusal.Kind.CONFLICT, "the job accepts no more parts");
    }
  }

  private void settled() {
    if (refusal != null || brokenOff) {
      end = refusal != null ? End.REFUSED : End.BROKEN_OFF;
      return;
    }
    try {
      stream.complete();
      machine.active(job.id());
      if (piece == Piece.LAST) {
        complete();
      }
      end = End.DONE;
    } catch (Refusal e) {
      refusal = e;
      end = End.REFUSED;
    } catch (UncheckedIOException e) {
      refusal = failure(e);
      end = End.REFUSED;
    }
  }

  /** As its job does it: on record first, then what was needed to continue is deleted. */
  private void complete() {
    PartStatus status = ledger.status();
    machine.partCompleted(job, part, status);
    ledger.delete();
  }

  @Override
  public String toString() {
    return "%s %s: %d of %d bytes read, %d calls, %s, %s"
        .formatted(job, part, read, bytes.length, calls.size(), piece, refusal);
  }
}
