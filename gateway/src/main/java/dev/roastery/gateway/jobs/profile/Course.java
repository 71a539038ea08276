package dev.roastery.gateway.jobs.profile;

import dev.roastery.common.workflow.Recorded;
import dev.roastery.gateway.cluster.PartitionMove;
import dev.roastery.gateway.jobs.JobFact;
import dev.roastery.gateway.jobs.service.JobProfile.PartTime;
import dev.roastery.gateway.jobs.service.JobProfile.Takeover;
import dev.roastery.gateway.jobs.service.JobProfile.Wait;
import dev.roastery.gateway.jobs.service.PartName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** When what happened in the last attempt of a job: a fold of its facts. */
final class Course {

  private static final String APPROVAL = "approval";

  private Instant began = Instant.EPOCH;
  private @Nullable Instant sealed;
  private @Nullable Instant started;
  private @Nullable Instant finished;
  private final Map<PartName, PartTime> parts = new LinkedHashMap<>();
  private final Map<String, Wait> waiting = new LinkedHashMap<>();
  private final List<Wait> waits = new ArrayList<>();
  private final List<Takeover> takeovers = new ArrayList<>();

  private Course() {}

  /**
   * @param approval whether the job waits for one
   */
  static Course of(List<Recorded<JobFact>> facts, boolean approval) {
    Course course = new Course();
    for (Recorded<JobFact> each : facts) {
      Instant at = Instant.ofEpochMilli(each.atMillis());
      if (each.fact() instanceof JobFact.Retried) {
        course = new Course();
      }
      course.apply(each.fact(), at, approval);
    }
    return course;
  }

  private void apply(JobFact fact, Instant at, boolean approval) {
    switch (fact) {
      case JobFact.Created _, JobFact.Retried _ -> began = at;
      case JobFact.PartStarted part -> {
        PartName name = new PartName(part.table(), part.part());
        parts.put(name, new PartTime(part.table(), part.part(), at, null, 0, 0, 0));
      }
      case JobFact.PartCompleted part -> completed(part, at);
      case JobFact.PartDeleted part -> parts.remove(new PartName(part.table(), part.part()));
      case JobFact.Sealed _ -> {
        sealed = at;
        if (approval) {
          waits(APPROVAL, at);
        }
      }
      case JobFact.Approved _ -> goesOn(APPROVAL, at);
      case JobFact.Running _ -> started = at;
      case JobFact.Stalled stalled -> waits(stalled.what(), at);
      case JobFact.Moving moving -> goesOn(moving.what(), at);
      case JobFact.Completed _, JobFact.Failed _, JobFact.Cancelled _, JobFact.Expired _ -> {
        finished = at;
        List.copyOf(waiting.keySet()).forEach(what -> goesOn(what, at));
      }
      case JobFact.PartitionMoved move ->
          takeovers.add(
              new Takeover(
                  at,
                  move.partition(),
                  move.from(),
                  move.to(),
                  move.millis() == PartitionMove.UNKNOWN ? null : move.millis()));
      case JobFact.RowsRejected _, JobFact.ResultStored _, JobFact.PartitionClean _ -> {}
      case JobFact.Notifying _, JobFact.Notified _, JobFact.NotifyFailed _ -> {}
      case JobFact.Ending _, JobFact.Shown _, JobFact.Reprieved _ -> {}
      case JobFact.SourceFound _, JobFact.SourcesListed _ -> {}
      case JobFact.Delivered _, JobFact.DeliveryFailed _ -> {}
    }
  }

  private void completed(JobFact.PartCompleted part, Instant at) {
    parts.computeIfPresent(
        new PartName(part.table(), part.part()),
        (_, before) ->
            new PartTime(
                part.table(),
                part.part(),
                before.started(),
                at,
                part.rows(),
                part.bytes(),
                part.batches()));
  }

  private void waits(String what, Instant from) {
    waiting.putIfAbsent(what, new Wait(stage(what), what, from, null));
  }

  private void goesOn(String what, Instant to) {
    Wait wait = waiting.remove(what);
    if (wait != null) {
      waits.add(new Wait(wait.stage(), what, wait.from(), to));
    }
  }

  /** Of sentences like "aggregator-1 waits for ...". */
  private static @Nullable String stage(String what) {
    String first = what.split(" ", 2)[0];
    return first.matches("[a-z]+-[0-9]+") ? first.substring(0, first.lastIndexOf('-')) : null;
  }

  Instant began() {
    return began;
  }

  @Nullable Instant sealed() {
    return sealed;
  }

  @Nullable Instant started() {
    return started;
  }

  @Nullable Instant finished() {
    return finished;
  }

  List<PartTime> parts() {
    return List.copyOf(parts.values());
  }

  /** Those that are over first. */
  List<Wait> waits() {
    List<Wait> all = new ArrayList<>(waits);
    all.addAll(waiting.values());
    return all;
  }

  List<Takeover> takeovers() {
    return takeovers;
  }
}
