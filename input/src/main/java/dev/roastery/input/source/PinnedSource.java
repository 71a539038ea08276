package dev.roastery.input.source;

import dev.roastery.input.PartBytes;
import java.io.IOException;
import java.io.InputStream;

/** A part in one version: reads of another one that has taken its place fail the job. */
public interface PinnedSource extends PartSource, AutoCloseable {

  /** What identifies it where its part is looked for. */
  Pin pin();

  /**
   * @param path below the folder that it was found in
   * @param version tells it from every other one that had or will have this path
   */
  record Pin(String path, String version, long size) {}

  /** The bytes from that one on. */
  InputStream streamFrom(long offset) throws IOException;

  /** For reading up to about that place: nothing behind it is fetched ahead. */
  PartBytes openUntil(long end) throws IOException;

  /** Lets go of what reading needs. */
  @Override
  default void close() {}
}
