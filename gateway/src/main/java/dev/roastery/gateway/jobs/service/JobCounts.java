package dev.roastery.gateway.jobs.service;

import dev.roastery.common.process.VolumeSpace;
import java.util.Map;

/**
 * Counts of jobs for operators.
 *
 * @param jobs by state, with every state
 * @param stalledJobs with a partition that makes no progress
 * @param backlogMessages that waited for workers in the last sample
 * @param webhookFailures failed attempts since the gateway's start
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
