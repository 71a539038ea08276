package dev.roastery.gateway.jobs.service;

import dev.roastery.common.query.plan.JobPlan;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * One plan for all jobs that have the same: most clients ask the same again and again, and a
 * gateway keeps finished jobs for days.
 */
public final class SharedPlans {

  private static final int PLANS_MAX = 200;

  private final Map<String, JobPlan> plans = new ConcurrentHashMap<>();

  /** The plan of that JSON; when it is not known, it is read. */
  public JobPlan of(String json, Supplier<JobPlan> read) {
    if (plans.size() >= PLANS_MAX) {
      plans.clear(); // the jobs keep theirs
    }
    return plans.computeIfAbsent(json, _ -> read.get());
  }
}
