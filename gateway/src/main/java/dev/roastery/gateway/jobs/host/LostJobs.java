package dev.roastery.gateway.jobs.host;

import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.gateway.cluster.LostMessages;
import dev.roastery.gateway.cluster.Monitor;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobMachine;
import dev.roastery.gateway.jobs.service.JobState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fails the running jobs that can never complete, because messages of theirs were lost. A job is
 * looked at only when nothing of it has moved for the time that the operator has chosen.
 */
final class LostJobs implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LostJobs.class);
  private static final long EVERY_MILLIS = 1_000;
  private static final int WAITS_MAX = 10;

  private final JobMachine machine;
  private final Monitor monitor;
  private final Transport transport;
  private final Clock clock;
  private final Duration limit;
  private final Consumer<Fatal> onFatal;
  private final Map<JobId, Search> searches = new HashMap<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("lost-jobs").factory());

  /** A running job, and since when this gateway knows it. */
  private record Search(Instant since, LostMessages messages) {}

  /** The broker's queues, and what their consumers report. */
  private final class Cluster implements LostMessages.Cluster {
    @Override
    public boolean isEmpty(PartitionName partition) {
      return transport.isEmpty(partition.queue());
    }

    @Override
    public boolean isIdleSince(PartitionName partition, Instant since) {
      return monitor.isIdleSince(partition, since);
    }
  }

  LostJobs(
      JobMachine machine,
      Monitor monitor,
      Transport transport,
      Clock clock,
      Duration limit,
      Consumer<Fatal> onFatal) {
    this.machine = machine;
    this.monitor = monitor;
    this.transport = transport;
    this.clock = clock;
    this.limit = limit;
    this.onFatal = onFatal;
  }

  void start() {
    var _ =
        thread.scheduleWithFixedDelay(
            this::look, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      lookAtAll();
    } catch (RuntimeException e) {
      if (!thread.isShutdown()) {
        log.error("cannot look for lost jobs now; retrying", e);
      }
    } catch (Error e) {
      onFatal.accept(Fatal.of(e, "the search for lost jobs"));
    }
  }

  private void lookAtAll() {
    Instant now = clock.instant();
    List<JobFacts> running = machine.all().filter(job -> job.state() == JobState.RUNNING).toList();
    Set<JobId> known = new HashSet<>();
    for (JobFacts job : running) {
      JobId id = job.id();
      known.add(id);
      Search search =
          searches.computeIfAbsent(id, _ -> new Search(now, new LostMessages(job.routes().all())));
      if (isSilent(search, id.id(), now)
          && machine.awaitsResults(id.id())
          && search.messages().look(new Cluster(), now)) {
        machine.lost(id, reason(job, now.minus(limit)));
      }
    }
    searches.keySet().retainAll(known);
  }

  private boolean isSilent(Search search, UUID job, Instant now) {
    Instant since = now.minus(limit);
    return search.since().isBefore(since) && monitor.moved(job).isBefore(since);
  }

  private String reason(JobFacts job, Instant since) {
    List<String> waits = monitor.waits(job.record().id(), job.routes().all(), since);
    String missing =
        waits.isEmpty()
            ? "no partition knows it any more"
            : String.join("; ", waits.subList(0, Math.min(WAITS_MAX, waits.size())));
    return "messages of this job are lost ("
        + missing
        + "), and none is under way: a queue was purged or deleted, a policy of the broker removed"
        + " them, or the volume of a partition was lost";
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
