package dev.roastery.gateway.jobs;

import dev.roastery.common.workflow.Domain;
import dev.roastery.common.workflow.ExecutionId;
import dev.roastery.common.workflow.Recorded;
import java.util.UUID;
import java.util.function.Function;

/** Lets the engine fold the facts of a job into {@link JobFacts}. */
final class JobDomain implements Domain<JobFacts, JobFact> {

  private final Function<UUID, JobRecord> records;

  /**
   * @param records the request of each job; throws if it cannot be read
   */
  JobDomain(Function<UUID, JobRecord> records) {
    this.records = records;
  }

  static ExecutionId execution(UUID job) {
    return new ExecutionId(job.toString());
  }

  static UUID job(ExecutionId execution) {
    return UUID.fromString(execution.text());
  }

  @Override
  public Class<JobFacts> states() {
    return JobFacts.class;
  }

  @Override
  public Class<JobFact> facts() {
    return JobFact.class;
  }

  @Override
  public JobFacts initial(ExecutionId id, String input) {
    return JobFacts.of(records.apply(job(id)));
  }

  @Override
  public boolean isBegun(JobFacts job) {
    return job.eventCount() > 0;
  }

  @Override
  public JobFacts apply(JobFacts state, Recorded<JobFact> fact) {
    return state.with(fact);
  }
}
