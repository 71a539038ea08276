package dev.roastery.gateway.api.server;

import java.io.IOException;
import java.io.InputStream;

/**
 * The body that a client sends: reads never wait too long, and the number of remaining bytes is
 * known.
 */
public final class RequestBody extends InputStream {

  private static final long UNKNOWN = Long.MAX_VALUE;

  private final InputStream in;
  private final ClientWait turn;
  private long remaining;
  private long count;
  private boolean touched;
  private boolean broken;

  /** {@code length}: as announced; -1 for a body in chunks. */
  RequestBody(InputStream in, long length, ClientWait turn) {
    this.in = in;
    this.turn = turn;
    this.remaining = length < 0 ? UNKNOWN : length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    touched = true;
    if (length == 0 || remaining == 0) {
      return remaining == 0 ? -1 : 0;
    }
    try {
      int read = turn.during(ClientWait.Wait.BODY, () -> in.read(bytes, from, length));
      if (read < 0) {
        remaining = 0;
      } else {
        count += read;
        remaining -= remaining == UNKNOWN ? 0 : read;
      }
      return read;
    } catch (IOException e) {
      broken = true;
      throw e;
    }
  }

  /** Whether a handler has asked for the body. */
  public boolean isTouched() {
    return touched;
  }

  /** Whether it can never be read to its end: its sender is gone, or has stalled. */
  boolean isBroken() {
    return broken;
  }

  /** How much is still to come at most. */
  long remaining() {
    return remaining;
  }

  long count() {
    return count;
  }

  /** Reads what is left and forgets it, as far as that is worth it. */
  void drain(long bytesMax, int millisMax) throws IOException {
    byte[] trash = new byte[8 << 10];
    long end = System.nanoTime() + millisMax * 1_000_000L;
    long drained = 0;
    while (drained < bytesMax && System.nanoTime() - end < 0) {
      int read = read(trash, 0, trash.length);
      if (read < 0) {
        return;
      }
      drained += read;
    }
  }
}
