package dev.roastery.gateway.jobs.buckets;

import dev.roastery.common.fault.Backoff;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.message.JobId;
import dev.roastery.common.storage.object.Pause;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.gateway.jobs.JobMachine;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.service.StoreRules;
import dev.roastery.gateway.jobs.upload.host.PartReceiver;
import dev.roastery.gateway.jobs.upload.host.UploadedJob;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the jobs whose parts are objects, each until it is sealed, has failed, or has ended. While
 * a store is away, they wait for it; a job that waits for too long expires as one whose client is
 * silent. A job that is begun twice is read once.
 */
public final class SourceReaders implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(SourceReaders.class);
  private static final Backoff PAUSES = Backoff.doubling(500, 30_000);

  private final JobMachine machine;
  private final PartReceiver receiver;
  private final StoreRules rules;
  private final Consumer<Fatal> onFatal;
  private final Set<JobId> running = ConcurrentHashMap.newKeySet();

  /** They wait for uploads, which have threads of their own, and open no file. */
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private volatile boolean closed;

  public SourceReaders(
      JobMachine machine, PartReceiver receiver, StoreRules rules, Consumer<Fatal> onFatal) {
    this.machine = machine;
    this.receiver = receiver;
    this.rules = rules;
    this.onFatal = onFatal;
  }

  /** Reads the objects of that attempt of a job, unless it is being read. */
  public void begin(JobId job, UploadedJob upload) {
    if (!closed && running.add(job)) {
      var _ = threads.submit(() -> reportingErrors(job, upload));
    }
  }

  private void reportingErrors(JobId job, UploadedJob upload) {
    try {
      read(job, upload);
    } catch (RuntimeException e) {
      if (!closed) {
        log.error("job {}: its objects cannot be read", job, e);
        fail(upload, "its objects cannot be read: an unexpected error, see the gateway's log");
      }
    } catch (Error e) {
      onFatal.accept(Fatal.of(e, "the reading of objects"));
    } finally {
      running.remove(job);
    }
  }

  /** Again and again, as long as the store may come back. */
  private void read(JobId job, UploadedJob upload) {
    for (int failures = 1; !closed; failures++) {
      try (SourceReading reading = SourceReading.open(job, upload, machine, receiver, rules)) {
        reading.toTheEnd(threads);
        return;
      } catch (JobFailure why) {
        fail(upload, String.valueOf(why.getMessage()));
        return;
      } catch (Refusal why) {
        if (why.kind() != Refusal.Kind.UNAVAILABLE) {
          fail(upload, String.valueOf(why.getMessage()));
          return;
        }
        log.warn("job {} waits: {}", job, why.getMessage());
      } catch (StoreAwayException away) {
        log.warn("job {} waits for its objects: {}", job, away.getMessage());
      } catch (StoreException refused) {
        fail(upload, "its objects cannot be read: " + refused.getMessage());
        return;
      } catch (IOException e) {
        log.warn("job {} waits: {}", job, e.toString());
      }
      try {
        Pause.of(PAUSES.jitteredMillis(failures, ThreadLocalRandom.current()));
      } catch (StoreAwayException interrupted) {
        return;
      }
    }
  }

  /** Changes nothing if the job has ended, or is no more. */
  private static void fail(UploadedJob job, String reason) {
    try {
      job.fail(reason);
    } catch (Refusal gone) {
      log.debug("job {} cannot fail any more: {}", job.id(), gone.getMessage());
    }
  }

  @Override
  public void close() {
    closed = true;
    threads.shutdownNow();
  }
}
