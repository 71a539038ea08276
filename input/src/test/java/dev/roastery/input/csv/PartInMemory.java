package dev.roastery.input.csv;

import dev.roastery.input.PartBytes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A part in memory, or a mapped file. */
record PartInMemory(MemorySegment memory) implements PartBytes {

  static PartInMemory of(byte[] part) {
    return new PartInMemory(MemorySegment.ofArray(part));
  }

  @Override
  public long size() {
    return memory.byteSize();
  }

  @Override
  public int read(long offset, byte[] to, int at, int length) {
    int read = (int) Math.min(length, memory.byteSize() - offset);
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, to, at, read);
    return read;
  }
}
