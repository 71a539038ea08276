package dev.roastery.gateway.jobs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The skipped rows of a job as one file, put together when it is asked for. */
final class RejectsFile {

  private final Job job;
  private final Path file;

  /** Who asks meanwhile gets the same. */
  private final AtomicReference<@Nullable CompletableFuture<Path>> underWay =
      new AtomicReference<>();

  private volatile boolean isFinal;

  RejectsFile(Job job, Path file) {
    this.job = job;
    this.file = file;
  }

  Path written() {
    if (isFinal) {
      return file;
    }
    CompletableFuture<Path> mine = new CompletableFuture<>();
    CompletableFuture<Path> others = underWay.compareAndExchange(null, mine);
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
    Rejects.collect(job.parts(), file);
    isFinal = facts.isSealed() || facts.state().isTerminal();
  }

  private static Path awaited(CompletableFuture<Path> others) {
    try {
      return others.join();
    } catch (CompletionException e) {
      throw JobMachine.unwritable(e);
    }
  }
}
