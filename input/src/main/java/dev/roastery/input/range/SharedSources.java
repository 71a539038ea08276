package dev.roastery.input.range;

import dev.roastery.input.source.PinnedSource;
import java.io.IOException;

/** Where parts are that this process may read: a place that all nodes see. */
public interface SharedSources extends AutoCloseable {

  /**
   * A part in one version, of which nothing is read before it is asked for.
   *
   * @throws dev.roastery.common.fault.JobFailure if this process must not read it
   */
  PinnedSource open(String address, String version, long size) throws IOException;

  /** Nothing is read any more. */
  @Override
  default void close() {}
}
