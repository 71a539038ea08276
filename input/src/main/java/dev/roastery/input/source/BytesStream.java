package dev.roastery.input.source;

import dev.roastery.input.PartBytes;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** The bytes of a part from a place on, in their order. To close it closes the part. */
final class BytesStream extends InputStream {

  private final PartBytes bytes;
  private long at;

  BytesStream(PartBytes bytes, long from) {
    this.bytes = bytes;
    this.at = from;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (at >= bytes.size()) {
      return -1;
    }
    int read = bytes.read(at, into, offset, length);
    at += read;
    return read;
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
