package dev.roastery.gateway.jobs.host;

import dev.roastery.common.pipeline.StageKind;
import dev.roastery.gateway.cluster.Monitor;
import dev.roastery.gateway.cluster.StageProgress;
import dev.roastery.gateway.collect.ResultDigest;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobRecord;
import dev.roastery.gateway.jobs.PartFacts;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.JobView;
import dev.roastery.gateway.jobs.service.JobView.PartView;
import dev.roastery.gateway.jobs.service.JobView.Progress;
import dev.roastery.gateway.jobs.service.JobView.ResultView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
    JobFacts facts = job.facts();
    List<StageProgress> stages = stages(facts);
    int percent = job.percentAtLeast(percent(facts, stages));
    List<PartView> parts = facts.parts().stream().map(job::view).toList();
    JobRecord record = facts.record();
    return new JobView(
        record.id(),
        facts.attempt(),
        record.client(),
        record.name(),
        facts.state(),
        facts.reason(),
        record.created(),
        facts.updated(),
        expires(facts),
        record.plan().queries().stream().map(query -> query.name()).toList(),
        List.copyOf(facts.tables()),
        record.badRows(),
        parts,
        parts.stream().mapToLong(PartView::rejected).sum(),
        new Progress(percent, stages),
        results(facts));
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

  /** The aggregators' share of all batches; the later stages take little time. */
  private static int percent(JobFacts job, List<StageProgress> stages) {
    if (job.state() == JobState.COMPLETED) {
      return 100;
    }
    if (!job.isSealed()) {
      return 0;
    }
    if (job.hasAllResults()) {
      return 99;
    }
    long sent =
        job.parts().stream()
            .filter(part -> job.record().plan().facts().contains(part.name().table()))
            .mapToLong(PartFacts::batches)
            .sum();
    long received =
        stages.stream()
            .filter(stage -> stage.stage().equals(StageKind.AGGREGATOR.name()))
            .mapToLong(StageProgress::received)
            .sum();
    return sent == 0 ? 90 : (int) Math.min(90, 90 * received / sent);
  }
}
