package dev.roastery.gateway.jobs.buckets;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.PartReference;
import dev.roastery.gateway.jobs.JobFact;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobMachine;
import dev.roastery.gateway.jobs.JobRecord;
import dev.roastery.gateway.jobs.fold.PartFacts;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.service.StoreRules;
import dev.roastery.gateway.jobs.upload.host.PartReceiver;
import dev.roastery.gateway.jobs.upload.host.UploadedJob;
import dev.roastery.input.source.DatasetFolder;
import dev.roastery.input.source.PinnedSource;
import dev.roastery.input.source.SourceRules;
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
  private final StoreRules.Readers readers;
  private final String address;
  private final SourceStore store;

  private SourceReading(
      JobId job,
      UploadedJob upload,
      JobMachine machine,
      PartReceiver receiver,
      StoreRules.Readers readers,
      String address,
      SourceStore store) {
    this.job = job;
    this.upload = upload;
    this.machine = machine;
    this.receiver = receiver;
    this.readers = readers;
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
    SourceRules.Place place = rules.source(from);
    return new SourceReading(
        job,
        upload,
        machine,
        receiver,
        rules.readers(),
        place.shown(),
        SourceStore.of(place, rules.stores()));
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
    DatasetFolder folder = store.list();
    if (folder.entries().isEmpty()) {
      throw new JobFailure("there is no object whose address begins with " + address + "/");
    }
    JobRecord record = machine.record(job.id()).orElseThrow();
    machine.sourcesListed(job, new SourceParts(record, upload.routes(), readers).in(folder));
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
    if (source.readByWorkers()) {
      var _ = receiver.refer(upload, source.name(), reference(source), source.run());
      return;
    }
    PinnedSource part =
        store.part(new PinnedSource.Pin(source.object(), source.etag(), source.bytes()));
    try (part) {
      var _ = receiver.read(upload, source.name(), part::streamFrom);
    } catch (JobFailure changed) {
      upload.fail(String.valueOf(changed.getMessage())); // now: other parts may be large
      throw changed;
    }
  }

  private PartReference reference(JobFact.SourceFound source) {
    return new PartReference(
        source.name().toString(),
        address + "/" + source.object(),
        source.etag(),
        source.bytes(),
        source.headerBytes(),
        upload.batchBytes());
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
