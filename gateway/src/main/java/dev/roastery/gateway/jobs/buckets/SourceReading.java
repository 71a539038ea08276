package dev.roastery.gateway.jobs.buckets;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.message.JobId;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.s3.S3Bucket;
import dev.roastery.gateway.jobs.JobFact;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobMachine;
import dev.roastery.gateway.jobs.JobMachine.SourcePart;
import dev.roastery.gateway.jobs.fold.PartFacts;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.service.StoreRules;
import dev.roastery.gateway.jobs.upload.host.PartReceiver;
import dev.roastery.gateway.jobs.upload.host.UploadedJob;
import dev.roastery.input.source.ObjectFolder;
import dev.roastery.input.source.ObjectSource;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/**
 * One try at reading the objects of an attempt of a job:
 *
 * <pre>
 *   list     the objects below its address, each in one version   records them, as started parts
 *   read     each part that is not complete, from where it is     records its completion
 *   seal     when all are complete                                records that
 * </pre>
 *
 * <p>What is recorded is not done again. An object that is not the recorded version any more fails
 * the job: a part must not be put together of two.
 */
final class SourceReading implements AutoCloseable {

  /** How many parts of a job are read at once. */
  private static final int AT_ONCE = 4;

  private final JobId job;
  private final UploadedJob upload;
  private final JobMachine machine;
  private final PartReceiver receiver;
  private final String address;
  private final SourceStore store;

  private SourceReading(
      JobId job,
      UploadedJob upload,
      JobMachine machine,
      PartReceiver receiver,
      String address,
      SourceStore store) {
    this.job = job;
    this.upload = upload;
    this.machine = machine;
    this.receiver = receiver;
    this.address = address;
    this.store = store;
  }

  /** Looks again whether the operator still allows it. */
  static SourceReading open(
      JobId job, UploadedJob upload, JobMachine machine, PartReceiver receiver, StoreRules rules)
      throws IOException {
    String from =
        Objects.requireNonNull(
            machine.record(job.id()).orElseThrow().buckets().from(), "a job of a bucket");
    S3Bucket bucket = rules.source(from);
    return new SourceReading(
        job,
        upload,
        machine,
        receiver,
        StoreRules.shown(bucket),
        new SourceStore(rules.stores().open(bucket)));
  }

  void toTheEnd(ExecutorService threads) throws IOException {
    if (!facts().hasSources()) {
      list();
    }
    read(threads);
    if (!facts().isSealed()) {
      machine.seal(job.id());
    }
  }

  /** Throws a {@link Refusal} if the attempt has ended. */
  private JobFacts facts() {
    upload.requireParts();
    return machine.find(job.id()).orElseThrow(() -> JobMachine.unknown(job.id(), null));
  }

  private void list() throws IOException {
    ObjectFolder folder = store.list(address);
    if (folder.isEmpty()) {
      throw new JobFailure("there is no object whose address begins with " + address + "/");
    }
    List<SourcePart> found =
        SourceParts.of(folder, machine.record(job.id()).orElseThrow(), upload.routes());
    machine.sourcesListed(job, found);
  }

  private void read(ExecutorService threads) throws IOException {
    Semaphore free = new Semaphore(AT_ONCE);
    List<Future<?>> parts = new ArrayList<>();
    JobFacts facts = facts();
    for (JobFact.SourceFound source : facts.sources().values()) {
      PartFacts part = facts.part(source.name());
      if (part != null && !part.isComplete()) {
        parts.add(
            threads.submit(() -> {
              free.acquire();
              try {
                read(source);
              } finally {
                free.release();
              }
              return source;
            }));
      }
    }
    try {
      for (Future<?> part : parts) {
        await(part);
      }
    } finally {
      parts.forEach(part -> part.cancel(false)); // those that have not begun
    }
  }

  private void read(JobFact.SourceFound source) throws IOException {
    ObjectSource.Version version =
        new ObjectSource.Version(
            new ObjectName(source.object()), new ETag(source.etag()), source.bytes());
    ObjectSource object = store.object(version, address + "/" + source.object());
    try {
      var _ = receiver.read(upload, source.name(), object::streamFrom);
    } catch (JobFailure changed) {
      upload.fail(String.valueOf(changed.getMessage())); // now: other parts may be large
      throw changed;
    }
  }

  private static void await(Future<?> part) throws IOException {
    try {
      part.get();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the gateway stops");
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException io -> throw io;
        case RuntimeException runtime -> throw runtime;
        case Error error -> throw error;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
