package dev.roastery.common.workflow;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.util.List;

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
   * The step is to be called again when one of the signals has come, or the time is over.
   *
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
