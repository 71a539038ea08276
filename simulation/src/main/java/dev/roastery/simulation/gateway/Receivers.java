package dev.roastery.simulation.gateway;

import dev.roastery.common.message.JobId;
import dev.roastery.gateway.jobs.Notification;
import dev.roastery.simulation.scenario.Divergence;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The receivers of notifications. They outlive the gateway, and some of them always fail. */
public final class Receivers {

  private final SplittableRandom random;
  private final double troubles;
  private final Runnable refused;
  private final Runnable answerLost;
  private final Map<JobId, Notification> told = new HashMap<>();

  /**
   * @param troubles the share of calls that fail before they are heard, and as many after
   * @param refused counts the former, and {@code answerLost} the latter
   */
  public Receivers(
      SplittableRandom random, double troubles, Runnable refused, Runnable answerLost) {
    this.random = random;
    this.troubles = troubles;
    this.refused = refused;
    this.answerLost = answerLost;
  }

  /** A call arrives; its answer, or why there is none. */
  Optional<String> call(Notification notification) {
    if (strikes(refused)) {
      return Optional.of("the receiver is not there");
    }
    Notification before = told.putIfAbsent(notification.job(), notification);
    if (before != null && !before.equals(notification)) {
      throw new Divergence("a receiver was notified of " + before + ", and then " + notification);
    }
    return strikes(answerLost) ? Optional.of("the receiver did not answer") : Optional.empty();
  }

  private boolean strikes(Runnable count) {
    boolean strikes = random.nextDouble() < troubles;
    if (strikes) {
      count.run();
    }
    return strikes;
  }

  /** What it was told of this attempt, however often. */
  public @Nullable Notification told(JobId job) {
    return told.get(job);
  }
}
