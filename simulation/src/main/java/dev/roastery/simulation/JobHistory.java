package dev.roastery.simulation;

import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobMachine;
import dev.roastery.gateway.jobs.service.JobEvent;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.simulation.scenario.Divergence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * What a client has seen of one job. It only grows, has no gap, and tells a possible story: what
 * was seen once is there after every crash.
 */
final class JobHistory {

  private static final Set<String> AFTER_NOTIFYING =
      Set.of("notified", "notify_failed", "completed");

  private static final Set<String> ENDS_WITHOUT_RESULTS = Set.of("failed", "cancelled", "expired");

  private static final String RETRIED = "retried";

  /** A step that was cut off is tried again after a minute at the latest. */
  static final long SLACK_MILLIS = 120_000;

  private final Trace trace;
  private final List<JobEvent> seen = new ArrayList<>();

  /** The attempt of the last event, and the number of events before this attempt. */
  private int attempt = 1;

  private int earlierEvents;

  private long reprievedSince;
  private long reprievedUntil;

  JobHistory(Trace trace) {
    this.trace = trace;
  }

  /** Asks for what is new, or for all; throws when it does not go with what was seen before. */
  void look(JobMachine machine, UUID job, boolean all) {
    int from = all ? 0 : seen.size();
    List<JobEvent> events = machine.events(job, from);
    for (int i = 0; i < events.size(); i++) {
      JobEvent event = events.get(i);
      if (event.seq() != from + i + 1L) {
        throw new Divergence("job " + job + ": " + event + " comes after event " + (from + i));
      }
      if (from + i < seen.size()) {
        if (!event.equals(seen.get(from + i))) {
          throw new Divergence("job " + job + ": " + event + " was " + seen.get(from + i));
        }
      } else {
        next(job, event);
      }
    }
    if (all && events.size() < seen.size()) {
      throw new Divergence(
          "job " + job + " has forgotten " + seen.subList(events.size(), seen.size()));
    }
  }

  private void next(UUID job, JobEvent event) {
    if (event.kind().equals(RETRIED)) {
      retried(job, event);
    } else if (ENDS_WITHOUT_RESULTS.stream().anyMatch(this::has) || has("completed")) {
      throw new Divergence("job " + job + " was over, and then there is " + event);
    }
    if (has("notifying") && !AFTER_NOTIFYING.contains(event.kind())) {
      throw new Divergence("job " + job + " had all its results, and then there is " + event);
    }
    boolean once =
        switch (event.kind()) {
          case "part_started", "part_completed", "part_deleted", "rows_rejected" -> false;
          case "partition_clean", "stalled", "result_stored" -> false;
          default -> true;
        };
    if (once ? has(event.kind()) : seenOfAttempt().stream().anyMatch(each -> isSame(each, event))) {
      throw new Divergence("job " + job + ": twice " + event);
    }
    if (event.kind().equals("expiring")) {
      Duration silence = Duration.between(seen.getLast().at(), event.at());
      if (silence.compareTo(World.ABANDONED_AFTER) < 0) {
        throw new Divergence("job " + job + " expires after " + silence);
      }
    }
    trace.say(() -> "a client sees of job " + job + ": " + event.kind() + " " + event.facts());
    seen.add(event);
  }

  /** Attempts are counted, and each begins where the one before has ended without results. */
  private void retried(UUID job, JobEvent event) {
    attempt++;
    if (!event.facts().equals(Map.of("attempt", String.valueOf(attempt)))
        || !ENDS_WITHOUT_RESULTS.contains(seen.getLast().kind())) {
      throw new Divergence("job " + job + ": " + event + " comes after " + seen.getLast());
    }
    earlierEvents = seen.size();
  }

  private List<JobEvent> seenOfAttempt() {
    return seen.subList(earlierEvents, seen.size());
  }

  private static boolean isSame(JobEvent one, JobEvent other) {
    return one.kind().equals(other.kind()) && one.facts().equals(other.facts());
  }

  /** Whether the last attempt has such an event. */
  boolean has(String kind) {
    for (int i = earlierEvents; i < seen.size(); i++) {
      if (seen.get(i).kind().equals(kind)) {
        return true;
      }
    }
    return false;
  }

  /** Whether that partition is on record as having nothing of the last attempt. */
  boolean isClean(String partition) {
    return seenOfAttempt().stream()
        .anyMatch(event ->
            event.kind().equals("partition_clean")
                && partition.equals(event.facts().get("partition")));
  }

  /**
   * An abandoned job gets more time once for each silence, however often the gateway is started.
   *
   * @param upSinceMillis when the gateway was started, and had a while for what is due
   */
  void checkPatience(JobFacts job, long nowMillis, long upSinceMillis) {
    long since = job.updated().toEpochMilli();
    if (since != reprievedSince) {
      reprievedSince = since;
      reprievedUntil = 0;
    }
    if (reprievedUntil == 0) {
      reprievedUntil = job.reprievedUntilMillis();
    }
    boolean waits = job.state().takesParts() || job.state() == JobState.WAITING_FOR_APPROVAL;
    long latest = Math.max(reprievedUntil, upSinceMillis) + SLACK_MILLIS;
    if (waits && reprievedUntil > 0 && nowMillis > latest) {
      throw new Divergence("job " + job.record().id() + " is abandoned, and does not expire");
    }
  }
}
