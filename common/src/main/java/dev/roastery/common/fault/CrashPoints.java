package dev.roastery.common.fault;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Told of every crash point as it is passed; may end the process there. */
public interface CrashPoints {

  void reached(CrashPoint point);

  /** Whether it is worth splitting an effect in two to have this point in its middle. */
  default boolean isArmed(CrashPoint point) {
    return false;
  }

  /** No process is crashed. */
  static CrashPoints none() {
    return point -> {};
  }

  /**
   * The crash that an operator or a test requests: {@code point} or {@code point:nth} halts the
   * process when it passes that point for the nth time. Without a request it is {@link #none}.
   *
   * @param marker created just before the halt; while it exists no process is halted again, because
   *     otherwise the restarted process would crash for ever
   */
  static CrashPoints fromEnvironment(@Nullable String asked, Path marker) {
    if (asked == null || asked.isBlank()) {
      return none();
    }
    return OneShotCrash.parse(asked.strip(), marker, () -> Runtime.getRuntime().halt(137));
  }
}
