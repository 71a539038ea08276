package dev.roastery.gateway.jobs.profile;

import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.gateway.cluster.PartitionWork;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.service.JobProfile;
import dev.roastery.gateway.jobs.service.JobProfile.PartTime;
import dev.roastery.gateway.jobs.service.JobProfile.PartitionTime;
import dev.roastery.gateway.jobs.service.JobProfile.StageTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the profile of a job from what is known of it. */
final class Profiles {

  private Profiles() {}

  /**
   * @param work what the owners of its partitions have said
   */
  static JobProfile of(
      JobFacts job, Course course, Map<PartitionName, PartitionWork> work, Instant now) {
    List<PartTime> parts = course.parts();
    Instant end = Objects.requireNonNullElse(course.finished(), now);
    return new JobProfile(
        job.record().id(),
        job.attempt(),
        job.state(),
        course.began(),
        course.sealed(),
        course.started(),
        course.finished(),
        Math.max(0, Duration.between(course.began(), end).toMillis()),
        parts.stream().mapToLong(PartTime::rows).sum(),
        parts.stream().mapToLong(PartTime::bytes).sum(),
        parts.size(),
        parts.subList(0, Math.min(JobProfile.PARTS_MAX, parts.size())),
        stages(job.routes().all(), work),
        course.waits(),
        course.takeovers());
  }

  /** In the order of the flow. */
  private static List<StageTime> stages(
      List<PartitionName> partitions, Map<PartitionName, PartitionWork> work) {
    Map<String, List<PartitionTime>> stages = new LinkedHashMap<>();
    for (PartitionName each : partitions) {
      stages
          .computeIfAbsent(each.stage(), _ -> new ArrayList<>())
          .add(time(each.toString(), work.get(each)));
    }
    return stages.entrySet().stream().map(each -> stage(each.getKey(), each.getValue())).toList();
  }

  private static PartitionTime time(String partition, @Nullable PartitionWork work) {
    return work == null
        ? new PartitionTime(partition, null, null, null, null, null, null, null)
        : new PartitionTime(
            partition,
            work.owner(),
            work.first(),
            work.last(),
            work.batches(),
            work.rows(),
            work.bytes(),
            TimeUnit.NANOSECONDS.toMillis(work.cpuNanos()));
  }

  private static StageTime stage(String stage, List<PartitionTime> partitions) {
    return new StageTime(
        stage,
        times(partitions, PartitionTime::first).min(Comparator.naturalOrder()).orElse(null),
        times(partitions, PartitionTime::last).max(Comparator.naturalOrder()).orElse(null),
        sum(partitions, PartitionTime::batches),
        sum(partitions, PartitionTime::rows),
        sum(partitions, PartitionTime::bytes),
        sum(partitions, PartitionTime::cpuMillis),
        partitions);
  }

  private static Stream<Instant> times(
      List<PartitionTime> partitions, Function<PartitionTime, @Nullable Instant> time) {
    return partitions.stream().flatMap(each -> Stream.ofNullable(time.apply(each)));
  }

  /** Of those that are known; null if none is. */
  private static @Nullable Long sum(
      List<PartitionTime> partitions, Function<PartitionTime, @Nullable Long> value) {
    return partitions.stream()
        .flatMap(each -> Stream.ofNullable(value.apply(each)))
        .reduce(Long::sum)
        .orElse(null);
  }
}
