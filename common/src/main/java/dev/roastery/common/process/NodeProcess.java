package dev.roastery.common.process;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How the process of a node begins and ends. */
public final class NodeProcess {

  private static final Logger log = LoggerFactory.getLogger(NodeProcess.class);

  /** What is not done by then is what a kill would have left undone: the next start does it. */
  private static final Duration STOP_MAX = Duration.ofSeconds(5);

  private NodeProcess() {}

  /** What {@code ROASTERY_CRASH} asks for, with its marker on the volume. */
  public static CrashPoints crashPoints(Path volume) {
    return CrashPoints.fromEnvironment(System.getenv("ROASTERY_CRASH"), volume.resolve("crashed"));
  }

  /** Ends the process without any clean-up: a promise is broken. The last line says which. */
  public static void die(Fatal fatal) {
    if (fatal.getCause() != null) {
      log.error("what led to the end", fatal.getCause());
    }
    log.error("{} (exit code {})", fatal.getMessage(), fatal.reason().exitCode());
    Runtime.getRuntime().halt(fatal.reason().exitCode());
  }

  /**
   * From now on a Fatal that leaves any thread of this process ends it. The owners of threads hand
   * theirs to {@link #die} themselves; this is for a thread that has no such owner.
   */
  public static void dieOfUncaught() {
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
      if (thrown instanceof Fatal fatal) {
        die(fatal);
      } else {
        log.error("thread {} has failed", thread.getName(), thrown);
      }
    });
  }

  /** Runs until SIGTERM or SIGINT; then {@code stop} is done, and the process ends with 0. */
  public static void untilSignal(Runnable stop) throws InterruptedException {
    onSignal(stop);
    untilSignal();
  }

  /** From now on SIGTERM or SIGINT has {@code stop} done, and ends the process with 0. */
  public static void onSignal(Runnable stop) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  end(stop);
                  Runtime.getRuntime().halt(0);
                },
                "stop"));
  }

  public static void untilSignal() throws InterruptedException {
    new CountDownLatch(1).await();
  }

  /** Shutdown never blocks indefinitely, for example on an unreachable broker. */
  private static void end(Runnable stop) {
    Thread stopping = Thread.ofPlatform().daemon().name("stopping").start(() -> guarded(stop));
    try {
      if (stopping.join(STOP_MAX)) {
        log.info("ended");
      } else {
        log.warn("ended with work still in hand: the next start resumes from disk and queues");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("the shutdown must not be interrupted", e);
    }
  }

  private static void guarded(Runnable stop) {
    try {
      stop.run();
    } catch (RuntimeException | Error e) {
      die(Fatal.of(e, "stopping"));
    }
  }
}
