package dev.roastery.input.csv;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads a part as its bytes arrive. After a {@link CsvException} it is of no more use. */
public interface StreamedPart {

  /** The next bytes of the part. */
  void accept(byte[] bytes, int offset, int length);

  /** The part has no more bytes. */
  void finish();

  /** No more bytes are wanted: the rows that are complete are the last. */
  void stop();

  /**
   * The bytes before the first row, without which no other reader can continue, as soon as enough
   * has come and been looked at.
   */
  byte @Nullable [] header();

  /** All bytes of a stream, and then the end. */
  void readAll(InputStream in) throws IOException;
}
