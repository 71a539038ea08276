package dev.roastery.cli;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A duration as it is written in a command line: 30s, 10m, 1h. */
public final class DurationText {

  private static final Pattern WRITTEN = Pattern.compile("(\\d{1,9})(s|m|h)");
  private static final Map<String, Integer> UNIT_SECONDS = Map.of("s", 1, "m", 60, "h", 3600);

  private DurationText() {}

  /** Empty if it is none. */
  public static Optional<Duration> read(String written) {
    Matcher text = WRITTEN.matcher(written);
    if (!text.matches()) {
      return Optional.empty();
    }
    int unit = UNIT_SECONDS.getOrDefault(text.group(2), 1);
    return Optional.of(Duration.ofSeconds(Long.parseLong(text.group(1)) * unit));
  }
}
