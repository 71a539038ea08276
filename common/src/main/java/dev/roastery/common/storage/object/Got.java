package dev.roastery.common.storage.object;

import java.io.InputStream;

/** What a get has come to. */
public sealed interface Got {

  /**
   * The range of the object. A broken connection is mended by the stream itself, which goes on in
   * the same object or fails with a {@link StoreException}; it never ends early in silence.
   *
   * @param size of the whole object
   * @param body to be closed by the caller
   */
  record Found(ETag etag, long size, InputStream body) implements Got {}

  /** There is no object of that name. */
  record Absent() implements Got {}

  /** The object is not the one with that tag. */
  record Changed() implements Got {}

  /** The object has no byte at the beginning of the range. */
  record PastEnd() implements Got {}
}
