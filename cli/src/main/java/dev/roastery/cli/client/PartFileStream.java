package dev.roastery.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/** A part's bytes from an offset on. It records how far it was read, and a failure of the disk. */
final class PartFileStream extends InputStream {

  private final PartFile part;
  private final InputStream file;
  private final SentBytes sent;
  private volatile long position;
  private volatile @Nullable IOException failure;

  PartFileStream(PartFile part, long offset, SentBytes sent) {
    this.part = part;
    this.sent = sent;
    this.position = offset;
    try {
      this.file = Files.newInputStream(part.path());
    } catch (IOException e) {
      throw part.unreadable(e);
    }
    try {
      file.skipNBytes(offset);
    } catch (IOException e) {
      throw part.unreadable(e);
    }
    sent.at(part, offset);
  }

  long position() {
    return position;
  }

  /** The network is to be tried again, a disk is not. */
  void checkReadable() {
    IOException broken = failure;
    if (broken != null) {
      throw part.unreadable(broken);
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    try {
      int read = file.read(target, offset, length);
      if (read > 0) {
        advance(read);
      }
      return read;
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  private void advance(int bytes) {
    long now = position + bytes;
    position = now;
    sent.at(part, now);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
