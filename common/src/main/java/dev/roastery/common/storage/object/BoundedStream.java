package dev.roastery.common.storage.object;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The next so many bytes of a stream, which must have them. */
public final class BoundedStream extends FilterInputStream {

  private long left;

  public BoundedStream(InputStream all, long bytes) {
    super(all);
    this.left = bytes;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (left == 0) {
      return -1;
    }
    int read = super.read(into, offset, (int) Math.min(left, length));
    if (read < 0) {
      throw new StoreAwayException("an object ends " + left + " bytes too early");
    }
    left -= read;
    return read;
  }

  @Override
  public long skip(long bytes) throws IOException {
    long skipped = super.skip(Math.min(left, bytes));
    left -= skipped;
    return skipped;
  }

  @Override
  public int available() throws IOException {
    return (int) Math.min(left, super.available());
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
