package dev.roastery.common.spill;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of spilled files that were read last, up to a number of bytes and not of blocks: a
 * merge reads many files in turn, and the smaller the memory of a job, the more and the shorter
 * they are.
 */
public final class BlockCache {

  /** A part of a file. */
  public record Place(String file, long block) {}

  private final long bytesMax;
  private final Map<Place, byte[]> blocks = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  public BlockCache(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  public byte @Nullable [] get(Place place) {
    return blocks.get(place);
  }

  /** There is none yet. */
  public void put(Place place, byte[] block) {
    blocks.put(place, block);
    bytes += block.length;
    Iterator<byte[]> eldest = blocks.values().iterator();
    while (bytes > bytesMax && blocks.size() > 1) {
      bytes -= eldest.next().length;
      eldest.remove();
    }
  }

  public void forget(String file) {
    Iterator<Map.Entry<Place, byte[]>> all = blocks.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Place, byte[]> each = all.next();
      if (each.getKey().file().equals(file)) {
        bytes -= each.getValue().length;
        all.remove();
      }
    }
  }
}
