package dev.roastery.common.workflow;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** What a step returns. Values are text; what it means is between the steps. */
public sealed interface Outcome {

  /** The step is done: the edges say where to go on. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "how")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Completed.class, name = "completed"),
    @JsonSubTypes.Type(value = ControlledError.class, name = "error")
  })
  sealed interface Result extends Outcome {

    /** For people. */
    default String words() {
      return switch (this) {
        case Completed completed -> completed.value();
        case ControlledError error -> error.code() + ", " + error.detail();
      };
    }
  }

  /** It has done what it is for. */
  record Completed(String value) implements Result {}

  /** An expected "no", by which the step says that it has had no effect. It is never retried. */
  record ControlledError(String code, String detail) implements Result {}

  /**
   * The step is to be called again when one of the signals has come, a fact of one of these kinds
   * that it has not seen is on record, or the time is over.
   *
   * @param signals names of signals, kinds of facts
   * @param millis from now; {@link #FOREVER} for no limit
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
   * The step has begun something that comes to an end without it, and needs no thread meanwhile.
   * The attempt is in hand until then: its time-out and its retries count, and a restart makes
   * another. An exception is a failed attempt.
   *
   * @param then called on the engine's thread with what came; it must not wait
   */
  record Later<T>(CompletableFuture<T> what, Function<? super T, Outcome> then)
      implements Outcome {}

  /**
   * The step leaves the decision to the moment at which it is recorded: it runs on the engine's
   * thread against the facts of then, so that nothing can come between.
   */
  record Deciding<S>(Domain<S, ?> domain, Decider<S> decider) implements Outcome {}

  /** It must not wait. */
  interface Decider<S> {
    Outcome on(S state, long nowMillis);
  }

  static <S> Outcome deciding(Domain<S, ?> domain, Decider<S> decider) {
    return new Deciding<>(domain, decider);
  }

  /** Facts that are recorded with what the step returns, in one append, before it. */
  record Recording(List<Fact> facts, Outcome then) implements Outcome {

    public Recording {
      facts = List.copyOf(facts);
      if (!(then instanceof Result || then instanceof Wait)) {
        throw new IllegalArgumentException("facts are recorded with a result or a wait");
      }
    }
  }

  /** This outcome, and these facts with it. */
  default Outcome recording(Fact... facts) {
    return new Recording(List.of(facts), this);
  }

  static <T> Later<T> later(CompletableFuture<T> what, Function<? super T, Outcome> then) {
    return new Later<>(what, then);
  }

  /** Later than any clock shows. */
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

  static Wait sleep(Duration time) {
    return new Wait(List.of(), time.toMillis());
  }

  static Wait await(String... signals) {
    return new Wait(List.of(signals), FOREVER);
  }
}
