package dev.roastery.gateway.jobs;

import dev.roastery.common.plan.JobPlan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One plan for all jobs that have the same: most clients ask the same again and again, and a
 * gateway keeps finished jobs for days.
 */
final class SharedPlans {

  private static final int PLANS_MAX = 200;

  // Guarded by this.
  private final Map<String, JobPlan> plans =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, JobPlan> eldest) {
          return size() > PLANS_MAX;
        }
      };

  /** The plan of that JSON; when it is not known, it is read. */
  synchronized JobPlan of(String json, Supplier<JobPlan> read) {
    JobPlan known = plans.get(json);
    if (known == null) {
      known = read.get();
      plans.put(json, known);
    }
    return known;
  }
}
