package dev.roastery.common.workflow;

import java.time.Duration;
import java.util.List;

/**
 * The work of a node. It may be called several times for one visit: after a crash, after a failure,
 * and after each wait that it asked for. Its external effects should carry {@link StepContext#key}
 * so that they happen once. An exception is a failed attempt.
 */
public interface Step {

  Outcome run(StepContext context) throws Exception;

  /** Waits for one of the signals, then completes with its name. */
  static Step awaiting(String... signals) {
    return context -> Step.arrived(context, Outcome.await(signals));
  }

  /** The same, but completes with "elapsed" when the time has passed. */
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
