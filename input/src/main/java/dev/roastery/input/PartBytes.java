package dev.roastery.input;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** An uncompressed part of which any place can be read, by several threads at once. */
public interface PartBytes extends AutoCloseable {

  long size() throws IOException;

  /**
   * Reads at {@code offset}, which is below the size, up to {@code length} bytes, but at least one.
   */
  int read(long offset, byte[] to, int at, int length) throws IOException;

  /** Lets go of what reading needs. */
  @Override
  default void close() throws IOException {}

  /** A file that is not being written. To close it closes the file. */
  static PartBytes of(FileChannel file) {
    return new PartBytes() {
      @Override
      public long size() throws IOException {
        return file.size();
      }

      @Override
      public int read(long offset, byte[] to, int at, int length) throws IOException {
        int read = file.read(ByteBuffer.wrap(to, at, length), offset);
        if (read < 1) {
          throw new EOFException("the file became shorter while it was read");
        }
        return read;
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }
}
