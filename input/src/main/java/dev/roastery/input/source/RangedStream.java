package dev.roastery.input.source;

import dev.roastery.common.storage.object.ByteRange;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** Reads range after range, each when the one before has been read. */
final class RangedStream extends InputStream {

  private final long size;
  private final int rangeBytes;
  private final RangeReader ranges;
  private byte[] ready = {};
  private int at;
  private long asked;

  RangedStream(long size, int rangeBytes, RangeReader ranges) {
    this.size = size;
    this.rangeBytes = rangeBytes;
    this.ranges = ranges;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    if (at == ready.length) {
      if (asked == size) {
        return -1;
      }
      ready = ranges.read(new ByteRange(asked, Math.min(rangeBytes, size - asked)));
      asked += ready.length;
      at = 0;
    }
    int count = Math.min(length, ready.length - at);
    System.arraycopy(ready, at, bytes, offset, count);
    at += count;
    return count;
  }
}
