package dev.roastery.gateway.jobs.upload.host;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Runs each upload on a platform thread. The system shares processors among these by time; a
 * virtual thread keeps its processor until it blocks, so a small upload would wait for a block of
 * each large one at every step.
 */
final class UploadThreads {

  /** Further uploads stay on the calling thread, where they only get fewer turns. */
  private static final int MOST = 256;

  private final Semaphore free = new Semaphore(MOST);

  interface Upload<T> {
    T result() throws IOException;
  }

  <T> T run(String name, Upload<T> upload) throws IOException {
    if (!free.tryAcquire()) {
      return upload.result();
    }
    try {
      FutureTask<T> task = new FutureTask<>(upload::result);
      Thread.ofPlatform().daemon().name(name).start(task);
      return await(task);
    } finally {
      free.release();
    }
  }

  /** Is not interruptible: only the upload's own thread is interrupted to end it. */
  private static <T> T await(FutureTask<T> task) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException _) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw thrown(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException thrown(@Nullable Throwable cause) throws IOException {
    switch (cause) {
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> throw new IllegalStateException(cause);
    }
  }
}
