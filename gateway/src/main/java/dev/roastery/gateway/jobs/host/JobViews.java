package dev.roastery.gateway.jobs.host;

import dev.roastery.common.pipeline.StageKind;
import dev.roastery.gateway.cluster.Monitor;
import dev.roastery.gateway.cluster.StageProgress;
import dev.roastery.gateway.collect.ResultDigest;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobRecord;
import dev.roastery.gateway.jobs.fold.JobParts;
import dev.roastery.gateway.jobs.fold.JobTimes;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.gateway.jobs.service.JobOutline;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.JobView;
import dev.roastery.gateway.jobs.service.JobView.PartView;
import dev.roastery.gateway.jobs.service.JobView.Progress;
import dev.roastery.gateway.jobs.service.JobView.ResultView;
import dev.roastery.gateway.jobs.upload.PartStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Builds the views of jobs for clients, with the progress from the nodes' last heartbeats. */
final class JobViews {

  private static final Duration NEVER = Duration.ofDays(100_000);

  private final Monitor monitor;
  private final GatewaySettings settings;

  JobViews(Monitor monitor, GatewaySettings settings) {
    this.monitor = monitor;
    this.settings = settings;
  }

  JobView of(JobHandle job) {
    return of(job, job.facts().parts().stream().map(job::view).toList());
  }

  JobView withoutParts(JobHandle job) {
    return of(job, List.of());
  }

  private JobView of(JobHandle job, List<PartView> parts) {
    JobFacts facts = job.facts();
    JobOutline outline = outline(job);
    return new JobView(
        outline,
        List.copyOf(facts.tables()),
        facts.record().badRows(),
        parts,
        new Progress(outline.percent(), stages(facts)),
        results(facts));
  }

  JobOutline outline(JobHandle job) {
    JobFacts facts = job.facts();
    JobRecord record = facts.record();
    SortedMap<String, PartStatus> safe = job.safe();
    PartStatus sum = JobParts.sum(safe.values());
    JobTimes times = facts.times();
    return new JobOutline(
        record.id(),
        facts.attempt(),
        record.client(),
        record.name(),
        facts.state(),
        facts.reason(),
        record.created(),
        facts.updated(),
        times.sealed(),
        times.started(),
        times.finished(),
        expires(facts),
        record.queryNames(),
        sum.rows(),
        sum.bytes(),
        record.hints().expectedBytes(),
        sum.rejected(),
        job.percentAtLeast(JobPercent.of(facts, safe, received(facts))),
        facts.parts().size(),
        facts.uploads().completeCount());
  }

  private long received(JobFacts job) {
    return monitor.received(job.record().id(), StageKind.AGGREGATOR.name());
  }

  private @Nullable Instant expires(JobFacts facts) {
    return facts.state().isTerminal() ? facts.updated().plus(settings.keep()) : null;
  }

  private static List<ResultView> results(JobFacts facts) {
    return facts.results().entrySet().stream()
        .map(result -> result(facts, result.getKey(), result.getValue()))
        .toList();
  }

  private static ResultView result(JobFacts facts, String query, ResultDigest digest) {
    return new ResultView(
        query,
        facts.record().plan().query(query).output(),
        digest.sha256(),
        digest.rows(),
        digest.bytes());
  }

  /** Before a job runs, its partitions wait for the client and are not stalled. */
  List<StageProgress> stages(JobFacts job) {
    JobState state = job.state();
    return monitor.progress(
        job.record().id(),
        state.isTerminal() ? List.of() : job.routes().all(),
        state == JobState.RUNNING ? settings.stalledAfter() : NEVER);
  }
}
