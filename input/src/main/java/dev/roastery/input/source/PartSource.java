package dev.roastery.input.source;

import dev.roastery.input.PartBytes;
import java.io.IOException;
import java.io.InputStream;

/** The bytes of a part, as they are stored. */
public interface PartSource {

  /** Enough to tell by how a part is compressed and encoded. */
  int START_BYTES = 4;

  /** The first {@link #START_BYTES}, or all there are if these are less. */
  default byte[] start() throws IOException {
    try (InputStream in = stream()) {
      return in.readNBytes(START_BYTES);
    }
  }

  /** For the first few bytes: about so many of them will be read. */
  default InputStream head(int bytes) throws IOException {
    return stream();
  }

  /** For all bytes, from the beginning. */
  InputStream stream() throws IOException;

  /** For reading at any place, by several threads at once. The caller closes it. */
  PartBytes open() throws IOException;
}
