package dev.roastery.gateway.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.storage.Sha256;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The ids of a trace, in hexadecimal digits. They follow from the job and the trace that its client
 * has named, so that a trace which is sent twice is one.
 *
 * @param trace 32 digits
 * @param parent the span of the client, 16 digits; null if it named none
 * @param seed of the ids of spans
 */
record TraceIds(String trace, @Nullable String parent, String seed) {

  private static final int TRACE_DIGITS = 32;
  private static final int SPAN_DIGITS = 16;

  /** W3C Trace Context: later versions may have more at the end. */
  private static final Pattern TRACEPARENT =
      Pattern.compile(
          "(?!ff)[0-9a-f]{2}-(?!0{32})(?<trace>[0-9a-f]{32})-(?!0{16})(?<span>[0-9a-f]{16})"
              + "-[0-9a-f]{2}(-.*)?");

  /**
   * @param traceparent what the client has said; what is not of its form does not count
   */
  static TraceIds of(UUID job, int attempt, @Nullable String traceparent) {
    String seed = job + "#" + attempt;
    Matcher given = TRACEPARENT.matcher(traceparent == null ? "" : traceparent);
    return given.matches()
        ? new TraceIds(given.group("trace"), given.group("span"), seed)
        : new TraceIds(derived(seed, TRACE_DIGITS), null, seed);
  }

  /** The id of a span of that name. */
  String span(String name) {
    return derived(seed + "/" + name, SPAN_DIGITS);
  }

  private static String derived(String text, int digits) {
    return Sha256.hex(text.getBytes(UTF_8)).substring(0, digits);
  }
}
