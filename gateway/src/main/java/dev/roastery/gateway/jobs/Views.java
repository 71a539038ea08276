package dev.roastery.gateway.jobs;

import dev.roastery.common.partition.Routes;
import dev.roastery.gateway.jobs.JobView.Progress;
import dev.roastery.gateway.jobs.JobView.StageProgress;
import dev.roastery.gateway.jobs.upload.host.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Jobs as clients see them: with how far they are, by what the nodes have said last. */
final class Views {

  private static final Duration NEVER = Duration.ofDays(100_000);

  private final Monitor monitor;
  private final GatewaySettings settings;

  Views(Monitor monitor, GatewaySettings settings) {
    this.monitor = monitor;
    this.settings = settings;
  }

  JobView of(Job job) {
    List<StageProgress> stages = stages(job);
    Instant expires = job.state().isTerminal() ? job.updated().plus(settings.keep()) : null;
    int percent = job.percentAtLeast(percent(job, stages));
    return job.view(new Progress(percent, stages), expires);
  }

  /** Before a job runs its partitions wait for its client, which is no trouble. */
  List<StageProgress> stages(Job job) {
    JobState state = job.state();
    return monitor.progress(
        job.id(),
        state.isTerminal() ? List.of() : job.routes().all(),
        state == JobState.RUNNING ? settings.stalledAfter() : NEVER);
  }

  /** By what the aggregators have of all that there is; the rest is little. */
  private static int percent(Job job, List<StageProgress> stages) {
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
            .mapToLong(Part::batches)
            .sum();
    long received =
        stages.stream()
            .filter(stage -> stage.stage().equals(Routes.AGGREGATOR))
            .mapToLong(StageProgress::received)
            .sum();
    return sent == 0 ? 90 : (int) Math.min(90, 90 * received / sent);
  }
}
