package dev.roastery.gateway.jobs.upload.host;

import dev.roastery.common.query.language.Dialect;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.input.csv.Packing;
import dev.roastery.input.csv.Transcoding;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Reads the bytes of a part, decompressed and in UTF-8, up to a limit. */
final class LimitedBody {

  /**
   * A compressed part that decompresses to more than this many times its size is a bomb. Sales data
   * does not come near it; the maximum of gzip is 1,032.
   */
  private static final int RATIO_MAX = 200;

  private static final long RATIO_FREE = 64L << 20;

  private final PartName part;
  private final long bytesMax;

  LimitedBody(PartName part, long bytesMax) {
    this.part = part;
    this.bytesMax = bytesMax;
  }

  /** Uncompressed bytes, from that offset of the part. */
  InputStream plain(long offset, InputStream body) {
    return new Counted(body, count -> checkSize(offset + count));
  }

  /**
   * What was compressed, or is in another encoding.
   *
   * @param come gets the number of bytes that have come
   */
  InputStream unpacked(InputStream body, Dialect.Encoding encoding, LongConsumer come)
      throws IOException {
    Counted raw = new Counted(body, come);
    String name = part.toString();
    return new Counted(
        Transcoding.utf8(name, Packing.unpack(name, raw), encoding),
        count -> {
          checkSize(count);
          checkRatio(count, raw.count);
        });
  }

  private void checkSize(long size) {
    if (size > bytesMax) {
      throw new Refusal(
          Refusal.Kind.TOO_LARGE, part + " is larger than " + bytesMax + " bytes: split it");
    }
  }

  private void checkRatio(long size, long packed) {
    if (size > RATIO_FREE && size / RATIO_MAX > packed) {
      throw new Refusal(
          Refusal.Kind.TOO_LARGE,
          part
              + " decompresses to more than "
              + RATIO_MAX
              + " times its size: send it uncompressed");
    }
  }

  /** Counts the bytes that are read from a stream. */
  private static final class Counted extends FilterInputStream {
    private final LongConsumer check;
    private long count;

    Counted(InputStream in, LongConsumer check) {
      super(in);
      this.check = check;
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      counted(read < 0 ? 0 : 1);
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      counted(Math.max(0, read));
      return read;
    }

    private void counted(int read) {
      count += read;
      check.accept(count);
    }
  }
}
