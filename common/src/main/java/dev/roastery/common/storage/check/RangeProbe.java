package dev.roastery.common.storage.check;

import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Parts of an object of some size, one in parts where the store takes so much in parts only. */
record RangeProbe(String what, int bytes) implements StoreProbe {

  @Override
  public String claim() {
    return what + " is created once, and read whole, in ranges, and under a condition";
  }

  @Override
  public void run(TestGround ground) throws StoreException {
    ObjectName name = ground.name("object-of-" + bytes);
    byte[] body = pattern(1);
    ground.make(name, body);
    ground.requireRefused(name, pattern(2));
    ground.requireBytes(name, body, what + " was not read as it was written");

    int from = bytes / 2 - 10;
    ETag etag = requireRange(ground, name, new ByteRange(from, 20), ETag.ANY, body);
    requireRange(ground, name, new ByteRange(bytes - 5L, 20), etag, body);
    require(
        ground.store().get(name, new ByteRange(bytes, 1), etag) instanceof Got.PastEnd,
        "a range behind the end of an object was answered with bytes");
    require(
        ground.store().get(name, ByteRange.WHOLE, new ETag("\"0\"")) instanceof Got.Changed,
        "a read under the condition of another ETag was not refused: the store ignores If-Match");
  }

  private ETag requireRange(
      TestGround ground, ObjectName name, ByteRange range, ETag etag, byte[] body)
      throws StoreException {
    if (!(ground.store().get(name, range, etag) instanceof Got.Found found)) {
      throw new UnfitStore("a range of an object could not be read");
    }
    try (InputStream in = found.body()) {
      int end = (int) Math.min(bytes, range.from() + range.length());
      require(
          found.size() == bytes
              && Arrays.equals(
                  in.readAllBytes(), Arrays.copyOfRange(body, (int) range.from(), end)),
          "a range of an object was read with other bytes");
      return found.etag();
    } catch (StoreException e) {
      throw e;
    } catch (IOException e) {
      throw new StoreAwayException("a range cannot be read to its end", e);
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new UnfitStore(otherwise);
    }
  }

  private byte[] pattern(int factor) {
    byte[] all = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      all[i] = (byte) (i * factor + i / 251);
    }
    return all;
  }
}
