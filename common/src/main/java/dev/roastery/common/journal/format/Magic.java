package dev.roastery.common.journal.format;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Eight letters that begin something, as one number. */
final class Magic {

  private Magic() {}

  static long of(String letters) {
    return ByteBuffer.wrap(letters.getBytes(StandardCharsets.US_ASCII)).getLong();
  }
}
