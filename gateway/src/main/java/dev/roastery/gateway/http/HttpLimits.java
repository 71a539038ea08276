package dev.roastery.gateway.http;

import java.util.stream.LongStream;

/**
 * How much a client may ask for.
 *
 * @param headerBytesMax of a request's line and headers together
 * @param jsonBytesMax of a body of JSON
 * @param connectionsMax open at once; one more is closed at once
 * @param idleSecondsMax between two requests of a connection
 * @param headerMillisMax from the first byte of a request to the end of its headers
 * @param stallMillisMax without a byte of a body, in either direction
 * @param uploadsPerClientMax bodies of parts that one client sends at once
 * @param watchersMax event streams open at once
 * @param drainBytesMax of a refused body that are still read, so that its sender sees why
 * @param drainMillisMax for that
 * @param pingMillis between two signs of life of an event stream
 * @param stopMillisMax for the requests under way when the gateway stops
 */
public record HttpLimits(
    int headerBytesMax,
    int jsonBytesMax,
    int connectionsMax,
    int idleSecondsMax,
    int headerMillisMax,
    int stallMillisMax,
    int uploadsPerClientMax,
    int watchersMax,
    long drainBytesMax,
    int drainMillisMax,
    int pingMillis,
    int stopMillisMax) {

  public HttpLimits {
    long least =
        LongStream.of(
                headerBytesMax,
                jsonBytesMax,
                connectionsMax,
                idleSecondsMax,
                headerMillisMax,
                stallMillisMax,
                uploadsPerClientMax,
                watchersMax,
                drainBytesMax,
                drainMillisMax,
                pingMillis,
                stopMillisMax)
            .min()
            .orElseThrow();
    if (least < 1) {
      throw new IllegalArgumentException("a limit of " + least + ": each must be at least 1");
    }
  }

  public static HttpLimits defaults() {
    return new HttpLimits(
        16 << 10, 1 << 20, 10_000, 30, 30_000, 60_000, 32, 500, 64 << 20, 10_000, 15_000, 2_000);
  }
}
