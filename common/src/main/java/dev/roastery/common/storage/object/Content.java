package dev.roastery.common.storage.object;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The bytes of an object to be: they can be read again, and are the same each time. */
public interface Content {

  long size();

  /** From the beginning; exactly {@link #size} bytes. */
  InputStream open() throws IOException;

  static Content of(byte[] bytes) {
    return new Content() {
      @Override
      public long size() {
        return bytes.length;
      }

      @Override
      public InputStream open() {
        return new ByteArrayInputStream(bytes);
      }
    };
  }

  /** A file that does not change any more. */
  static Content of(Path file) throws IOException {
    long size = Files.size(file);
    return new Content() {
      @Override
      public long size() {
        return size;
      }

      @Override
      public InputStream open() throws IOException {
        return Files.newInputStream(file);
      }
    };
  }
}
