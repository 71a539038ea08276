package dev.roastery.common.journal.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.spill.BlockCache;
import dev.roastery.common.storage.Disk;
import dev.roastery.testkit.store.MemoryStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Spilled files in an object store are read by few calls. */
class SpilledPiecesTest {

  private static final int FILES = 200;
  private static final int FILE_BYTES = 20_000;
  private static final int RECORD_BYTES = 500;

  private int calls;

  private final SpilledPieces pieces =
      new SpilledPieces(
          StoredPartition.patient(
              new MemoryStoreView(new MemoryStore()) {
                @Override
                void reached() {
                  calls++;
                }
              }),
          new EpochNames("aggregator-0"));

  /** A merge of 200 short runs read each of their blocks again for every record of it. */
  @Test
  void manyShortFilesThatAreReadInTurnAreFetchedOnceEach() throws IOException {
    for (int file = 0; file < FILES; file++) {
      Disk.File made = pieces.create(name(file));
      made.append(ByteBuffer.wrap(new byte[FILE_BYTES]));
      made.force();
      made.close();
    }
    calls = 0;
    for (int at = 0; at < FILE_BYTES; at += RECORD_BYTES) {
      for (int file = 0; file < FILES; file++) {
        assertThat(pieces.read(name(file), at, RECORD_BYTES)).hasSize(RECORD_BYTES);
      }
    }
    assertThat(calls).isEqualTo(FILES);
  }

  @Test
  void noMoreBytesAreKeptThanAgreed() {
    BlockCache cache = new BlockCache(10);
    for (int block = 0; block < 4; block++) {
      cache.put(new BlockCache.Place("one", block), new byte[4]);
    }
    assertThat(cache.get(new BlockCache.Place("one", 1))).isNull();
    assertThat(cache.get(new BlockCache.Place("one", 2))).hasSize(4);
    cache.put(new BlockCache.Place("two", 0), new byte[4]);
    cache.forget("one");
    cache.put(new BlockCache.Place("two", 1), new byte[6]);
    assertThat(cache.get(new BlockCache.Place("two", 0))).hasSize(4);
    assertThat(cache.get(new BlockCache.Place("one", 2))).isNull();
  }

  private static String name(int file) {
    return "spill-1-" + file;
  }
}
