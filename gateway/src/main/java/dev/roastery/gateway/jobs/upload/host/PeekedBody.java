package dev.roastery.gateway.jobs.upload.host;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;

/**
 * The body of a request whose first bytes decide how it is read. A failure to get them is that of
 * the first read after them, as if nobody had looked: by then the part is on record.
 */
record PeekedBody(byte[] start, InputStream body) {

  static PeekedBody of(InputStream body, int bytes) {
    byte[] start = new byte[bytes];
    int count = 0;
    InputStream rest = body;
    try {
      for (int read = 0; read >= 0 && count < bytes; ) {
        read = body.read(start, count, bytes - count);
        count += Math.max(0, read);
      }
    } catch (IOException e) {
      rest = new Failed(e);
    }
    byte[] seen = Arrays.copyOf(start, count);
    return new PeekedBody(seen, new SequenceInputStream(new ByteArrayInputStream(seen), rest));
  }

  private static final class Failed extends FilterInputStream {
    private final IOException reason;

    Failed(IOException reason) {
      super(InputStream.nullInputStream());
      this.reason = reason;
    }

    @Override
    public int read() throws IOException {
      throw reason;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      throw reason;
    }
  }
}
