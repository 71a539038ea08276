package dev.roastery.common.workflow;

import java.time.Duration;
import java.util.List;

/**
 * What a node does. It may be called more than once for the same visit: after a crash, after a
 * failure, and each time that a wait of its own is over; its effects bear {@link StepContext#key}
 * so that they happen once. An exception is a failed attempt.
 */
public interface Step {

  Outcome run(StepContext context) throws Exception;

  /** Waits for one of the signals, then completes with its name. */
  static Step awaiting(String... signals) {
    return context -> Step.arrived(context, Outcome.await(signals));
  }

  /** The same, or completes with "elapsed" when the time is over. */
  static Step awaiting(Duration limit, String... signals) {
    return context -> Step.arrived(context, new Outcome.Wait(List.of(signals), limit.toMillis()));
  }

  private static Outcome arrived(StepContext context, Outcome.Wait otherwise) {
    return context
        .arrival()
        .<Outcome>map(arrival ->
            switch (arrival) {
              case Arrival.Signal signal -> Outcome.completed(signal.name());
              case Arrival.OfFact fact -> Outcome.completed(fact.kind());
              case Arrival.Elapsed _ -> Outcome.completed("elapsed");
            })
        .orElse(otherwise);
  }
}
