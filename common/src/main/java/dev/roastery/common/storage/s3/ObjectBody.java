package dev.roastery.common.storage.s3;

import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Pause;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The bytes of a get as they come. Where the connection breaks, they are asked for from there on,
 * under the condition that the object is still the same. The JDK takes the end of a connection for
 * the end of a body: so they are counted.
 */
final class ObjectBody extends InputStream {

  /** Asks for what is left of a range, of the same object. */
  interface Rest {
    S3Answer from(ByteRange range) throws StoreException;
  }

  private final S3Limits limits;
  private final Rest rest;
  private ByteRange range;
  private long left;
  private S3Answer answer;
  private int failures;

  ObjectBody(S3Limits limits, Rest rest, ByteRange range, long bytes, S3Answer answer) {
    this.limits = limits;
    this.rest = rest;
    this.range = range;
    this.left = bytes;
    this.answer = answer;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    while (left > 0) {
      String why = "the connection ended too early";
      try {
        int read = answer.body().read(into, offset, (int) Math.min(left, length));
        if (read > 0) {
          left -= read;
          range = left > 0 ? range.after(read) : range;
          failures = 0;
          return read;
        }
      } catch (IOException e) {
        why = NetworkReason.of(e);
      }
      resume(why);
    }
    return -1;
  }

  private void resume(String why) throws StoreException {
    answer.abandon();
    failures++;
    if (failures >= limits.attempts()) {
      throw new StoreAwayException(
          "an object cannot be read to its end, after " + failures + " tries: " + why);
    }
    Pause.of(limits.backoff().jitteredMillis(failures, ThreadLocalRandom.current()));
    answer = rest.from(new ByteRange(range.from(), left));
  }

  @Override
  public int available() throws IOException {
    return left == 0 ? 0 : answer.body().available();
  }

  @Override
  public void close() throws IOException {
    if (left > 0) {
      answer.abandon();
    } else {
      answer.close();
    }
  }
}
