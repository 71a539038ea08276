package dev.roastery.gateway.jobs.service;

import dev.roastery.common.process.VolumeSpace;
import java.util.Map;

/**
 * How many there are of what, for operators.
 *
 * @param jobs by state; every state is there
 * @param stalledJobs that have a partition which makes no progress
 * @param backlogMessages that waited for workers when the gateway looked last
 * @param webhookFailures since the gateway's start, each try counted
 */
public record JobCounts(
    Map<JobState, Long> jobs,
    long stalledJobs,
    long backlogMessages,
    long webhookFailures,
    VolumeSpace volume) {

  public JobCounts {
    jobs = Map.copyOf(jobs);
  }
}
