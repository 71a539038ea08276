package dev.roastery.gateway.jobs.host;

import dev.roastery.common.storage.Disk;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobMachine;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.upload.RejectedRows;
import dev.roastery.gateway.jobs.upload.host.Part;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The skipped rows of a job in one file, which is written when a client asks for it. */
final class RejectsFile {

  private final JobHandle job;
  private final Disk disk;
  private final String file;

  /** Requests that arrive while the file is written wait for the same file. */
  private final AtomicReference<@Nullable CompletableFuture<String>> underWay =
      new AtomicReference<>();

  /** The attempt in which no more rows can be rejected; 0 is none. */
  private volatile int finalIn;

  RejectsFile(JobHandle job, Disk disk, String file) {
    this.job = job;
    this.disk = disk;
    this.file = file;
  }

  String written() {
    if (finalIn == job.facts().attempt()) {
      return file;
    }
    CompletableFuture<String> mine = new CompletableFuture<>();
    CompletableFuture<String> others = underWay.compareAndExchange(null, mine);
    if (others != null) {
      return awaited(others);
    }
    try {
      write();
      mine.complete(file);
      return file;
    } catch (IOException | RuntimeException e) {
      mine.completeExceptionally(e);
      throw e instanceof Refusal refusal ? refusal : JobMachine.unwritable(e);
    } finally {
      underWay.set(null);
    }
  }

  private void write() throws IOException {
    JobFacts facts = job.facts();
    List<Part> parts = facts.isUnwanted() ? List.of() : job.parts();
    RejectedRows.collect(parts.stream().map(Part::rejects).toList(), disk, file);
    finalIn = facts.isSealed() || facts.state().isTerminal() ? facts.attempt() : 0;
  }

  /** The job is unwanted: deletes the file. When a client asks again, it has no rows. */
  void discard() throws IOException {
    finalIn = 0;
    disk.delete(file);
  }

  private static String awaited(CompletableFuture<String> others) {
    try {
      return others.join();
    } catch (CompletionException e) {
      throw JobMachine.unwritable(e);
    }
  }
}
