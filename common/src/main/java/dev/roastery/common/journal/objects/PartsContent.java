package dev.roastery.common.journal.objects;

import dev.roastery.common.storage.object.Content;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;

/** Some buffers, one after the other, without a copy. */
record PartsContent(List<ByteBuffer> parts) implements Content {

  @Override
  public long size() {
    return parts.stream().mapToLong(ByteBuffer::remaining).sum();
  }

  @Override
  public InputStream open() {
    List<InputStream> streams = parts.stream().map(PartsContent::stream).toList();
    return new SequenceInputStream(Collections.enumeration(streams));
  }

  private static InputStream stream(ByteBuffer part) {
    return new ByteArrayInputStream(
        part.array(), part.arrayOffset() + part.position(), part.remaining());
  }
}
