package dev.roastery.simulation;

import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.gateway.collect.ResultDigest;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.Notification;
import dev.roastery.gateway.jobs.ResultStore;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.simulation.scenario.Divergence;
import dev.roastery.simulation.scenario.Work;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.SortedMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How one attempt at a job ended, and whether it may have ended so. */
final class JobEnding {

  private final World world;
  private final SortedMap<String, byte[]> answers;
  private final boolean fails;
  private final boolean hasReceiver;
  private final JobHistory history;
  private boolean cancelAsked;
  private boolean cancelled;
  private @Nullable JobState seen;

  JobEnding(World world, Work work, boolean hasReceiver, JobHistory history) {
    this.world = world;
    this.answers = work.answers();
    this.fails = work.fails();
    this.hasReceiver = hasReceiver;
    this.history = history;
  }

  boolean isSeen() {
    return seen != null;
  }

  /** Its client wants it cancelled, and may have no answer. */
  void cancelAsked() {
    cancelAsked = true;
  }

  /** The gateway said that it is. */
  void cancelled() {
    cancelled = true;
  }

  /** Of a job that is over; again is fine, and finds the same. */
  void check(JobFacts job) {
    JobState end = job.state();
    if (seen != null && seen != end) {
      throw new Divergence(job.record().id() + " was " + seen + ", and is " + end);
    }
    if (!mayEnd(job)) {
      throw new Divergence(job.record().id() + " is " + end + ": " + job.reason());
    }
    if (end == JobState.COMPLETED) {
      checkResults(job);
    } else {
      checkNothingIsLeft(job);
    }
    checkReceiver(job);
    if (seen == null) {
      world.trace().say(() -> "job " + job.record().id() + " is over, " + end);
      count(end);
      seen = end;
      world.gotOn();
    }
  }

  private boolean mayEnd(JobFacts job) {
    boolean disk = world.faultInjector().diskFaultsDealt();
    return switch (job.state()) {
      case COMPLETED -> !cancelled && !fails;
      case CANCELLED -> cancelAsked;
      case FAILED -> !cancelled && (fails || disk);
      case EXPIRED -> !cancelled;
      default -> false;
    };
  }

  private void count(JobState end) {
    switch (end) {
      case FAILED -> world.counts().fault(SimulatedFault.JOB_FAILED);
      case EXPIRED -> world.counts().fault(SimulatedFault.JOB_EXPIRED);
      default -> {}
    }
  }

  private void checkResults(JobFacts job) {
    UUID id = job.record().id();
    if (!job.results().keySet().equals(answers.keySet())) {
      throw new Divergence("job " + id + " has the results " + job.results().keySet());
    }
    answers.forEach((query, answer) -> {
      byte[] result = contents(ResultStore.path(id, query));
      ResultDigest digest = job.results().get(query);
      if (!Arrays.equals(result, answer) || digest == null || digest.bytes() != answer.length) {
        throw new Divergence(
            "job %s has a wrong result %s: %s instead of %s"
                .formatted(id, query, shown(result), shown(answer)));
      }
    });
  }

  private byte[] contents(String path) {
    try {
      return world.gateway().volume().contents(path);
    } catch (IOException e) {
      throw new Divergence("a job is completed without " + path, e);
    }
  }

  /** Text as it is, other bytes as numbers. */
  private static String shown(byte[] result) {
    for (byte each : result) {
      if (each < ' ' && each != '\n') {
        return Arrays.toString(result);
      }
    }
    return '"' + new String(result, java.nio.charset.StandardCharsets.UTF_8) + '"';
  }

  private void checkNothingIsLeft(JobFacts job) {
    checkAnswers(world, job.id(), job.routes().all());
    for (PartitionName partition : job.routes().all()) {
      if (!history.isClean(partition.toString())) {
        throw new Divergence("job " + job.id() + " is over, and no event says so of " + partition);
      }
    }
  }

  /** Of an attempt without results every partition has said that it has nothing any more. */
  static void checkAnswers(World world, JobId job, Collection<PartitionName> partitions) {
    for (PartitionName partition : partitions) {
      if (!world.evidence().gone(job).contains(partition.toString())) {
        throw new Divergence("job " + job + " is over, and " + partition + " has not answered");
      }
    }
  }

  private void checkReceiver(JobFacts job) {
    JobId id = job.id();
    Notification told = world.receivers().told(id);
    if (told != null && (!hasReceiver || told.state() != job.state())) {
      throw new Divergence("job " + id + " is " + job.state() + ", and a receiver heard " + told);
    }
    if (history.has("notified") && told == null) {
      throw new Divergence("no receiver was notified of job " + id);
    }
    if (hasReceiver && told == null && !history.has("notify_failed")) {
      throw new Divergence("no receiver was notified of job " + id + ", and no event says so");
    }
  }
}
