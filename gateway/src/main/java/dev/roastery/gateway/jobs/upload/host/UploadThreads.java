package dev.roastery.gateway.jobs.upload.host;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A thread of the system's for each upload. The system shares processors by time; virtual threads
 * keep theirs until they wait, so a small upload would stand behind a block of each large one at
 * every step it takes.
 */
final class UploadThreads {

  /**
   * Beyond that an upload stays on the thread it came on, which costs it turns and nothing else.
   */
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

  /** What ends an upload interrupts the thread that reads, not this one. */
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
