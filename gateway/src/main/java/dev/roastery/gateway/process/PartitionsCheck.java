package dev.roastery.gateway.process;

import dev.roastery.gateway.api.server.Readiness.Check;
import dev.roastery.gateway.jobs.service.JobService;
import java.util.List;

/** A gateway is ready when every partition that jobs need has an owner. */
public final class PartitionsCheck {

  private PartitionsCheck() {}

  public static Check of(JobService jobs) {
    List<String> unowned = jobs.workers().unowned();
    return new Check(
        "partitions",
        unowned.isEmpty()
            ? null
            : "no node owns " + String.join(", ", unowned) + ": start nodes of their stages");
  }
}
