package dev.roastery.common.workflow;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** What a step returns. Values are text; their meaning is agreed between the steps. */
public sealed interface Outcome {

  /** The step has ended; the edges choose the next node. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "how")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Completed.class, name = "completed"),
    @JsonSubTypes.Type(value = ControlledError.class, name = "error")
  })
  sealed interface Result extends Outcome {

    /** A sentence for people. */
    default String words() {
      return switch (this) {
        case Completed completed -> completed.value();
        case ControlledError error -> error.code() + ", " + error.detail();
      };
    }
  }

  /** The step succeeded. */
  record Completed(String value) implements Result {}

  /** An expected refusal: the step had no effect. It is never retried. */
  record ControlledError(String code, String detail) implements Result {}

  /**
   * The step is called again when one of the signals arrives, a new fact of one of these kinds is
   * recorded, or the time has passed.
   *
   * @param signals names of signals, kinds of facts
   * @param millis from now; {@link #FOREVER} means no limit
   */
  record Wait(List<String> signals, long millis) implements Outcome {

    public Wait {
      signals = signals.stream().sorted().distinct().toList();
      if (millis < 0 || (millis == FOREVER && signals.isEmpty())) {
        throw new IllegalArgumentException("a wait needs a signal's name or a time from 0");
      }
    }

    public Wait orAfter(Duration time) {
      return new Wait(signals, time.toMillis());
    }
  }

  /**
   * The step started an asynchronous operation and needs no thread meanwhile. The attempt ends with
   * that operation: its time-out and retries apply, a restart makes another attempt, and an
   * exception is a failed attempt.
   *
   * @param then called on the engine's thread with the value; it must not block
   */
  record Later<T>(CompletableFuture<T> what, Function<? super T, Outcome> then)
      implements Outcome {}

  /**
   * The step's outcome is decided when it is recorded: the decider runs on the engine's thread
   * against the current facts, so that no fact can come between.
   */
  record Deciding<S>(Domain<S, ?> domain, Decider<S> decider) implements Outcome {}

  /** Runs on the engine's thread and must not block. */
  interface Decider<S> {
    Outcome on(S state, long nowMillis);
  }

  static <S> Outcome deciding(Domain<S, ?> domain, Decider<S> decider) {
    return new Deciding<>(domain, decider);
  }

  /** Facts that are recorded before the result or wait, in the same append. */
  record Recording(List<Fact> facts, Outcome then) implements Outcome {

    public Recording {
      facts = List.copyOf(facts);
      if (!(then instanceof Result || then instanceof Wait)) {
        throw new IllegalArgumentException("facts are recorded with a result or a wait");
      }
    }
  }

  /** This outcome together with these facts. */
  default Outcome recording(Fact... facts) {
    return new Recording(List.of(facts), this);
  }

  static <T> Later<T> later(CompletableFuture<T> what, Function<? super T, Outcome> then) {
    return new Later<>(what, then);
  }

  /** No time limit. */
  long FOREVER = Long.MAX_VALUE;

  static Completed completed() {
    return new Completed("");
  }

  static Completed completed(String value) {
    return new Completed(value);
  }

  static ControlledError error(String code, String detail) {
    return new ControlledError(code, detail);
  }

  static Wait await(String... signals) {
    return new Wait(List.of(signals), FOREVER);
  }
}
