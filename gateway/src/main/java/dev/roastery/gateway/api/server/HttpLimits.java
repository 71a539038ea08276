package dev.roastery.gateway.api.server;

import java.util.stream.LongStream;

/**
 * The limits for clients.
 *
 * @param headerBytesMax size of a request's first line and headers together
 * @param jsonBytesMax size of a JSON body
 * @param connectionsMax open connections; a further one is closed immediately
 * @param idleSecondsMax idle time between two requests of a connection
 * @param headerMillisMax time from the first byte of a request to the end of its headers
 * @param stallMillisMax time without a byte of a body, in either direction
 * @param uploadsPerClientMax parts that one client uploads at once
 * @param watchersMax open event streams
 * @param drainBytesMax bytes of a refused body that are still read, so that its sender sees the
 *     reason
 * @param drainMillisMax time for reading these bytes
 * @param pingMillis interval between two pings of an event stream
 * @param stopMillisMax time for open requests when the gateway stops
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
