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

  /** Nobody dies. */
  static CrashPoints none() {
    return point -> {};
  }

  /**
   * What an operator or a test asks for: {@code point} or {@code point:nth}, the process to be
   * halted when it passes that point for the nth time. Nothing asked for is {@link #none}.
   *
   * @param marker made just before the halt; while it exists nothing is halted again, for otherwise
   *     the restarted process would die for ever
   */
  static CrashPoints fromEnvironment(@Nullable String asked, Path marker) {
    if (asked == null || asked.isBlank()) {
      return none();
    }
    return OneShotCrash.parse(asked.strip(), marker, () -> Runtime.getRuntime().halt(137));
  }
}
