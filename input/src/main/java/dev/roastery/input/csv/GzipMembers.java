package dev.roastery.input.csv;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * What is in a gzip file (RFC 1952), which may have several members behind each other. Java's own
 * stream takes whatever follows a member and is not another one for the end of the file, so that a
 * damaged member would be lost with all after it, silently. Zeros at the end are padding.
 */
final class GzipMembers extends InputStream {

  private static final int DEFLATE = 8;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;

  private final InputStream in;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private final byte[] window;
  private int at;
  private int end;
  private Place place = Place.BETWEEN;

  private enum Place {
    BETWEEN,
    WITHIN,
    AT_THE_END
  }

  GzipMembers(InputStream in, int portion) {
    this.in = in;
    this.window = new byte[portion];
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    while (length > 0 && place != Place.AT_THE_END) {
      if (place == Place.BETWEEN) {
        begin();
      } else if (inflater.finished()) {
        finish();
      } else {
        int inflated = inflate(bytes, offset, length);
        if (inflated > 0) {
          return inflated;
        }
      }
    }
    return length == 0 ? 0 : -1;
  }

  private int inflate(byte[] bytes, int offset, int length) throws IOException {
    try {
      int inflated = inflater.inflate(bytes, offset, length);
      crc.update(bytes, offset, inflated);
      if (inflater.needsDictionary()) {
        throw new ZipException("it needs a dictionary");
      }
      if (inflated == 0 && inflater.needsInput()) {
        requireMore();
        inflater.setInput(window, 0, end);
      }
      return inflated;
    } catch (DataFormatException e) {
      throw new ZipException(String.valueOf(e.getMessage()));
    }
  }

  /** A member's header, or the end of the file. */
  private void begin() throws IOException {
    if (at == end && !fill()) {
      place = Place.AT_THE_END;
      return;
    }
    int first = next();
    if (first == 0) {
      skipPadding();
      return;
    }
    if (first != 0x1f || next() != 0x8b || next() != DEFLATE) {
      throw new ZipException("what follows its end is not gzip");
    }
    int flags = next();
    if ((flags & RESERVED) != 0) {
      throw new ZipException("unknown flags in a header");
    }
    skip(6); // time, extra flags, system
    if ((flags & EXTRA) != 0) {
      skip(next() | next() << 8);
    }
    if ((flags & NAME) != 0) {
      skipText();
    }
    if ((flags & COMMENT) != 0) {
      skipText();
    }
    if ((flags & HEADER_CRC) != 0) {
      skip(2);
    }
    crc.reset();
    inflater.reset();
    inflater.setInput(window, at, end - at);
    place = Place.WITHIN;
  }

  /** A member's checksum and length. */
  private void finish() throws IOException {
    at = end - inflater.getRemaining();
    long expected = word();
    long length = word();
    if (expected != crc.getValue() || length != (inflater.getBytesWritten() & 0xffffffffL)) {
      throw new ZipException("its checksum is wrong");
    }
    place = Place.BETWEEN;
  }

  private void skipPadding() throws IOException {
    do {
      while (at < end) {
        if (window[at++] != 0) {
          throw new ZipException("what follows its end is not gzip");
        }
      }
    } while (fill());
    place = Place.AT_THE_END;
  }

  private void skipText() throws IOException {
    while (next() != 0) {
      // up to its zero
    }
  }

  private void skip(int bytes) throws IOException {
    for (int i = 0; i < bytes; i++) {
      next();
    }
  }

  private long word() throws IOException {
    return next() | next() << 8 | next() << 16 | (long) next() << 24;
  }

  private int next() throws IOException {
    if (at == end) {
      requireMore();
    }
    return window[at++] & 0xff;
  }

  private void requireMore() throws IOException {
    if (!fill()) {
      throw new EOFException();
    }
  }

  private boolean fill() throws IOException {
    at = 0;
    end = Math.max(0, in.read(window));
    return end > 0;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }
}
