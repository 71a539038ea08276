package dev.roastery.input.source;

import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.input.PartBytes;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * An object that several threads read at once, from the beginning to the end: in blocks, each of
 * which is one request, those ahead while these are parsed. Only the last ones that were read are
 * in memory; a thread that needs an older one asks again.
 */
final class ObjectBlocks implements PartBytes {

  private static final int BLOCK_BYTES = 2 << 20;

  private static final int AHEAD = 4;

  private final long size;

  /** Blocks behind it are only read when somebody wants them. */
  private final long end;

  private final RangeReader object;
  private final ExecutorService requests;
  private final int blocksMax = 2 * AHEAD + Runtime.getRuntime().availableProcessors();

  /** In the order of their last use. Guarded by this. */
  private final Map<Long, Future<byte[]>> blocks = new LinkedHashMap<>(16, 0.75f, true);

  ObjectBlocks(long size, long end, RangeReader object, ExecutorService requests) {
    this.size = size;
    this.end = end;
    this.object = object;
    this.requests = requests;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public int read(long offset, byte[] to, int at, int length) throws IOException {
    byte[] block = ObjectFolder.result(requested(offset / BLOCK_BYTES));
    int from = (int) (offset % BLOCK_BYTES);
    int count = Math.min(length, block.length - from);
    System.arraycopy(block, from, to, at, count);
    return count;
  }

  private synchronized Future<byte[]> requested(long number) {
    Future<byte[]> block = request(number);
    for (long next = number + 1; next <= number + AHEAD && next * BLOCK_BYTES < end; next++) {
      var _ = request(next);
    }
    var oldest = blocks.values().iterator();
    while (blocks.size() > blocksMax) {
      oldest.next();
      oldest.remove();
    }
    return block;
  }

  private Future<byte[]> request(long number) {
    Future<byte[]> known = blocks.get(number);
    if (known != null) {
      return known;
    }
    long from = number * BLOCK_BYTES;
    ByteRange range = new ByteRange(from, Math.min(BLOCK_BYTES, size - from));
    Future<byte[]> block = requests.submit(() -> object.read(range));
    blocks.put(number, block);
    return block;
  }

  @Override
  public synchronized void close() {
    blocks.values().forEach(block -> block.cancel(false));
    blocks.clear();
  }
}
