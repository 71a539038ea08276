package dev.roastery.gateway.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.message.JobId;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.common.storage.IoReason;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobFolders;
import dev.roastery.gateway.jobs.service.JobProfile;
import dev.roastery.gateway.jobs.service.Refusal;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the trace of each job that has ended, at least once: the file {@code trace} in its folder
 * says that the collector has it. One thread sends; who ends a job does not wait for it.
 */
public final class Traces implements AutoCloseable {

  /** A collector that is new, or was away, gets the traces of jobs that ended within this time. */
  private static final Duration OLDEST = Duration.ofHours(24);

  private static final int ATTEMPTS_MAX = 10;
  private static final Duration PAUSE_MAX = Duration.ofMinutes(5);
  private static final int QUEUE_MAX = 1_000;
  private static final String FILE = "/trace";

  private static final Logger log = LoggerFactory.getLogger(Traces.class);

  private final Collector collector;
  private final Disk disk;
  private final InstantSource clock;
  private final Function<UUID, JobProfile> profiles;
  private final Consumer<Fatal> onFatal;
  private final ExecutorService thread;
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();

  /** Where the trace of an attempt of a job stands. */
  private final Map<JobId, Standing> standings = new ConcurrentHashMap<>();

  private final Set<JobId> underWay = ConcurrentHashMap.newKeySet();

  /**
   * @param again when it may be tried; never again if that is {@link Instant#MAX}
   */
  private record Standing(int attempts, Instant again) {
    private static final Standing OVER = new Standing(0, Instant.MAX);
  }

  /**
   * @param profiles what a job took
   */
  public Traces(
      URI collector,
      Disk disk,
      InstantSource clock,
      Function<UUID, JobProfile> profiles,
      Consumer<Fatal> onFatal) {
    this.collector = new Collector(collector);
    this.disk = disk;
    this.clock = clock;
    this.profiles = profiles;
    this.onFatal = onFatal;
    this.thread =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(QUEUE_MAX),
            Thread.ofPlatform().daemon().name("traces").factory());
  }

  /** To be called now and then for a job that has ended, once its profile is complete. */
  public void look(JobFacts job) {
    Instant now = clock.instant();
    Standing standing = standings.computeIfAbsent(job.id(), _ -> first(job, now));
    if (!standing.again().isAfter(now) && underWay.add(job.id())) {
      try {
        thread.execute(() -> send(job));
      } catch (RejectedExecutionException _) {
        underWay.remove(job.id()); // there are many: it comes again
      }
    }
  }

  private Standing first(JobFacts job, Instant now) {
    boolean isOver = job.updated().plus(OLDEST).isBefore(now) || isSent(job);
    return isOver ? Standing.OVER : new Standing(0, now);
  }

  /** It doubles. */
  private static Duration pause(int attempts) {
    Duration pause = Duration.ofSeconds(2L << Math.min(attempts, 10));
    return pause.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : pause;
  }

  private boolean isSent(JobFacts job) {
    try {
      return DurableFiles.read(disk, file(job))
          .filter(bytes -> new String(bytes, UTF_8).equals(text(job)))
          .isPresent();
    } catch (IOException e) {
      log.warn("job {}: cannot see whether its trace was sent: {}", job.id(), IoReason.of(e));
      return false;
    }
  }

  private void send(JobFacts job) {
    try {
      JobProfile profile = profiles.apply(job.record().id());
      if (profile.attempt() != job.attempt() || !profile.state().isTerminal()) {
        return; // it has begun again meanwhile: that attempt will have a trace
      }
      Optional<String> refusal = collector.refusal(JobTrace.of(job, profile));
      if (refusal.isEmpty()) {
        sent.incrementAndGet();
        note(job);
      } else {
        failed(job, refusal.get());
      }
      standings.put(job.id(), Standing.OVER);
    } catch (IOException e) {
      failed(job, IoReason.of(e));
      later(job);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // this gateway ends; the next start sends it
    } catch (Refusal e) {
      failed(job, String.valueOf(e.getMessage())); // such as of a job that was deleted meanwhile
      later(job);
    } catch (RuntimeException e) {
      log.error("job {}: its trace could not be made", job.id(), e);
      failures.incrementAndGet();
      later(job);
    } catch (Error e) {
      onFatal.accept(Fatal.of(e, "the trace of job " + job.id()));
    } finally {
      underWay.remove(job.id());
    }
  }

  private void failed(JobFacts job, String why) {
    failures.incrementAndGet();
    log.warn("job {}: its trace was not sent to {}: {}", job.id(), collector, why);
  }

  private void later(JobFacts job) {
    standings.computeIfPresent(
        job.id(),
        (_, before) -> {
          int attempts = before.attempts() + 1;
          return attempts < ATTEMPTS_MAX
              ? new Standing(attempts, clock.instant().plus(pause(attempts)))
              : Standing.OVER;
        });
  }

  /** If this fails, or is lost, it is sent once more. */
  private void note(JobFacts job) {
    try {
      byte[] text = text(job).getBytes(UTF_8);
      DurableFiles.replaceUnforced(disk, file(job), file -> file.append(ByteBuffer.wrap(text)));
    } catch (IOException e) {
      log.warn("job {}: its trace was sent, which is not noted: {}", job.id(), IoReason.of(e));
    }
  }

  private static String file(JobFacts job) {
    return JobFolders.of(job.record().id()) + FILE;
  }

  private static String text(JobFacts job) {
    return "sent " + job.attempt() + "\n";
  }

  /** The job is deleted, or begins again. */
  public void forget(UUID job) {
    standings.keySet().removeIf(each -> each.id().equals(job));
  }

  /** How many traces the collector has taken since the gateway's start. */
  public long sent() {
    return sent.get();
  }

  /** The number of failed attempts. */
  public long failures() {
    return failures.get();
  }

  @Override
  public void close() {
    thread.shutdownNow();
    collector.close();
  }
}
