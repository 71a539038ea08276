package dev.roastery.simulation.store;

import dev.roastery.common.storage.object.StoreAwayException;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.util.Objects;

/** A body that fails behind some byte, and is never taken for one that has ended. */
final class BrokenBody extends FilterInputStream {

  private final String name;

  BrokenBody(String name, byte[] bytes, int from, int length) {
    super(new ByteArrayInputStream(bytes, from, length));
    this.name = name;
  }

  @Override
  public int read() throws IOException {
    return whole(super.read());
  }

  @Override
  public int read(byte[] to, int from, int length) throws IOException {
    Objects.checkFromIndexSize(from, length, to.length);
    return length == 0 ? 0 : whole(super.read(to, from, length));
  }

  private int whole(int read) throws StoreAwayException {
    if (read < 0) {
      throw new StoreAwayException("the connection broke while " + name + " was read (simulated)");
    }
    return read;
  }
}
