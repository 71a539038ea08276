package dev.roastery.common.journal.format;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.roaringbitmap.RoaringBitmap;

/**
 * The batch numbers that are in, of one sender: all below a watermark, and a bitmap of those above
 * it. What comes in order costs 12 bytes, however much it is.
 */
final class SeqSet {

  /** A Roaring bitmap has 32-bit numbers. */
  private static final long SEQ_MAX = 0xFFFF_FFFFL;

  private long watermark;
  private final RoaringBitmap above;

  SeqSet() {
    this(0, new RoaringBitmap());
  }

  private SeqSet(long watermark, RoaringBitmap above) {
    this.watermark = watermark;
    this.above = above;
  }

  boolean add(long seq) {
    if (seq > SEQ_MAX) {
      throw new IllegalArgumentException("batch number " + seq + " is above " + SEQ_MAX);
    }
    if (seq > watermark) {
      return above.checkedAdd((int) seq);
    }
    if (seq < watermark) {
      return false;
    }
    watermark++;
    if (!above.isEmpty()) {
      absorb();
    }
    return true;
  }

  private void absorb() {
    long next = watermark > SEQ_MAX ? watermark : above.nextAbsentValue((int) watermark);
    above.remove(watermark, next);
    watermark = next;
  }

  boolean contains(long seq) {
    return seq < watermark || (seq <= SEQ_MAX && above.contains((int) seq));
  }

  /** -1 when there is none. */
  long highest() {
    return above.isEmpty() ? watermark - 1 : Integer.toUnsignedLong(above.last());
  }

  long count() {
    return watermark + above.getLongCardinality();
  }

  /** What is not in, below {@code total}. */
  List<SeqRange> missing(long total) {
    List<SeqRange> ranges = new ArrayList<>();
    long first = watermark;
    while (first < total) {
      long present = above.nextValue((int) first);
      long end = present < 0 ? total : Math.min(present, total);
      ranges.add(new SeqRange(first, end - 1));
      first = present < 0 ? total : above.nextAbsentValue((int) end);
    }
    return ranges;
  }

  /** The same set always gives the same bytes, in whatever order it came to be. */
  void write(DataOutputStream out) throws IOException {
    out.writeLong(watermark);
    if (above.isEmpty()) {
      out.writeInt(0);
      return;
    }
    RoaringBitmap canonical = above.clone();
    canonical.removeRunCompression();
    canonical.runOptimize();
    out.writeInt(canonical.serializedSizeInBytes());
    canonical.serialize(out);
  }

  static SeqSet read(DataInputStream in) throws IOException {
    long watermark = in.readLong();
    RoaringBitmap above = new RoaringBitmap();
    if (in.readInt() > 0) {
      above.deserialize(in);
    }
    return new SeqSet(watermark, above);
  }
}
