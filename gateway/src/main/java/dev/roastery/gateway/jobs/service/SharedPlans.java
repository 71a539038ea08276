package dev.roastery.gateway.jobs.service;

import dev.roastery.common.query.plan.JobPlan;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Shares one plan object among all jobs with equal plans: clients often repeat the same request,
 * and a gateway keeps ended jobs for days.
 */
public final class SharedPlans {

  private static final int PLANS_MAX = 200;

  private final Map<String, JobPlan> plans = new ConcurrentHashMap<>();

  /** The plan with that JSON; a new one is read. */
  public JobPlan of(String json, Supplier<JobPlan> read) {
    if (plans.size() >= PLANS_MAX) {
      plans.clear(); // the jobs keep theirs
    }
    return plans.computeIfAbsent(json, _ -> read.get());
  }
}
