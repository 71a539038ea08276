package dev.roastery.gateway.jobs.upload.host;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.gateway.jobs.upload.PartStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * One upload on its thread: reads the body, feeds it to a {@link PartStream}, and waits for the
 * client, a processor, the job's turn at the broker, and confirmations. So a slow broker slows the
 * client down. The thread is the stream's single writer; confirmations reach it as a queue of
 * calls.
 */
final class Upload {

  private static final int PORTION = 64 << 10;

  /** How many bytes of a part are parsed before it counts as large. */
  private static final int SMALL = 1 << 20;

  private final UploadedJob job;
  private final UploadAdmission admission;

  private final Processors processors;

  private final CrashPoints crash;
  private final BodyReader reader = new BodyReader();
  private final BlockingQueue<Runnable> calls = new LinkedBlockingQueue<>();
  private volatile boolean abandoned;
  private long received;
  private long receivedWhenActive;

  Upload(UploadedJob job, UploadAdmission admission, Processors processors, CrashPoints crash) {
    this.job = job;
    this.admission = admission;
    this.processors = processors;
    this.crash = crash;
  }

  // ---- from any thread

  /** Runs a call to the stream on the upload's thread. */
  void later(Runnable call) {
    calls.add(call);
  }

  /** Ends the reading between two portions: a newer upload waits for it. */
  void supersede() {
    reader.supersede();
  }

  /** Ends the upload without waiting for its confirmations. */
  void abandon() {
    abandoned = true;
    reader.endAfterThis();
    later(() -> {}); // wakes it up
  }

  // ---- on its thread

  /** Returns when all of the body is safe. */
  void run(PartStream stream, InputStream body) throws IOException {
    try {
      publishCut(stream);
      byte[] portion = new byte[PORTION];
      for (int read = reader.read(body, portion); read >= 0; read = reader.read(body, portion)) {
        received += read;
        accept(stream, portion, read);
        makeCalls();
      }
      end(stream);
    } finally {
      awaitSettled(stream); // after a failure, too: batches that were sent count
    }
    stream.complete();
  }

  private void accept(PartStream stream, byte[] portion, int length) throws IOException {
    Processors.Step step = () -> stream.accept(portion, length);
    try {
      if (received > SMALL) {
        processors.large(job.share(), job.id(), step);
      } else {
        processors.small(job.share(), job.id(), step);
      }
    } finally {
      publishCut(stream); // also the batches before a bad row
    }
    if (received - receivedWhenActive >= job.batchBytes()) {
      requireActive();
    }
  }

  private void end(PartStream stream) throws IOException {
    try {
      stream.end();
    } finally {
      publishCut(stream);
    }
  }

  /** Publishes without holding a processor: the wait for a turn blocks no other part. */
  private void publishCut(PartStream stream) throws InterruptedIOException {
    try {
      while (!stream.mayTake()) {
        crash.reached(CrashPoint.GATEWAY_MID_UPLOAD);
        requireActive();
        int bytes = stream.nextBytes();
        admission.enter(job.share(), job.id(), bytes);
        stream.publishNext(() -> admission.leave(bytes));
      }
    } catch (InterruptedException e) {
      throw (InterruptedIOException)
          new InterruptedIOException("the upload was interrupted").initCause(e);
    } finally {
      stream.dropWaiting(); // after a failure; otherwise nothing waits
    }
  }

  private void requireActive() {
    job.requireParts();
    job.active();
    receivedWhenActive = received;
  }

  private void makeCalls() {
    for (Runnable call = calls.poll(); call != null; call = calls.poll()) {
      call.run();
    }
  }

  private void awaitSettled(PartStream stream) throws InterruptedIOException {
    makeCalls();
    boolean interrupted = false;
    try {
      while (!stream.isSettled()) {
        if (abandoned) {
          throw new InterruptedIOException("the gateway stops, or the job has ended");
        }
        try {
          calls.take().run();
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
