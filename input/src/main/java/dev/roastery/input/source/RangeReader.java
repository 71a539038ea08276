package dev.roastery.input.source;

import dev.roastery.common.storage.object.ByteRange;
import java.io.IOException;

/** Reads exactly these bytes of something. */
interface RangeReader {
  byte[] read(ByteRange range) throws IOException;
}
