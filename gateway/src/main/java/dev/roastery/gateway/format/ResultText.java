package dev.roastery.gateway.format;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;

/**
 * Writes results in one format. An instance serves one stream: {@link #begin}, each result, {@link
 * #end}. A result alone, without {@code begin} and {@code end}, is complete in itself.
 */
public interface ResultText {

  /** What comes before the first result. */
  default void begin(Writer out) throws IOException {}

  /** Writes one result; {@code csv} is the canonical CSV, from its first byte. */
  void write(ResultHead head, Reader csv, Writer out) throws IOException;

  /** What comes after the last result. */
  default void end(Writer out) throws IOException {}
}
