package dev.roastery.common.journal.format;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Whose file it is. It is in every head and in every checksum, so that no other's is believed. */
public record Origin(UUID volume, String partition, long epoch) {

  byte[] bytes() {
    byte[] name = partition.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(16 + 8 + 2 + name.length)
        .putLong(volume.getMostSignificantBits())
        .putLong(volume.getLeastSignificantBits())
        .putLong(epoch)
        .putShort((short) name.length)
        .put(name)
        .array();
  }

  static Origin take(ByteBuffer from) {
    UUID volume = new UUID(from.getLong(), from.getLong());
    long epoch = from.getLong();
    byte[] name = new byte[Short.toUnsignedInt(from.getShort())];
    from.get(name);
    return new Origin(volume, new String(name, StandardCharsets.UTF_8), epoch);
  }
}
