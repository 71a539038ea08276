package dev.roastery.gateway.jobs.service;

import dev.roastery.common.process.state.VolumeSpace;
import java.util.Map;

/**
 * Counts of jobs for operators.
 *
 * @param jobs by state, with every state
 * @param stalledJobs with a partition that makes no progress
 * @param backlogMessages that waited for workers in the last sample
 * @param webhookFailures failed attempts since the gateway's start
 * @param takeovers of partitions since the gateway's start
 * @param tracesSent since the gateway's start, as are {@code traceFailures}, which are failed
 *     attempts
 */
public record JobCounts(
    Map<JobState, Long> jobs,
    long stalledJobs,
    long backlogMessages,
    long webhookFailures,
    long takeovers,
    long tracesSent,
    long traceFailures,
    VolumeSpace volume) {

  public JobCounts {
    jobs = Map.copyOf(jobs);
  }
}
